//! What the formats of records share: numbered lines, plies, and what a start position says.

use ludex_kit::{Record, RecordedPly};

use crate::rules::options::Options;

/// Why writing to a string needs no error handling.
pub(super) const INFALLIBLE: &str = "writing to a string cannot fail";

pub(super) fn ply(text: String, line: usize, number: usize) -> RecordedPly {
    RecordedPly { text, place: format!("line {line}, move {number}"), ..RecordedPly::default() }
}

/// Lines with their numbers, without comments and empty ones.
pub(super) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        let words = line.split('#').next().unwrap_or_default();
        (number, words.trim())
    });
    lines.filter(|(_, words)| !words.is_empty())
}

/// The player to move in a position's text.
pub(super) fn start_mover(start: &str) -> &str {
    let field = start.split('/').nth(4).unwrap_or("");
    field.split_whitespace().next().unwrap_or("")
}

/// The options that a record names, as far as they can be read.
pub(super) fn options_of(record: &Record) -> Options {
    Options::parse(&record.variant).unwrap_or_default()
}
