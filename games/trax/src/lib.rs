//! Trax: lay tiles with a white and a red line, and close a loop or cross the group.
//!
//! Glossary (field term / the players' word): move / turn; move with consequences / turn with forced spaces filled;
//! group / the tiles laid; open edge / end of a line; threat / attack; chance event / drawn face.

pub mod evaluation;
pub mod notation;
pub mod rules;
pub mod search;

mod show;

#[cfg(test)]
mod tests;

use ludex_search::support::luck::behind_best_move;
use ludex_search::{Evaluator, Game, Score};

pub use notation::setup::Setup;
pub use rules::face::Face;
pub use rules::game::Trax;
pub use rules::options::Options;
pub use rules::position::{Ending, Move, Position, Undo};
pub use search::searches::alpha_beta;

use evaluation::features::LineEndsEvaluator;

use ludex_kit::ListStyle;
use ludex_kit::interface::chance::Worth;
use ludex_kit::interface::shipped::Shipped;
use ludex_kit::interface::training::{TrainingMethod, read_score};
use ludex_kit::registry::{Entry, Erase};
use ludex_kit::support::styled::StyledText;
use ludex_kit::{
    ChanceNodes, GameInfo, InputError, Offers, Playable, PuzzleJudge, PuzzleList, SearchKind,
    Shown, TrainingKind, Variant, Visitor,
};

/// What there is to know about Trax.
pub static INFO: GameInfo = GameInfo {
    name: "trax",
    about: "Trax: lay tiles with a white and a red line; close a loop, or cross eight columns or rows",
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
        about: "Attacks that end in a loop or a line",
        ask: "Win in N turns, whatever the other player does",
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
    score_unit: "logits",
    rollouts: true,
    endless_after: 500,
    list_style: ListStyle::Numbered,
    level_ratings: search::levels::RATINGS,
    training: Some(&TrainingKind {
        evaluators: search::searches::EVALUATORS,
        shipped_for: &["board=unlimited,luck=no,loop=no"],
        read: read_score,
        method: TrainingMethod::Score,
    }),
    ..GameInfo::BASE
};

/// The game in a catalogue.
pub static ENTRY: Entry =
    Entry { info: &INFO, session: |variant, position| open(variant, position, Erase) };

/// How a game file names the position that its next game starts from.
const COMMENT_FROM: &str = "# from";

/// Opens Trax as the variant and the position ask for.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let Some(text) = position else {
        let game = Trax::with_options(Options::parse(variant, Options::default())?);
        let start = game.start();
        return Ok(visitor.visit(game, start));
    };
    let setup = Setup::read(text)?;
    let game = Trax::with_options(Options::parse(variant, setup.words)?);
    let start = setup.position(&game)?;
    Ok(visitor.visit(game, start))
}

/// The name of a column of the notation: `@` is 0, `A` 1, `Z` 26, `AA` 27.
pub fn column_name(mut number: usize) -> String {
    if number == 0 {
        return "@".into();
    }
    let mut letters = Vec::new();
    while number > 0 {
        letters.push(char::from(b'A' + ((number - 1) % 26) as u8));
        number = (number - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// The face of a name like `+ns`, in lower case.
fn face_of_name(name: &str) -> Option<Face> {
    Face::ALL.into_iter().find(|face| face.name() == name)
}

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
            setting_up: Some(self),
            rollouts: Some(self),
            ..Offers::NONE
        }
    }
}

impl ChanceNodes<Self> for Trax {
    fn missing_event(&self, _pos: &Position) -> &'static str {
        "the face of the tile is not drawn"
    }

    fn score_at_chance(&self, expectation: f32) -> Option<Score> {
        Some(LineEndsEvaluator::default().score_of(expectation))
    }

    /// The result that may be expected. What a drawn face is worth shows only when it is placed: behind the best place.
    fn worth(&self) -> Option<Worth<'_, Position>> {
        let evaluator = LineEndsEvaluator::default();
        let worth =
            move |pos: &Position| behind_best_move(self, pos, |pos| evaluator.returns(self, pos));
        (self.options().luck).then(|| Box::new(worth) as Worth<'_, Position>)
    }
}
