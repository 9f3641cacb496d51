//! How sites and programs write games: each dialect is a file of its own, which nothing else needs.

mod board_picture;
mod gamesgrid;
mod oldmoves;
mod pasted;
mod told_match;
mod true_money;

use ludex_kit::{InputError, Record};

use super::{mat, sgf};

/// Reads the games of a text.
pub(super) type ReadGames = fn(&str) -> Result<Vec<Record>, InputError>;

/// Tells whether a text is in some form.
type LooksLike = fn(&str) -> bool;

/// How a text is known for what it is, and who reads it. The first that knows it does.
const DIALECTS: [(LooksLike, ReadGames); 8] = [
    (
        |text| text.starts_with("BGF version"),
        |_| {
            let expected = "a text such as .mat or .sgf, which BGBlitz exports: BGF is not read";
            Err(InputError::new("line 1", "BGF, the format of BGBlitz", expected))
        },
    ),
    (|text| text.contains("(;"), sgf::read),
    (true_money::looks_like, true_money::read),
    (gamesgrid::looks_like, gamesgrid::read),
    (oldmoves::looks_like, oldmoves::read),
    (told_match::looks_like, told_match::read),
    (mat::looks_like, mat::read),
    (pasted::looks_like, pasted::read),
];

/// Who reads a text; none if it looks like no dialect.
pub(super) fn reader_of(text: &str) -> Option<ReadGames> {
    DIALECTS.iter().find(|(is_it, _)| is_it(text)).map(|&(_, read)| read)
}
