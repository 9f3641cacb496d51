//! Game files: Jellyfish's `.mat` and SGF (GM\[6\]), both read and written.
//!
//! What a file is its text says, whatever its ending. A file holds a match or a session; each game of it is a record of its own, which starts from its score. Comments of SGF
//! are kept; what other programs put into properties of their own (analysis, statistics) is not.

mod mat;
mod script;
mod sgf;
mod sgf_tree;
mod transcript;

pub(super) use transcript::read_result;

use crate::Format;

/// The formats of game files.
pub(super) static FORMATS: [Format; 2] = [
    Format {
        name: "sgf",
        extensions: &["sgf"],
        read: sgf::read,
        write: |record| sgf::write(std::slice::from_ref(record)),
        write_all: Some(sgf::write),
        verbatim: true,
    },
    Format {
        name: "mat",
        extensions: &["mat"],
        read: mat::read,
        write: |record| mat::write(std::slice::from_ref(record)),
        write_all: Some(mat::write),
        verbatim: true,
    },
];

/// The names of players and events as tags, in the order in which files have them.
const PLAYERS: [&str; 2] = ["Player1", "Player2"];
/// The day of the match, as `2026.11.21`.
const DATE: &str = "EventDate";

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";
