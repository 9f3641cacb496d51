//! The [feat](crate::Feats) of the current position, for puzzles.

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::feats::SureMove;

/// Finds the moves that achieve the feat of the game's puzzles.
pub trait FindFeats {
    /// The moves that make the feat certain: the player to move can then achieve it before another player moves, with at most `within`
    /// moves, this one included. Best first. Empty if the game has no feats or no player is to move.
    fn sure_moves(&self, within: u32) -> Vec<SureMove<String>>;
}

impl<G: Playable> FindFeats for Erased<G> {
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
