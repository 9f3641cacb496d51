//! Game files: PTN (Portable Tak Notation) and [SGF](ludex_kit::sgf).
//!
//! A PTN file contains tags, numbered moves, comments in braces, a result, and after the main line the branches, as PTN Ninja writes
//! them. Variations in parentheses are read too. A tag after moves starts the next game. Before any move, a tag after an empty line
//! starts the next game if the tags before it include a result, if it and those after it repeat one of them, or if it is `Event` or
//! `Site` and the tags before it already name a game. Moves are kept as written and are not checked against the rules here.

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
