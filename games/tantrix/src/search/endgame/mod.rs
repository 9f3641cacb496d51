//! Exact search of the end of a game, once the bag is empty: every line of play, for the best lead.
//!
//! Between two sides the result is proven. With three or four players, [each is assumed to play for themselves](everybody). A player's
//! result may depend on what another player prefers, so it is exact only under this assumption. It is reported as proven only if it holds
//! whatever the other players do.
//!
//! **Invariant:** The search is exact: alpha-beta for two sides, max^n with shallow pruning for more, where a fixed order decides among
//! equal endings. A max^n result proves nothing about opponents who play differently, so a proof is searched with all other players united
//! against the player (`games/tantrix/tests/it/endgame.rs`).

mod duel;
mod everybody;
mod work;

use ludex_search::{
    Budget, Game, Limits, Line, MAX_PLAYERS, MoveList, Player, Proof, ProofResult, Report, Returns,
    Root, Score, Searcher, StopFlag, Wdl, Wrapper,
};

use super::policy::GreedyPolicy;
use crate::evaluation::features::UNITS;
use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;
use duel::{Duel, Side};
use everybody::{Everybody, Found};
use work::{INFINITE, Work};

/// The largest probability that is shown for a result that is not proven.
pub(crate) const MOST_SHOWN: f32 = 0.999;

/// Tries to solve the end of a game before the main search is used.
pub(crate) struct Endgame {
    pub(crate) game: Tantrix,
    pub(crate) policy: GreedyPolicy,
    /// It is tried if at most this many tiles are left.
    pub(crate) most_tiles: usize,
    /// Number of lines to report.
    pub(crate) multipv: usize,
    pub(crate) clockless: bool,
    /// Maximum number of positions stored.
    pub(crate) most_known: usize,
}

/// Bytes per stored position, in hash maps that may be less than half full.
const KNOWN: usize = 128;

/// The number of positions that fit into `hash_mib` MiB.
pub(crate) fn most_known(hash_mib: usize) -> usize {
    (hash_mib << 20) / KNOWN
}

/// A placement at the root with its continuation.
struct Settled {
    line: Vec<Placement>,
    /// The lead of the player to move.
    lead: i32,
    returns: Returns,
}

impl Endgame {
    /// Number of tiles in all hands.
    fn tiles(&self, root: &Position) -> usize {
        let players = 0..self.game.players() as u8;
        players.map(|player| root.hand(Player(player)).len()).sum()
    }

    /// The limits of the attempt: half of the total. The other half is for the main search.
    fn share(limits: &Limits) -> Limits {
        Limits {
            time: limits.time.map(|time| time / 2),
            nodes: limits.nodes.map(|nodes| nodes / 2),
            depth: limits.depth,
            clock: limits.clock.map(|clock| clock.part(2)),
        }
    }

    /// The players on a player's side, if there are only two sides; otherwise `None`.
    fn side_of(&self, leader: Player) -> Option<Side> {
        let options = self.game.options();
        let is_same = |&player: &usize| options.side_of(player) == options.side_of(leader.index());
        let helpers = (0..self.game.players()).filter(is_same);
        (options.n_colours() == 2)
            .then(|| Side { leader, helpers: helpers.fold(0, |all, player| all | 1 << player) })
    }

    /// The exact value of every placement that could be the best.
    fn solve(&self, work: &mut Work<'_>, root: &Root<Tantrix>) -> Option<Report<Placement>> {
        let mut moves = MoveList::new();
        root.moves(work.game, &mut moves);
        let root = &root.position;
        let moves = work.in_order(root, moves);
        let (mover, plies) = (root.to_move(), self.tiles(root) as u32);
        let (settled, result) = if let Some(side) = self.side_of(mover) {
            let settled = self.settle_duel(work, root, moves, side)?;
            let result = result_of(settled.first()?.lead as f32);
            (settled, Some(result))
        } else {
            let settled = self.settle_everybody(work, root, moves)?;
            let first = settled.first()?;
            let result = Self::certain(work, root, first.line[0], first.lead);
            (settled, result)
        };
        let lines = settled.into_iter().enumerate().map(|(place, settled)| {
            let certain = if self.side_of(mover).is_some() {
                Some(result_of(settled.lead as f32))
            } else {
                result.filter(|_| place == 0)
            };
            self.line(settled, mover, certain, plies)
        });
        Some(Report {
            proof: result.map(|result| Proof { result, plies }),
            is_complete: true,
            nodes: work.budget.nodes(),
            elapsed: work.budget.elapsed(),
            ..Report::new(lines.collect(), plies)
        })
    }

    /// Converts a result to a line of the report. Results that are not proven are kept below certainty.
    fn line(
        &self,
        settled: Settled,
        mover: Player,
        certain: Option<ProofResult>,
        plies: u32,
    ) -> Line<Placement> {
        let Settled { line, lead, mut returns } = settled;
        let wdl = certain.map_or_else(
            || {
                let most = 2.0 * MOST_SHOWN - 1.0;
                returns = returns.map(|value| value.clamp(-most, most));
                Wdl::without_draws(returns[mover.index()])
            },
            Wdl::certain,
        );
        Line {
            depth: plies,
            nodes: 1,
            returns: (self.game.players() > 2).then_some(returns),
            proof: certain.map(|result| Proof { result, plies }),
            ..Line::new(line, Score::new(lead * UNITS as i32), wdl)
        }
    }

    /// The best placements in a game with two sides.
    fn settle_duel(
        &self,
        work: &mut Work<'_>,
        root: &Position,
        moves: Vec<Placement>,
        side: Side,
    ) -> Option<Vec<Settled>> {
        let mut pos = root.clone();
        let mut duel = Duel::new(work, side);
        let mut found: Vec<(i32, Placement)> = Vec::new();
        for mv in moves {
            // No exact value is needed for a placement that cannot be among the reported lines.
            let floor = found.get(self.multipv.max(1) - 1);
            let floor = floor.map_or(-INFINITE, |&(lead, _)| lead);
            let lead = duel.after(&mut pos, mv, side.leader, floor, INFINITE)?;
            if lead > floor || found.is_empty() {
                found.push((lead, mv));
                found.sort_by_key(|&(lead, _)| std::cmp::Reverse(lead));
            }
        }
        found.truncate(self.multipv.max(1));
        let settled = |&(lead, mv): &(i32, Placement)| Settled {
            line: duel.line(root, mv),
            lead,
            returns: self.returns_of(side, lead),
        };
        Some(found.iter().map(settled).collect())
    }

    /// The return of each player in a game with two sides.
    fn returns_of(&self, side: Side, lead: i32) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        for (player, value) in returns[..self.game.players()].iter_mut().enumerate() {
            let sign = if side.has(Player(player as u8)) { 1 } else { -1 };
            *value = (sign * lead.signum()) as f32;
        }
        returns
    }

    /// The best placements if each player plays for themselves.
    fn settle_everybody(
        &self,
        work: &mut Work<'_>,
        root: &Position,
        moves: Vec<Placement>,
    ) -> Option<Vec<Settled>> {
        let mut pos = root.clone();
        let (mover, players) = (root.to_move(), self.game.players());
        let mut everybody = Everybody::new(work);
        let mut found = Vec::new();
        for mv in moves {
            let floor = found.get(self.multipv.max(1) - 1);
            let floor =
                floor.map_or(-INFINITE, |(ending, _): &(everybody::Ending, _)| ending.lead(mover));
            if let (Found::Ending(ending), _) = everybody.after(&mut pos, mv, floor, INFINITE)? {
                found.push((ending, mv));
                found.sort_by(|(one, _), (two, _)| {
                    two.rank(mover, players).cmp(&one.rank(mover, players))
                });
            }
        }
        found.truncate(self.multipv.max(1));
        let settled = found.iter().map(|(ending, mv)| Settled {
            line: everybody.line(root, *mv),
            lead: ending.lead(mover),
            returns: ending.returns(players),
        });
        Some(settled.collect())
    }

    /// `Win` if the placement wins whatever the other players do; `Loss` if the mover loses even if all other players help them. `None` if
    /// neither is proven, or if the budget is used up.
    fn certain(
        work: &mut Work<'_>,
        root: &Position,
        mv: Placement,
        lead: i32,
    ) -> Option<ProofResult> {
        let (leader, mut pos) = (root.to_move(), root.clone());
        if lead > 0 {
            let helpers = 1 << leader.0;
            let mut alone = Duel::new(work, Side { leader, helpers });
            let lead = alone.after(&mut pos, mv, leader, 0, 1)?;
            return (lead > 0).then_some(ProofResult::Win);
        }
        let moves = work.ordered(root);
        let helpers = u8::MAX;
        let mut together = Duel::new(work, Side { leader, helpers });
        for mv in moves {
            if together.after(&mut pos, mv, leader, -1, 0)? >= 0 {
                return None;
            }
        }
        Some(ProofResult::Loss)
    }
}

/// The result for the player: a win if the value or lead is positive, a loss if it is negative, otherwise a draw.
pub(crate) fn result_of(value: f32) -> ProofResult {
    if value > 0.0 {
        ProofResult::Win
    } else if value < 0.0 {
        ProofResult::Loss
    } else {
        ProofResult::Draw
    }
}

impl<S: Searcher<Tantrix>> Wrapper<Tantrix, S> for Endgame {
    fn search(
        &mut self,
        inside: &mut S,
        root: &Root<Tantrix>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<Placement>),
    ) -> Report<Placement> {
        let pos = &root.position;
        if pos.is_restricted() || self.tiles(pos) > self.most_tiles {
            return inside.search(root, limits, stop, observer);
        }
        let half = Self::share(limits);
        let mut work = Work {
            game: &self.game,
            policy: &self.policy,
            budget: Budget::new(&half, stop, self.clockless),
            most_known: self.most_known,
        };
        if let Some(report) = self.solve(&mut work, root) {
            return report;
        }
        let mut report = inside.search(root, &half, stop, observer);
        report.nodes += work.budget.nodes();
        report
    }
}
