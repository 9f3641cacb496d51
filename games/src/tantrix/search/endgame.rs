//! The end of a game for two, with an empty bag: every line of play, for the best margin.

use std::collections::HashMap;

use ludex_search::{
    Bound, Budget, Game, Limits, Line, MoveList, Player, Proof, ProofResult, Report, Root, Score,
    Searcher, StopFlag, Turn, Wdl, Wrapper,
};

use super::policy::GreedyPolicy;
use crate::tantrix::evaluation::features::UNITS;
use crate::tantrix::rules::game::Tantrix;
use crate::tantrix::rules::moves::Placement;
use crate::tantrix::rules::position::{Position, Stage};

/// A margin that no game reaches.
const INFINITE: i32 = 1_000;

/// Tries to settle the end of a game before another search is asked.
pub(crate) struct Endgame {
    pub(crate) game: Tantrix,
    pub(crate) policy: GreedyPolicy,
    /// Tiles left at which it is tried.
    pub(crate) most_tiles: usize,
    /// Lines to report.
    pub(crate) multipv: usize,
    pub(crate) clockless: bool,
    /// The positions that an attempt may remember.
    pub(crate) most_known: usize,
}

/// The bytes that it takes to remember a position, in two maps that may be less than half full.
const KNOWN: usize = 128;

/// The positions that may be remembered in a table of so many MiB.
pub(crate) fn most_known(hash_mib: usize) -> usize {
    (hash_mib << 20) / KNOWN
}

/// One attempt.
struct EndgameAttempt<'a> {
    game: &'a Tantrix,
    policy: &'a GreedyPolicy,
    budget: Budget<'a>,
    /// What is known of a position: a margin for the player to move, and whether it is exact, at least or at most so much.
    known: HashMap<u64, (i32, Bound)>,
    best_line: HashMap<u64, Placement>,
    most_known: usize,
}

impl EndgameAttempt<'_> {
    /// The margin of the player whose turn it is, as the game ended.
    fn final_margin(&self, pos: &Position) -> i32 {
        if pos.stage() == Stage::Stuck {
            return 0;
        }
        let points = self.game.points(pos);
        let mover = pos.to_move().index();
        points[mover] as i32 - points[1 - mover] as i32
    }

    /// The best margin that the player to move can reach, between `alpha` and `beta`; nothing if the budget is spent.
    fn margin(&mut self, pos: &mut Position, mut alpha: i32, mut beta: i32) -> Option<i32> {
        let Turn::Player(mover) = self.game.turn(pos) else {
            return Some(self.final_margin(pos));
        };
        let hash = self.game.hash(pos);
        if let Some(&(value, bound)) = self.known.get(&hash) {
            match bound {
                Bound::Exact => return Some(value),
                Bound::Lower => alpha = alpha.max(value),
                Bound::Upper => beta = beta.min(value),
            }
            if alpha >= beta {
                return Some(value);
            }
        }
        let mut best = -INFINITE;
        let floor = alpha;
        for mv in self.ordered(pos) {
            if self.budget.is_spent() {
                return None;
            }
            let value = self.after(pos, mv, mover.index(), alpha, beta)?;
            if value > best {
                best = value;
                if self.best_line.len() < self.most_known {
                    self.best_line.insert(hash, mv);
                }
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best <= floor {
            Bound::Upper
        } else {
            Bound::Exact
        };
        if self.known.len() < self.most_known {
            self.known.insert(hash, (best, bound));
        }
        Some(best)
    }

    /// The margin of `mover` after a placement.
    fn after(
        &mut self,
        pos: &mut Position,
        mv: Placement,
        mover: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let undo = self.game.play(pos, mv);
        self.budget.count();
        let value = if pos.to_move().index() == mover {
            self.margin(pos, alpha, beta)
        } else {
            self.margin(pos, -beta, -alpha).map(|value| -value)
        };
        self.game.undo(pos, mv, undo);
        value
    }

    fn ordered(&self, pos: &Position) -> Vec<Placement> {
        let mut moves = MoveList::new();
        self.game.legal_moves(pos, &mut moves);
        moves.sort_by_cached_key(|&mv| -(self.policy.look(self.game, pos, mv) * 8.0) as i32);
        moves
    }

    /// The line that led to what is known.
    fn line(&self, pos: &Position, first: Placement) -> Vec<Placement> {
        let mut pos = pos.clone();
        let mut line = vec![first];
        self.game.play(&mut pos, first);
        while let Some(&mv) = self.best_line.get(&self.game.hash(&pos)) {
            if !self.game.is_legal(&pos, mv) {
                break;
            }
            line.push(mv);
            self.game.play(&mut pos, mv);
        }
        line
    }
}

impl Endgame {
    /// Whether an attempt makes sense.
    fn is_near(&self, root: &Position) -> bool {
        let hands = (0..2).map(|player| root.hand(Player(player)).len());
        self.game.players() == 2 && !root.is_restricted() && hands.sum::<usize>() <= self.most_tiles
    }

    /// Half of the limits are for the attempt, half for the search after it.
    fn share(limits: &Limits) -> Limits {
        Limits {
            time: limits.time.map(|time| time / 2),
            nodes: limits.nodes.map(|nodes| nodes / 2),
            depth: limits.depth,
            clock: limits.clock.map(|clock| clock.part(2)),
        }
    }

    /// The exact value of every placement that could be the best.
    fn solve(
        &self,
        root: &Position,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<Report<Placement>> {
        let hands: usize = (0..2).map(|player| root.hand(Player(player)).len()).sum();
        let mut attempt = EndgameAttempt {
            game: &self.game,
            policy: &self.policy,
            budget: Budget::new(limits, stop, self.clockless),
            known: HashMap::new(),
            best_line: HashMap::new(),
            most_known: self.most_known,
        };
        let mover = root.to_move().index();
        let mut pos = root.clone();
        let mut found: Vec<(i32, Placement)> = Vec::new();
        for mv in attempt.ordered(root) {
            // A placement that is not among the lines need not be known exactly.
            let floor = found
                .get(self.multipv.max(1) - 1)
                .map_or(-INFINITE, |&(value, _)| value);
            let value = attempt.after(&mut pos, mv, mover, floor, INFINITE)?;
            if value > floor || found.is_empty() {
                found.push((value, mv));
                found.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
            }
        }
        found.truncate(self.multipv.max(1));
        let plies = hands as u32;
        let line = |&(value, mv): &(i32, Placement)| Line {
            depth: plies,
            nodes: 1,
            ..Line::new(
                attempt.line(root, mv),
                Score::new(value * UNITS as i32),
                Wdl::certain(result_of(value as f32)),
            )
        };
        let result = result_of(found.first()?.0 as f32);
        Some(Report {
            nodes: attempt.budget.nodes(),
            elapsed: attempt.budget.elapsed(),
            proof: Some(Proof { result, plies }),
            is_complete: true,
            ..Report::new(found.iter().map(line).collect(), plies)
        })
    }
}

/// What a value or a margin means.
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
        if !self.is_near(&root.position) {
            return inside.search(root, limits, stop, observer);
        }
        let half = Self::share(limits);
        match self.solve(&root.position, &half, stop) {
            Some(report) => report,
            None => inside.search(root, &half, stop, observer),
        }
    }
}
