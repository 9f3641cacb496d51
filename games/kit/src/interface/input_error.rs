//! The one error of everything that reads text: the place, the text that was found, and why it was not accepted.

use std::fmt;

use super::places::part_words;
use crate::say;
use crate::support::nearest::nearest;

/// A text that was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Where it is, outermost first: `TPS, row 3, column 2`. The parts that all games share, such as `row 3`, are in English whatever the
    /// language: programs compare them. [`place_words`](InputError::place_words) translates them.
    pub place: String,
    /// The text that was found there; empty if a [`Reason::Sentence`] says everything.
    pub found: String,
    /// Why it was not accepted.
    pub reason: Reason,
    /// A suggestion, such as `did you mean e8?`.
    pub hint: Option<String>,
}

/// Why a text was not accepted. Each kind makes a different sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A noun phrase: what should be there instead. `expected a square such as e3, but found "e99"`.
    Expected(String),
    /// The rest of a sentence that begins with the text. `"e9" is not a legal step: player 2 is already there`.
    Problem(String),
    /// A sentence that needs no quoted text. `the game is over`.
    Sentence(String),
}

impl Reason {
    /// The words of the reason, without the text that was found.
    pub fn words(&self) -> &str {
        match self {
            Self::Expected(words) | Self::Problem(words) | Self::Sentence(words) => words,
        }
    }
}

impl InputError {
    /// An error that says what was expected: `PLACE: expected EXPECTED, but found "FOUND"`.
    pub fn new(
        place: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            place: place.into(),
            found: short(found.into()),
            reason: Reason::Expected(expected.into()),
            hint: None,
        }
    }

    /// An error that says what is wrong with a text: `PLACE: "FOUND" PROBLEM`.
    pub fn problem(
        place: impl Into<String>,
        found: impl Into<String>,
        problem: impl Into<String>,
    ) -> Self {
        Self { reason: Reason::Problem(problem.into()), ..Self::new(place, found, "") }
    }

    /// An error that a sentence explains without quoting a text: `PLACE: SENTENCE`.
    pub fn sentence(place: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self { reason: Reason::Sentence(sentence.into()), ..Self::new(place, "", "") }
    }

    /// An error about a word that is not in a list: `PLACE: "FOUND" is not KIND; use one of NAMES`.
    pub fn unknown(
        place: impl Into<String>,
        found: impl Into<String>,
        kind: &str,
        names: &[&str],
    ) -> Self {
        let problem = match names {
            [name] => say!("is not {kind}; use {name}", kind, name),
            names => say!("is not {kind}; use one of {names}", kind, names = names.join(", ")),
        };
        Self::problem(place, found, problem)
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
            Some(near) => self.with_hint(say!("did you mean {text}?", text = near)),
            None => self,
        }
    }

    /// Like [`within`](Self::within), but without a change if the place already starts with `outer`.
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
        let inner = if ends_with_part(&outer, first) { rest } else { &self.place };
        self.place = match (outer.as_str(), inner) {
            (outer, "") => outer.to_owned(),
            ("", inner) => inner.to_owned(),
            (outer, inner) => format!("{outer}, {inner}"),
        };
        self
    }
}

/// Whether the place already ends with this part, alone or followed by a number.
fn ends_with_part(place: &str, part: &str) -> bool {
    let last = place.rsplit(", ").next().unwrap_or(place);
    let rest = last.trim_start_matches('-').strip_prefix(part.trim_start_matches('-'));
    rest.is_some_and(|rest| {
        let number = rest.strip_prefix(' ').unwrap_or_default();
        rest.is_empty() || number.parse::<u64>().is_ok()
    })
}

impl InputError {
    /// The place in the current language: `TPS, row 3`. Only the parts that all games share are translated here.
    pub fn place_words(&self) -> String {
        self.place.split(", ").map(part_words).collect::<Vec<_>>().join(", ")
    }

    /// What is wrong, without the place and the hint: `expected 6 squares, but found "x7"`.
    pub fn message(&self) -> String {
        match &self.reason {
            Reason::Expected(expected) if self.found.is_empty() => {
                say!("expected {expected}, but found nothing", expected)
            }
            Reason::Expected(expected) => {
                say!("expected {expected}, but found {found}", expected, found = self.quoted())
            }
            Reason::Problem(problem) => format!("{} {problem}", self.quoted()),
            Reason::Sentence(sentence) => sentence.clone(),
        }
    }

    /// The found text, in quotation marks. A long text is cut after a word.
    fn quoted(&self) -> String {
        let shown = ends_at_word(&self.found, SHOWN);
        let rest = if shown.len() < self.found.len() { CUT } else { "" };
        say!("\"{text}\"", text = format!("{}{rest}", shown.escape_debug()))
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
    /// One line: `TPS, row 3: expected 6 squares, but found "x7"`, with the hint in brackets after it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place_words(), self.message())?;
        match &self.hint {
            Some(hint) => f.write_str(&say!(" (hint: {hint})", hint)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_found_texts_are_cut_after_a_word() {
        let message = |found: &str| InputError::new("", found, "y").message();
        let words = "board: \"99x99\" is not a board size: use WxH, 2 to 9 wide and 3 to 9 high";
        let long = format!("its answer is info string error: {words}");
        let cut = message(&long);
        assert!(cut.ends_with("use WxH, 2…\""), "{cut}");
        assert_eq!(message(&"a".repeat(80)).matches('a').count(), 80);
        assert!(message(&"é".repeat(81)).contains("é…"));
        let text = "a1 ".repeat(1_000_000);
        assert!(InputError::new("", text, "y").found.len() <= KEPT);
    }

    #[test]
    fn each_reason_makes_a_sentence() {
        let whole = |error: InputError| error.to_string();
        assert_eq!(
            whole(InputError::new("row 3", "x7", "6 squares")),
            "row 3: expected 6 squares, but found \"x7\""
        );
        assert_eq!(
            whole(InputError::new("row 3", "", "6 squares")),
            "row 3: expected 6 squares, but found nothing"
        );
        let illegal = InputError::problem("move", "e9", "is not a legal step");
        assert_eq!(
            whole(illegal.with_hint("try e8")),
            "move: \"e9\" is not a legal step (hint: try e8)"
        );
        assert_eq!(
            whole(InputError::sentence("undo", "there is no move to take back")),
            "undo: there is no move to take back"
        );
    }

    #[test]
    fn a_place_is_not_repeated() {
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
