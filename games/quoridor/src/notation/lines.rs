//! What the record formats share: numbered lines, plies, and information from the start position.

use ludex_kit::{Record, RecordedPly};

use crate::rules::options::Options;

/// Message for `expect` on writes to a string.
pub(super) const INFALLIBLE: &str = "writing to a string cannot fail";

pub(super) fn ply(text: String, line: usize, number: usize) -> RecordedPly {
    RecordedPly { text, place: format!("line {line}, move {number}"), ..RecordedPly::default() }
}

/// The lines of a text with their numbers. Comments are removed, and empty lines are skipped.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        let words = line.split('#').next().unwrap_or_default();
        (number, words.trim())
    });
    lines.filter(|(_, words)| !words.is_empty())
}

/// The numbered lines of each game in a text. `begins` receives the lines of the current game and the next line, and returns whether the
/// next line begins another game.
pub(super) fn games<'a>(
    text: &'a str,
    begins: impl Fn(&[(usize, &'a str)], &str) -> bool,
) -> Vec<Vec<(usize, &'a str)>> {
    let mut games = vec![Vec::new()];
    for (number, content) in numbered(text) {
        if games.last().is_some_and(|game| begins(game, content)) {
            games.push(Vec::new());
        }
        games.last_mut().expect("there is a game").push((number, content));
    }
    games
}

/// The player to move in a position text.
pub(super) fn start_mover(start: &str) -> &str {
    let field = start.split('/').nth(4).unwrap_or("");
    field.split_whitespace().next().unwrap_or("")
}

/// The options of a record; the default options if its variant is invalid.
pub(super) fn options_of(record: &Record) -> Options {
    Options::parse(&record.variant).unwrap_or_default()
}
