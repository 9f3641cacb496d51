//! Shared parts of the endgame searches: playing and ordering placements, and the principal line.

use ludex_search::{Budget, Game, MoveList};

use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::{Position, Undo};
use crate::search::policy::GreedyPolicy;

/// A lead larger than any game can reach.
pub(super) const INFINITE: i32 = 1_000;

/// The game, the move ordering and the budget of an endgame search.
pub(super) struct Work<'a> {
    pub(super) game: &'a Tantrix,
    pub(super) policy: &'a GreedyPolicy,
    pub(super) budget: Budget<'a>,
    pub(super) most_known: usize,
}

impl Work<'_> {
    pub(super) fn play(&mut self, pos: &mut Position, mv: Placement) -> Undo {
        self.budget.count();
        self.game.play(pos, mv)
    }

    pub(super) fn ordered(&self, pos: &Position) -> Vec<Placement> {
        let mut moves = MoveList::new();
        self.game.legal_moves(pos, &mut moves);
        self.in_order(pos, moves)
    }

    pub(super) fn in_order(&self, pos: &Position, mut moves: Vec<Placement>) -> Vec<Placement> {
        moves.sort_by_cached_key(|&mv| -(self.policy.rate(self.game, pos, mv) * 8.0) as i32);
        moves
    }

    /// A placement and the best placements after it, as far as they are stored.
    pub(super) fn line(
        &self,
        pos: &Position,
        first: Placement,
        best: impl Fn(u64) -> Option<Placement>,
    ) -> Vec<Placement> {
        let mut pos = pos.clone();
        let mut line = vec![first];
        self.game.play(&mut pos, first);
        while let Some(mv) = best(self.game.hash(&pos)) {
            if !self.game.is_legal(&pos, mv) {
                break;
            }
            line.push(mv);
            self.game.play(&mut pos, mv);
        }
        line
    }
}
