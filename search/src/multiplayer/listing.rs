//! Which moves a search for many looks at.

use crate::interface::game::{Game, Player};
use crate::interface::policy::{AllMoves, Listed, Policy};

/// The moves of a policy, and nearer to the root all.
pub(super) struct Listing<'a, G, P> {
    game: &'a G,
    policy: &'a P,
    /// The player who moves at the root.
    root_player: Player,
    /// So many plies from the root on everybody looks at all moves.
    wide_plies: usize,
}

impl<'a, G: Game, P: Policy<G>> Listing<'a, G, P> {
    /// At the root all moves are looked at.
    pub(super) fn new(game: &'a G, policy: &'a P, root_player: Player) -> Self {
        Self { game, policy, root_player, wide_plies: 1 }
    }

    /// Lets all moves be looked at one ply further away from the root.
    pub(super) fn widen(&mut self) {
        self.wide_plies += 1;
    }

    /// Appends the moves to look at, `ply` plies from the root.
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
