//! Exact search of the endgame between two sides: one side against all other players, who cooperate. Alpha-beta over every line of
//! play, for the best lead.

use std::collections::HashMap;

use ludex_search::{Bound, Game, Player, Turn};

use super::work::{INFINITE, Work};
use crate::rules::moves::Placement;
use crate::rules::position::Position;

/// The side whose lead is searched: its leader, and a bit set of all players who play for this lead, the leader included.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) leader: Player,
    pub(super) helpers: u8,
}

impl Side {
    pub(super) fn has(self, player: Player) -> bool {
        self.helpers >> player.index() & 1 == 1
    }
}

/// A search for the best lead of a side.
pub(super) struct Duel<'a, 'b> {
    work: &'a mut Work<'b>,
    side: Side,
    /// For each searched position, the lead of the side to move, and whether it is exact, a lower or an upper bound.
    known: HashMap<u64, (i32, Bound)>,
    best_line: HashMap<u64, Placement>,
}

impl<'a, 'b> Duel<'a, 'b> {
    pub(super) fn new(work: &'a mut Work<'b>, side: Side) -> Self {
        Self { work, side, known: HashMap::new(), best_line: HashMap::new() }
    }

    /// The best lead that the side to move can reach, between `alpha` and `beta`; `None` if the budget is used up.
    fn lead(&mut self, pos: &mut Position, mut alpha: i32, mut beta: i32) -> Option<i32> {
        let Turn::Player(mover) = self.work.game.turn(pos) else {
            let lead = self.work.game.leads(pos)[self.side.leader.index()];
            return Some(if self.side.has(pos.to_move()) { lead } else { -lead });
        };
        let hash = self.work.game.hash(pos);
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
        for mv in self.work.ordered(pos) {
            if self.work.budget.is_spent() {
                return None;
            }
            let value = self.after(pos, mv, mover, alpha, beta)?;
            if value > best {
                best = value;
                if self.best_line.len() < self.work.most_known {
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
        if self.known.len() < self.work.most_known {
            self.known.insert(hash, (best, bound));
        }
        Some(best)
    }

    /// The lead of the side of `mover` after a placement.
    pub(super) fn after(
        &mut self,
        pos: &mut Position,
        mv: Placement,
        mover: Player,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let undo = self.work.play(pos, mv);
        let value = if self.side.has(pos.to_move()) == self.side.has(mover) {
            self.lead(pos, alpha, beta)
        } else {
            self.lead(pos, -beta, -alpha).map(|value| -value)
        };
        self.work.game.undo(pos, mv, undo);
        value
    }

    /// The principal line from the stored results.
    pub(super) fn line(&self, pos: &Position, first: Placement) -> Vec<Placement> {
        let best = |hash| self.best_line.get(&hash).copied();
        self.work.line(pos, first, best)
    }
}
