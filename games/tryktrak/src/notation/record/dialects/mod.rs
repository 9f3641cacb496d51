//! The formats of other sites and programs, each in its own module.

mod board_picture;
mod gamesgrid;
mod gnubg_listing;
mod oldmoves;
mod pasted;
mod true_money;

use ludex_kit::{InputError, Record, say};

use super::{mat, sgf};

/// Reads the games of a text.
pub(super) type ReadGames = fn(&str) -> Result<Vec<Record>, InputError>;

/// Detects whether a text has a certain format.
type LooksLike = fn(&str) -> bool;

/// The formats: how each is detected, and its reader. The first that matches is used.
const DIALECTS: [(LooksLike, ReadGames); 8] = [
    (
        |text| text.starts_with("BGF version"),
        |_| {
            let sentence = say!(
                "BGF, the format of BGBlitz, cannot be read; export the match as .mat or .sgf"
            );
            Err(InputError::sentence("line 1", sentence))
        },
    ),
    (|text| text.contains("(;"), sgf::read),
    (true_money::looks_like, true_money::read),
    (gamesgrid::looks_like, gamesgrid::read),
    (oldmoves::looks_like, oldmoves::read),
    (gnubg_listing::looks_like, gnubg_listing::read),
    (mat::looks_like, mat::read),
    (pasted::looks_like, pasted::read),
];

/// The reader for a text; `None` if no format matches.
pub(super) fn reader_of(text: &str) -> Option<ReadGames> {
    DIALECTS.iter().find(|(is_it, _)| is_it(text)).map(|&(_, read)| read)
}
