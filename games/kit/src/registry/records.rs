//! Records held against the rules: how a game ended, which its record may know better.

use std::cmp::Ordering;

use ludex_search::{Returns, Step};

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::game_result::GameResult;
use crate::interface::input_error::InputError;
use crate::interface::record::Record;
use crate::interface::recorded_result::recorded_returns;
use crate::interface::results::winner_alone;

/// The end of the game of a record, from the position in which its moves end.
pub trait EndRecord {
    /// What the record says about its result; none if it says nothing. An error if that contradicts the rules.
    fn recorded_result(&self, record: &Record) -> Result<Option<GameResult>, InputError>;
    /// The player, counted from 1, who gave the game up by the last step, where records tell so by one.
    fn gave_up(&self) -> Option<usize>;
    /// Gives a record the result that the rules have decided here, at its end, and takes one away that they do not allow, which
    /// is returned.
    fn settle(&self, record: &mut Record) -> Option<InputError>;
    /// Goes to how the game stood at its end: not at the next game of a match, and with the result that it was given up by.
    fn end_record(&mut self, record: &Record);
}

impl<G: Playable> EndRecord for Erased<G> {
    fn recorded_result(&self, record: &Record) -> Result<Option<GameResult>, InputError> {
        let told = recorded_returns(&self.game, self.now(), record)?;
        let is_draw = |told: &Returns| {
            told[..self.game.players()]
                .windows(2)
                .all(|two| two[0].partial_cmp(&two[1]) == Some(Ordering::Equal))
        };
        if self.is_repeated() && told.is_some_and(|told| !is_draw(&told)) {
            let found = record.result.as_deref().unwrap_or_default();
            let expected = "1/2-1/2: the game is drawn by repetition";
            return Err(InputError::new("result", found, expected));
        }
        let result = |told: Returns| GameResult::of_rules(&told[..self.game.players()]);
        Ok(told.map(|told| GameResult { told: record.result.clone(), ..result(told) }))
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
            // A game that was cut short still has its winner.
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

/// Whether a result leaves the game open.
fn says_nothing(result: &str) -> bool {
    matches!(result.trim(), "" | "*" | "?" | "0-0")
}
