//! Trax: place tiles with a white and a red line; a closed loop or a line across the group wins.
//!
//! Terms:
//!
//! - turn: a chosen tile and all tiles that it forces.
//! - forced space: an empty cell that two edges of the same colour enter; the fitting tile must be placed there in the same turn.
//!   Forced tiles can force further tiles (a cascade).
//! - group: the tiles on the table.
//! - end of a line: an open edge.
//! - attack: a threat to win with the next turn.
//! - drawn face: in the variant with luck, the face that the player must place.

pub mod evaluation;
pub mod notation;
pub mod rules;
pub mod search;

mod open;
mod show;

ludex_kit::words!();

use ludex_search::support::luck::after_best_move;
use ludex_search::{Evaluator, Score};

pub use notation::names::column_name;
pub use notation::setup::Setup;
pub use open::open;
pub use rules::face::Face;
pub use rules::game::Trax;
pub use rules::options::Options;
pub use rules::position::{Ending, Move, Position, Undo};
pub use search::searches::alpha_beta;

use evaluation::features::LineEndsEvaluator;

use ludex_kit::ListStyle;
use ludex_kit::interface::chance::Worth;
use ludex_kit::interface::shipped::Shipped;
use ludex_kit::interface::training::read_score;
use ludex_kit::registry::Entry;
use ludex_kit::support::styled::StyledText;
use ludex_kit::{
    ChanceKind, ChanceNodes, GameInfo, Offers, Playable, PuzzleJudge, PuzzleList, SearchKind,
    Shown, TrainingKind, Variant, message,
};

/// Constant facts about Trax.
pub static INFO: GameInfo = GameInfo {
    name: "trax",
    title: message!("Trax"),
    about: message!(
        "Trax: place tiles with a white and a red line; close a loop or cross eight columns or rows"
    ),
    variant_keys: &rules::options::KEYS,
    variants: &[
        "board=8x8",
        "luck=yes",
        "board=8x8,luck=yes",
        "board=8x8,loop=yes",
        "board=8x8,luck=yes,loop=yes",
    ],
    puzzle_lists: &[PuzzleList {
        name: "attack",
        about: message!("Attacks: force a loop or a line"),
        ask: message!("Win in N turns, whatever your opponent does"),
        judge: PuzzleJudge::WinsInTime,
        text: include_str!("../data/puzzles-attack.txt"),
    }],
    formats: &notation::record::FORMATS,
    books: &[Shipped {
        variant: "board=unlimited,luck=no,loop=no",
        text: include_str!("../data/book.txt"),
    }],
    openings: &[Shipped {
        variant: "board=unlimited,luck=no,loop=no",
        text: include_str!("../data/openings.txt"),
    }],
    protocols: &["fpt"],
    score_unit: message!("logits"),
    rollouts: true,
    endless_after: 500,
    list_style: ListStyle::Numbered,
    level_ratings: search::levels::RATINGS,
    training: Some(&TrainingKind {
        evaluators: search::searches::EVALUATORS,
        shipped_for: &["board=unlimited,luck=no,loop=no"],
        read: read_score,
    }),
    words: Some(&WORDS),
    ..GameInfo::BASE
};

/// Catalogue entry of the game.
pub static ENTRY: Entry = Entry { info: &INFO, session: open::session };

impl Playable for Trax {
    const INFO: &'static GameInfo = &INFO;

    fn variant(&self) -> Variant {
        self.options().variant()
    }

    const SEARCHES: &'static [SearchKind<Self>] = &search::searches::ALL;

    fn render(&self, shown: &Shown<Self>) -> StyledText {
        self.text_of(shown)
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.ply()
    }

    fn score_value(&self, score: Score) -> f64 {
        search::searches::logits(score)
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            solvers: &search::searches::SOLVERS,
            commentary: self,
            chance: self,
            has_network: |game| search::searches::shipped(game).is_some(),
            learner: (!self.options().luck).then_some(search::searches::learner),
            pictures: Some(self),
            gestures: Some(self),
            actions: Some(self),
            observations: Some(self),
            speech: Some(self),
            setting_up: Some(self),
            rollouts: Some(self),
            ..Offers::NONE
        }
    }
}

impl ChanceNodes<Self> for Trax {
    fn missing_event(&self, _pos: &Position) -> &'static str {
        message!("the face of the tile is not drawn yet")
    }

    fn kind(&self, _pos: &Position) -> ChanceKind {
        ChanceKind::Draw
    }

    fn score_at_chance(&self, expectation: f32) -> Option<Score> {
        Some(LineEndsEvaluator::default().score_of(expectation))
    }

    /// The expected result. The value of a drawn face is that of its best placement.
    fn worth(&self) -> Option<Worth<'_, Position>> {
        let evaluator = LineEndsEvaluator::default();
        let worth =
            move |pos: &Position| after_best_move(self, pos, |pos| evaluator.returns(self, pos));
        (self.options().luck).then(|| Box::new(worth) as Worth<'_, Position>)
    }
}

#[cfg(test)]
mod tests;
