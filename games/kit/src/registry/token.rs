//! A move or an event as it was entered, with its place for errors.

use crate::interface::input_error::InputError;
use crate::interface::record::{Record, RecordedPly};

/// A word of a move list, with its place for errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The move or event.
    pub text: String,
    /// Its place.
    pub place: String,
}

impl Token {
    /// Adds the word's place to an error about it.
    pub fn locate(&self, mut error: InputError) -> InputError {
        if error.place == "move" {
            error.place.clear();
        }
        error.within(&self.place)
    }

    /// The words of a record.
    pub fn from_record(record: &Record) -> Vec<Self> {
        let word = |ply: &RecordedPly| Self { text: ply.text.clone(), place: ply.place.clone() };
        record.plies.iter().map(word).collect()
    }

    /// The words of a text, with places numbered within `place`.
    pub fn split(text: &str, place: &str) -> Vec<Self> {
        let word = |(index, text): (usize, &str)| Self {
            text: text.to_owned(),
            place: format!("{place}, move {}", index + 1),
        };
        text.split_whitespace().enumerate().map(word).collect()
    }
}
