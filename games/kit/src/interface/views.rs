//! Positions as others see them than a referee.

use ludex_search::support::perft::{Leaves, leaves_until};
use ludex_search::{Game, StopFlag};

/// Leaves out of a position what does not count for somebody.
pub trait Views<G: Game> {
    /// The position as its players see it, where a referee knows more.
    fn as_seen(&self, pos: &G::Position) -> G::Position {
        pos.clone()
    }

    /// What a perft counts from: the game and the position without what counts no ply. None: from the game as it is.
    fn perft_view(&self, _pos: &G::Position) -> Option<(G, G::Position)> {
        None
    }

    /// Counts leaves until the flag is raised. A game that is several at run time chooses once here, not at each node.
    fn leaves(&self, game: &G, pos: &G::Position, depth: u32, stop: &StopFlag) -> Leaves {
        leaves_until(game, pos, depth, stop)
    }
}
