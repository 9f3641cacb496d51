//! The feats of the position at hand, for puzzles.

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::feats::SureMove;

/// Tells how the feat is done that the puzzles of a game ask for.
pub trait TellFeats {
    /// The moves with which the player to move is sure to do it within so many moves of his own; those that are worth most
    /// come first. None where the game has no feats, or nobody is to move.
    fn sure_moves(&self, within: u32) -> Vec<SureMove<String>>;
}

impl<G: Playable> TellFeats for Erased<G> {
    fn sure_moves(&self, within: u32) -> Vec<SureMove<String>> {
        let Some(feats) = self.game.offers().feats.filter(|_| !self.moves().is_empty()) else {
            return Vec::new();
        };
        let sure = feats.sure_moves(self.now(), within).into_iter();
        let written = |sure: SureMove<G::Move>| SureMove {
            mv: self.write(sure.mv),
            worth: sure.worth,
            is_done: sure.is_done,
        };
        sure.map(written).collect()
    }
}
