//! Positions as the players see them, and as a count of leaves (perft) uses them.

use ludex_search::support::perft::{Leaves, leaves_until};
use ludex_search::{Game, StopFlag};

/// Removes the parts of a position that players cannot see, or that do not affect a count.
pub trait Views<G: Game> {
    /// The position as the players see it, if a referee knows more.
    fn as_seen(&self, pos: &G::Position) -> G::Position {
        pos.clone()
    }

    /// The game and position that a perft should count from, without steps that do not count as plies. `None`: use the game as it is.
    fn perft_view(&self, _pos: &G::Position) -> Option<(G, G::Position)> {
        None
    }

    /// Counts leaves until the stop flag is set. A game that selects its implementation at run time should override this to select it
    /// once here, and not at each node.
    fn leaves(&self, game: &G, pos: &G::Position, depth: u32, stop: &StopFlag) -> Leaves {
        leaves_until(game, pos, depth, stop)
    }
}
