//! The one error type for everything that reads text: the place, what was found, and what was expected.

use std::fmt;

use crate::support::nearest::nearest;

/// A text that was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Where it is, outermost first: `TPS, row 3, column 2`.
    pub place: String,
    /// The text found there.
    pub found: String,
    /// What was expected instead.
    pub expected: String,
    /// A suggestion that may help.
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
            found: short(found.into()),
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

    /// Adds the most similar candidate, if there is one, as a hint.
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

    /// Like [`within`](Self::within), unless the place already starts with it.
    #[must_use]
    pub fn within_unless_there(self, outer: &str) -> Self {
        if self.place.starts_with(outer) {
            return self;
        }
        self.within(outer)
    }

    /// Puts the place inside a larger one, such as a move inside a list or a line inside a file. Words that the larger place already
    /// contains are not repeated: a `variant` in `--variant`, a `line` in `line 3`.
    #[must_use]
    pub fn within(mut self, outer: impl fmt::Display) -> Self {
        let outer = outer.to_string();
        let (first, rest) = match self.place.split_once(", ") {
            Some((first, rest)) => (first, rest),
            None => (self.place.as_str(), ""),
        };
        let inner = if is_said(first, &outer) { rest } else { &self.place };
        self.place = match (outer.as_str(), inner) {
            (outer, "") => outer.to_owned(),
            ("", inner) => inner.to_owned(),
            (outer, inner) => format!("{outer}, {inner}"),
        };
        self
    }
}

/// Whether the last word of the place is already this part, alone or followed by a number.
fn is_said(part: &str, place: &str) -> bool {
    let last = place.rsplit(", ").next().unwrap_or(place);
    let rest = last.trim_start_matches('-').strip_prefix(part.trim_start_matches('-'));
    rest.is_some_and(|rest| {
        let number = rest.strip_prefix(' ').unwrap_or_default();
        rest.is_empty() || number.parse::<u64>().is_ok()
    })
}

impl InputError {
    /// What is wrong, without place and hint: `found "x7", expected 6 squares`.
    pub fn message(&self) -> String {
        let shown = ends_at_word(&self.found, SHOWN);
        let rest = if shown.len() < self.found.len() { CUT } else { "" };
        let found = shown.escape_debug();
        format!("found \"{found}{rest}\", expected {}", self.expected)
    }
}

/// How many characters of the found text are shown.
const SHOWN: usize = 80;
/// How many characters of the found text are kept, so that an error does not hold megabytes of input.
const KEPT: usize = 1_000;
/// Marks the place where text was left out.
const CUT: &str = "…";

/// The beginning of a text, at most [`KEPT`] characters.
fn short(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(KEPT) {
        text.truncate(end);
        text.shrink_to_fit();
    }
    text
}

/// The beginning of a text, at most `most` characters. It ends after a whole word, unless the first word is longer.
fn ends_at_word(text: &str, most: usize) -> &str {
    let Some((end, next)) = text.char_indices().nth(most) else {
        return text;
    };
    let cut = &text[..end];
    let word = cut.rfind(char::is_whitespace).filter(|&end| end > 0);
    match word {
        Some(end) if !next.is_whitespace() => cut[..end].trim_end(),
        _ => cut.trim_end(),
    }
}

impl fmt::Display for InputError {
    /// One line: `TPS, row 3: found "x7", expected 6 squares`, followed by the hint in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message())?;
        match &self.hint {
            Some(hint) => write!(f, " (hint: {hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_cut_after_a_word() {
        let message = |found: &str| InputError::new("", found, "y").message();
        let words = "board: found \"99x99\", expected WxH, 2 to 9 wide and 3 to 9 high";
        let long = format!("its answer is info string error: {words}");
        let cut = message(&long);
        assert!(cut.ends_with("2 to 9 wide…\", expected y"), "{cut}");
        assert_eq!(message(&"a".repeat(80)).matches('a').count(), 80);
        assert!(message(&"é".repeat(81)).contains("é…"));
        let text = "a1 ".repeat(1_000_000);
        assert!(InputError::new("", text, "y").found.len() <= KEPT);
    }

    #[test]
    fn no_place_is_said_twice() {
        for (place, outer, whole) in [
            ("row 3", "TPS", "TPS, row 3"),
            ("", "TPS", "TPS"),
            ("variant", "--variant", "--variant"),
            ("--stage", "--stage", "--stage"),
            ("line", "a.jsonl, line 1", "a.jsonl, line 1"),
            ("line, byte 3", "a.jsonl, line 1", "a.jsonl, line 1, byte 3"),
            ("line 12, move 7", "a.ptn", "a.ptn, line 12, move 7"),
            ("line 12", "part 1", "part 1, line 12"),
            ("player b", "player a", "player a, player b"),
        ] {
            let error = InputError::new(place, "x", "y").within(outer);
            assert_eq!(error.place, whole);
        }
    }
}
