//! Feats: goals that a player can reach before any other player moves, whatever the dice or tile draws are. Puzzles ask for feats.

use ludex_search::Game;

/// Finds the moves that achieve the feat of the game's puzzles, such as closing a loop in Tantrix.
pub trait Feats<G: Game> {
    /// The moves that make the feat certain: whatever chance decides, the player to move can then achieve it before another player moves,
    /// with at most `within` moves, this one included. Sorted by worth, best first.
    fn sure_moves(&self, pos: &G::Position, within: u32) -> Vec<SureMove<G::Move>>;
}

/// A move that achieves the feat or makes it certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SureMove<M> {
    /// The move.
    pub mv: M,
    /// The least that the feat is worth, in the game's own unit, whatever chance decides.
    pub worth: u32,
    /// Whether the move itself achieves the feat.
    pub is_done: bool,
}
