//! Takt (Tak): build a road from one side of the board to the opposite one.
//!
//! Terms:
//!
//! - road: a connected line between opposite edges; some rules call it *Takt*.
//! - stone: placed as a flat, or upright as a wall.
//! - capstone: some rules call it *gate*.
//! - spread: the move of a stack.
//! - komi: flats added to the second player's count.
//! - tinuë: a road that the opponent cannot prevent.

pub mod evaluation;
pub mod rules;
pub mod search;

mod any_size;
mod notation;
mod open;
mod playable;
mod show;

pub use any_size::{AnyPosition, AnyTakt};
pub use open::open;
pub use rules::game::{Ending, Takt};
pub use rules::moves::{Action, Direction, Drops, Move, Piece, Square};
pub use rules::opening::Opening;
pub use rules::options::Options;
pub use rules::pile::{Board, Pile, Size};
pub use rules::position::{Position, Undo};
pub use search::searches::alpha_beta;

ludex_kit::words!();

use ludex_kit::GameInfo;
use ludex_kit::ListStyle;
use ludex_kit::PuzzleJudge;
use ludex_kit::PuzzleList;
use ludex_kit::TrainingKind;
use ludex_kit::interface::shipped::Shipped;
use ludex_kit::interface::training::read_score;
use ludex_kit::message;
use ludex_kit::registry::Entry;

/// Constant facts about Takt.
pub static INFO: GameInfo = GameInfo {
    name: "takt",
    aliases: &["tak"],
    title: message!("Takt (Tak)"),
    about: message!(
        "Takt (Tak): flats, walls and capstones; join two opposite sides of the board by a road"
    ),
    variant_keys: &rules::options::KEYS,
    variants: &[
        "size=3",
        "size=3,stones=4,caps=2",
        "size=4",
        "size=5,opening=no-swap",
        "size=3,stones=2,caps=1,opening=double-black-stack",
        "size=6,opening=double-black-stack",
        "size=6,komi=2",
        "size=7",
        "size=8,komi=0.5",
    ],
    position_format: "tps",
    puzzle_lists: &[PuzzleList {
        name: "tinue",
        about: message!("Tinuë: force a road"),
        ask: message!("Force a road in N turns, whatever your opponent does"),
        judge: PuzzleJudge::WinsInTime,
        text: include_str!("../data/puzzles-tinue.txt"),
    }],
    formats: &notation::record::FORMATS,
    books: &[
        Shipped { variant: "size=5,komi=2", text: include_str!("../data/book-5-komi-2.txt") },
        Shipped { variant: "size=6,komi=2", text: include_str!("../data/book-6-komi-2.txt") },
    ],
    openings: &[
        Shipped { variant: "size=5,komi=2", text: include_str!("../data/openings-5-komi-2.txt") },
        Shipped { variant: "size=6,komi=2", text: include_str!("../data/openings-6-komi-2.txt") },
    ],
    tournament_rules: &[("repetition", "3"), ("reversible", "50")],
    protocols: &["tei"],
    list_style: ListStyle::Numbered,
    usual_moves: 48,
    score_unit: message!("flats"),
    level_ratings: search::levels::RATINGS,
    training: Some(&TrainingKind {
        evaluators: search::searches::EVALUATORS,
        shipped_for: &["size=5", "size=6"],
        read: read_score,
    }),
    words: Some(&WORDS),
    ..GameInfo::BASE
};

/// Catalogue entry of the game.
pub static ENTRY: Entry = Entry { info: &INFO, session: open::session };
