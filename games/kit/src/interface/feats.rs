//! Feats: what a player can do before anybody else moves, by the rules alone and whatever chance decides. Puzzles ask for them.

use ludex_search::Game;

/// Knows how the feat is done that the puzzles of a game ask for: to close a loop, in Tantrix.
pub trait Feats<G: Game> {
    /// The moves with which the player to move is sure to do it within so many moves of his own, the first counted, before
    /// anybody else moves; those that are worth most come first.
    fn sure_moves(&self, pos: &G::Position, within: u32) -> Vec<SureMove<G::Move>>;
}

/// A move after which a feat is sure, or done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SureMove<M> {
    /// The move.
    pub mv: M,
    /// What the feat is worth at the least, in the game's own measure.
    pub worth: u32,
    /// Whether the move does it itself.
    pub is_done: bool,
}
