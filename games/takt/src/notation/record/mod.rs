//! Game files: PTN (Portable Tak Notation) and [SGF](ludex_kit::sgf).
//!
//! A PTN file contains tags, numbered moves, comments in braces, a result, and after the main line the branches, as PTN Ninja writes them.
//! Variations in parentheses are read too. Moves are kept as written and are not checked against the rules here.
//!
//! A tag after a move starts the next game. If the current game has no move yet, a tag after an empty line starts the next game in three
//! cases:
//! - The current game already has a result.
//! - A tag after the empty line repeats a tag of the current game.
//! - The tag is `Event` or `Site`, and the current game already has an event, a site, a player's name or a date.

mod endings;
mod pieces;
mod ptn_words;
mod read;
mod write;

use crate::open;
use ludex_kit::RecordFormat;
use ludex_kit::sgf::{self, SgfGame};

/// The file formats of Tak.
pub(crate) static FORMATS: [RecordFormat; 2] = [
    RecordFormat {
        name: "ptn",
        extensions: &["ptn"],
        read: read::read,
        write: write::write,
        write_all: None,
        annotated: true,
        variations: true,
        evaluation: Some(write::evaluation),
        verbatim: false,
    },
    sgf::format(|text| sgf::read(&SGF, text), |record| sgf::write(&SGF, record)),
];

static SGF: SgfGame = SgfGame {
    name: "takt",
    open: open::session,
    number: None,
    options: &[("SZ", "size"), ("KM", "komi")],
};
