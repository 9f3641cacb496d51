//! Positions as others see them than a referee.

use ludex_search::Game;

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
}
