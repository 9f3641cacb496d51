//! How a recorded game ended, which its record may know better than the rules.

use super::erased::Erased;
use crate::interface::endings::recorded_returns;
use crate::{InputError, Playable, Record};

/// The end of the game of a record, from the position in which its moves end.
pub trait EndRecord {
    /// What the record says about its result: one value for each player; none if it says nothing. An error if that
    /// contradicts the rules.
    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError>;
    /// Goes to how the game stood at its end: not at the next game of a match, and with the result that it was given up by.
    fn end_record(&mut self, record: &Record);
}

impl<G: Playable> EndRecord for Erased<G> {
    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError> {
        let told = recorded_returns(&self.game, self.now(), record)?;
        Ok(told.map(|told| told[..self.game.players()].to_vec()))
    }

    fn end_record(&mut self, record: &Record) {
        let before = self.line.position_before();
        let endings = self.game.offers().endings;
        let end = endings.and_then(|endings| endings.end_of_record(before, self.now(), record));
        if let Some(position) = end {
            self.line.restart(&self.game, position);
        }
    }
}
