//! Searches limited to some moves.

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;

/// Limits a search to some moves.
pub trait LimitMoves {
    /// Limits the next search of the current position to these moves. An empty list removes the limit.
    fn limit_moves(&mut self, moves: &[&str]) -> Result<(), InputError>;
}

impl<G: Playable> LimitMoves for Erased<G> {
    fn limit_moves(&mut self, moves: &[&str]) -> Result<(), InputError> {
        let read = moves.iter().map(|text| self.game.parse_move(self.now(), text));
        self.only = read.collect::<Result<_, _>>()?;
        Ok(())
    }
}
