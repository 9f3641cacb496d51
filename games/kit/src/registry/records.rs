//! Checks the end of a recorded game against the rules. A record may state an end that the rules do not show, such as a resignation.

use std::cmp::Ordering;

use ludex_search::{Returns, Step};

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::game_result::GameResult;
use crate::interface::input_error::InputError;
use crate::interface::record::Record;
use crate::interface::recorded_result::recorded_returns;
use crate::interface::results::winner_alone;
use crate::say;

/// Determines the end of a recorded game, starting from the position after its last move.
pub trait EndRecord {
    /// The result stated in the record; `None` if it states none. An error if it contradicts the rules.
    fn recorded_result(&self, record: &Record) -> Result<Option<GameResult>, InputError>;
    /// The player, counted from 1, who resigned by the last step, if records write resignations as steps.
    fn gave_up(&self) -> Option<usize>;
    /// Sets the result of a finished game in its record according to the rules. Removes a result that the rules do not allow, and returns
    /// the error.
    fn settle(&self, record: &mut Record) -> Option<InputError>;
    /// Moves to the position in which the recorded game ended, including the result of a resignation. In a match, this is not the start of
    /// the next game.
    fn end_record(&mut self, record: &Record);
}

impl<G: Playable> EndRecord for Erased<G> {
    fn recorded_result(&self, record: &Record) -> Result<Option<GameResult>, InputError> {
        let stated = recorded_returns(&self.game, self.now(), record)?;
        let is_draw = |stated: &Returns| {
            stated[..self.game.players()]
                .windows(2)
                .all(|two| two[0].partial_cmp(&two[1]) == Some(Ordering::Equal))
        };
        if self.is_repeated() && stated.is_some_and(|stated| !is_draw(&stated)) {
            let found = record.result.as_deref().unwrap_or_default();
            let expected = say!("1/2-1/2, because the game is drawn by repetition");
            return Err(InputError::new("result", found, expected));
        }
        let result = |stated: Returns| GameResult::of_rules(&stated[..self.game.players()]);
        Ok(stated.map(|stated| GameResult { written: record.result.clone(), ..result(stated) }))
    }

    fn gave_up(&self) -> Option<usize> {
        let endings = self.game.offers().endings?;
        let Some(Step::Move(last)) = self.line.last_step() else {
            return None;
        };
        Some(endings.gave_up(last)?.index() + 1)
    }

    fn settle(&self, record: &mut Record) -> Option<InputError> {
        let wrong = self.recorded_result(record).err();
        let status = self.game_status();
        let is_open = record.result.as_deref().is_some_and(says_nothing);
        if wrong.is_some() || is_open && status.over {
            // The stated way of winning may be wrong, or the record may be cut short; the winner is kept as long as the rules have not
            // decided the game.
            let winner = record.result.take().as_deref().and_then(winner_alone);
            record.result = winner.filter(|_| !status.over).map(str::to_owned);
        }
        if let (None, Some(result)) = (&record.result, &status.result) {
            result.write(record);
        }
        wrong
    }

    fn end_record(&mut self, record: &Record) {
        let before = self.line.position_before(&self.game);
        let endings = self.game.offers().endings;
        let end = endings.and_then(|endings| endings.end_of_record(&before, self.now(), record));
        if let Some(position) = end {
            self.line.restart(&self.game, position);
        }
    }
}

/// Whether a result leaves the game undecided.
fn says_nothing(result: &str) -> bool {
    matches!(result.trim(), "" | "*" | "?" | "0-0")
}
