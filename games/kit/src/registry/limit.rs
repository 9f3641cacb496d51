//! Searches that choose among some moves alone.

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;

/// Choosing among some moves alone.
pub trait LimitMoves {
    /// Lets the next search of the position at hand choose among these moves alone; among all if there is none.
    fn limit_moves(&mut self, moves: &[&str]) -> Result<(), InputError>;
}

impl<G: Playable> LimitMoves for Erased<G> {
    fn limit_moves(&mut self, moves: &[&str]) -> Result<(), InputError> {
        let read = moves.iter().map(|text| self.game.parse_move(self.now(), text));
        self.only = read.collect::<Result<_, _>>()?;
        Ok(())
    }
}
