//! Exact search of the endgame of three or four players, each for themselves (max^n): every line of play, where each player maximises
//! their own lead.
//!
//! A player compares endings by these criteria, in this order: their lead over the best opponent; if the win is shared, the number of
//! winners (fewer is better); the player's points; the points of the next players in turn. So every position has exactly one ending.
//!
//! Pruning: if a player leads by at least x, each opponent has a lead of at most −x. So branches that the previous player would not choose
//! are skipped. Players before that one cannot be used for pruning, because the interests of two players may coincide.
//!
//! CITE: Luckhardt, Irani, "An algorithmic solution of n-person games", AAAI 1986 (max^n).
//! CITE: Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48, 1991 (shallow pruning, and why not deep).

use std::cmp::Reverse;
use std::collections::HashMap;

use ludex_search::{Game, MAX_PLAYERS, Player, Returns, Turn};

use super::work::{INFINITE, Work};
use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    points: [u32; MAX_PLAYERS],
    leads: [i32; MAX_PLAYERS],
}

impl Ending {
    fn count(game: &Tantrix, pos: &Position) -> Self {
        let leads = game.leads(pos);
        // A stuck game is a draw for all players, whatever their points.
        let points =
            if leads == [0; MAX_PLAYERS] { leads.map(i32::unsigned_abs) } else { game.points(pos) };
        Self { points, leads }
    }

    pub(super) fn lead(&self, player: Player) -> i32 {
        self.leads[player.index()]
    }

    /// Number of players who share the win.
    fn winners(&self, players: usize) -> usize {
        self.leads[..players].iter().filter(|&&lead| lead >= 0).count()
    }

    /// Sort key: greater is better for the player.
    pub(super) fn rank(&self, player: Player, players: usize) -> impl Ord + use<> {
        let lead = self.lead(player);
        let company = if lead < 0 { 0 } else { self.winners(players) };
        let mut points = self.points;
        points[..players].rotate_left(player.index());
        (lead, Reverse(company), points)
    }

    /// The return of each player.
    pub(super) fn returns(&self, players: usize) -> Returns {
        let share = Tantrix::share(1.0 / self.winners(players) as f32);
        let mut returns = [0.0; MAX_PLAYERS];
        for (value, &lead) in returns[..players].iter_mut().zip(&self.leads) {
            *value = if lead < 0 { Tantrix::share(0.0) } else { share };
        }
        returns
    }
}

/// The result of searching a position.
pub(super) enum Found {
    /// How the game ends from this position.
    Ending(Ending),
    /// The player to move can reach a better result in another line of play.
    Poor,
    /// The previous player can reach a better result in another line of play, and so avoids this position.
    Refused,
}

/// A search for the ending that results if each player maximises their own lead.
pub(super) struct Everybody<'a, 'b> {
    work: &'a mut Work<'b>,
    known: HashMap<u64, (Ending, Placement)>,
}

impl<'a, 'b> Everybody<'a, 'b> {
    pub(super) fn new(work: &'a mut Work<'b>) -> Self {
        Self { work, known: HashMap::new() }
    }

    /// How the game ends. The player to move can already reach a lead of `has` in another line of play. If they can lead by more than
    /// `most` here, the previous player avoids this position. `None` if the budget is used up.
    fn ending(&mut self, pos: &mut Position, has: i32, most: i32) -> Option<Found> {
        let Turn::Player(mover) = self.work.game.turn(pos) else {
            return Some(Found::Ending(Ending::count(self.work.game, pos)));
        };
        let (hash, players) = (self.work.game.hash(pos), self.work.game.players());
        if let Some((ending, _)) = self.known.get(&hash) {
            return Some(Found::Ending(*ending));
        }
        let mut best: Option<(Ending, Placement)> = None;
        let (mut reached, mut is_whole) = (has, true);
        for mv in self.work.ordered(pos) {
            if self.work.budget.is_spent() {
                return None;
            }
            match self.after(pos, mv, reached, most)? {
                (Found::Ending(ending), _) => {
                    let rank = |ending: &Ending| ending.rank(mover, players);
                    if best.is_none_or(|(known, _)| rank(&ending) > rank(&known)) {
                        best = Some((ending, mv));
                        reached = reached.max(ending.lead(mover));
                    }
                    if ending.lead(mover) > most {
                        return Some(Found::Refused);
                    }
                }
                (Found::Refused, true) => return Some(Found::Refused),
                (Found::Poor | Found::Refused, _) => is_whole = false,
            }
        }
        let found = best.filter(|(ending, _)| is_whole || ending.lead(mover) >= reached);
        let Some((ending, mv)) = found else {
            return Some(Found::Poor);
        };
        if self.known.len() < self.work.most_known {
            self.known.insert(hash, (ending, mv));
        }
        Some(Found::Ending(ending))
    }

    /// How the game ends after a placement, and whether the same player continues. In another line of play, that player can already reach a
    /// lead of `has`.
    pub(super) fn after(
        &mut self,
        pos: &mut Position,
        mv: Placement,
        has: i32,
        most: i32,
    ) -> Option<(Found, bool)> {
        let mover = pos.to_move();
        let undo = self.work.play(pos, mv);
        let goes_on = pos.to_move() == mover;
        let found =
            if goes_on { self.ending(pos, has, most) } else { self.ending(pos, -INFINITE, -has) };
        self.work.game.undo(pos, mv, undo);
        found.map(|found| (found, goes_on))
    }

    /// The principal line from the stored results.
    pub(super) fn line(&self, pos: &Position, first: Placement) -> Vec<Placement> {
        let best = |hash| self.known.get(&hash).map(|&(_, mv)| mv);
        self.work.line(pos, first, best)
    }
}
