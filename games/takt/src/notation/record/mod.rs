//! Game files: PTN, portable Tak notation; and [SGF](ludex_kit::sgf).
//!
//! A file holds tags, moves with their numbers, comments in braces, a result, and branches after the main line, as PTN Ninja
//! writes them; variations in parentheses are read too. A tag after a game starts the next one. So does a tag behind an empty line, where no move
//! has come: if the tags before it have a result, or those after it repeat one of them, or begin with `Event` or `Site` where those before it name a game. Moves are kept as they stand and are not checked against the rules here.

mod endings;
mod pieces;
mod ptn_words;
mod read;
mod write;

use crate::open;
use ludex_kit::RecordFormat;
use ludex_kit::sgf::{self, SgfGame};

/// The formats of Tak's game files.
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
