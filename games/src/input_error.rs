//! The one error of everything that reads text: where, what was found, what was expected.

use std::fmt;

use crate::nearest::nearest;

/// A text that could not be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Where it stands, from the outside in: `TPS, row 3, column 2`.
    pub place: String,
    /// What was found there.
    pub found: String,
    /// What was expected instead.
    pub expected: String,
    /// What may help.
    pub hint: Option<String>,
}

impl InputError {
    /// An error at a place.
    pub fn new(
        place: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            place: place.into(),
            found: found.into(),
            expected: expected.into(),
            hint: None,
        }
    }

    /// Adds a hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the candidate that was most likely meant, if there is one, as a hint.
    #[must_use]
    pub fn with_nearest<'a>(
        self,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        match nearest(word, candidates) {
            Some(near) => self.with_hint(format!("did you mean {near}?")),
            None => self,
        }
    }

    /// [`within`](Self::within), unless the place lies there already.
    #[must_use]
    pub fn within_unless_there(self, outer: &str) -> Self {
        if self.place.starts_with(outer) {
            return self;
        }
        self.within(outer)
    }

    /// Puts the place inside a larger one: a move inside a list, a line inside a file.
    #[must_use]
    pub fn within(mut self, outer: impl fmt::Display) -> Self {
        self.place = if self.place.is_empty() {
            outer.to_string()
        } else {
            format!("{outer}, {}", self.place)
        };
        self
    }
}

impl fmt::Display for InputError {
    /// One line: `TPS, row 3: found "x7", expected 6 squares`, with the hint in brackets behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found: String = self
            .found
            .chars()
            .take(80)
            .flat_map(char::escape_debug)
            .collect();
        write!(
            f,
            "{}: found \"{found}\", expected {}",
            self.place, self.expected
        )?;
        match &self.hint {
            Some(hint) => write!(f, " (hint: {hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}
