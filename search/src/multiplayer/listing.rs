//! The moves that a search for several players considers.

use crate::interface::game::{Game, Player};
use crate::interface::policy::{AllMoves, Listed, Policy};

/// Lists all moves near the root, and the moves of a policy farther down.
pub(super) struct Listing<'a, G, P> {
    game: &'a G,
    policy: &'a P,
    /// The player to move at the root.
    root_player: Player,
    /// The number of plies from the root in which all moves are considered.
    wide_plies: usize,
}

impl<'a, G: Game, P: Policy<G>> Listing<'a, G, P> {
    /// Considers all moves at the root only.
    pub(super) fn new(game: &'a G, policy: &'a P, root_player: Player) -> Self {
        Self { game, policy, root_player, wide_plies: 1 }
    }

    /// Considers all moves one ply farther from the root.
    pub(super) fn widen(&mut self) {
        self.wide_plies += 1;
    }

    /// Appends the moves to consider, `ply` plies from the root.
    pub(super) fn list(
        &self,
        pos: &G::Position,
        ply: usize,
        out: &mut Vec<(G::Move, f32)>,
    ) -> Listed {
        if ply < self.wide_plies {
            AllMoves.priors(self.game, pos, self.root_player, out)
        } else {
            self.policy.priors(self.game, pos, self.root_player, out)
        }
    }
}
