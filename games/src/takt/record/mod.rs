//! Game files: PTN, portable Tak notation.
//!
//! A file holds tags, moves with their numbers, comments in braces, variations in parentheses and a result; a tag
//! behind a game starts the next one. Moves are kept as they stand and are not checked against the rules here.

mod read;
mod write;

use crate::Format;

/// The format of Tak's game files.
pub(super) const PTN: Format = Format {
    name: "ptn",
    extensions: &["ptn"],
    read: read::read,
    write: write::write,
    write_all: None,
    verbatim: false,
};

/// Tags that [`Record::variant`](crate::Record::variant) holds, with the keys there. The last two are our own.
const VARIANT_TAGS: [(&str, &str); 7] = [
    ("Size", "size"),
    ("Komi", "komi"),
    ("Flats", "stones"),
    ("Caps", "caps"),
    ("Opening", "opening"),
    ("Repetition", "repetition"),
    ("Reversible", "reversible"),
];

/// What may stand at the end of a game.
const RESULTS: [&str; 9] = [
    "R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2", "0-0", "*",
];

/// Stands for the first player's move where the second player begins.
const NO_MOVE: &str = "--";

/// The number of the first move and whether the second player makes it, from the text of a position.
fn beginning(tps: Option<&str>) -> (usize, usize) {
    let mut fields = tps.unwrap_or_default().split_whitespace().skip(1);
    let second = fields.next() == Some("2");
    let number = fields.next().and_then(read_number);
    (number.unwrap_or(1), usize::from(second))
}

/// The number of a move, if it is one that a game can reach.
fn read_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|&number| number <= 1_000_000)
}

/// The full moves that have been begun by both players after these plies, `second` of them being missing.
fn full_moves(plies: usize, second: usize) -> usize {
    (plies + second) >> 1
}
