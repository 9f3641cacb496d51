//! Quoridor: two to four pawns race to the opposite side, and walls make the paths longer.
//!
//! Terms: a ply is one player's turn; a player who reaches the goal side has arrived; a move is a step or jump of the pawn, or the
//! placement of a wall; walls in stock have not been placed yet.

pub mod evaluation;
pub mod notation;
pub mod rules;
pub mod search;

mod open;
mod show;

ludex_kit::words!(tests::parameters);

use ludex_search::Score;

pub use notation::setup::Setup;
pub use open::open;
pub use rules::board::{Board, Side, Square, Squares};
pub use rules::game::Quoridor;
pub use rules::moves::{Direction, Move, Wall};
pub use rules::options::Options;
pub use rules::position::{Position, Undo};
pub use search::searches::alpha_beta;

use ludex_kit::ListStyle;
use ludex_kit::interface::shipped::Shipped;
use ludex_kit::interface::training::read_score;
use ludex_kit::registry::Entry;
use ludex_kit::support::styled::StyledText;
use ludex_kit::{
    GameInfo, Offers, Playable, PuzzleJudge, PuzzleList, SearchKind, Shown, TableTalk,
    TrainingKind, Variant, message,
};
use search::searches;

/// Constant facts about Quoridor.
pub static INFO: GameInfo = GameInfo {
    name: "quoridor",
    title: message!("Quoridor"),
    about: message!("Quoridor: step or place a wall; the first pawn on the opposite side wins"),
    variant_keys: &rules::options::KEYS,
    variants: &[
        "board=3x3,walls=4",
        "board=2x9",
        "board=9x3,edge-diagonal=off,max-plies=60",
        "players=3",
        "players=4,third-pawn=diagonal",
        "players=4,board=5x4,edge-diagonal=off,repetition=off",
    ],
    puzzle_lists: &[PuzzleList {
        name: "race",
        about: message!("Won races: keep the lead"),
        ask: message!("Keep your winning lead"),
        judge: PuzzleJudge::KeepsTheWin,
        text: include_str!("../data/puzzles-race.txt"),
    }],
    formats: &notation::record::FORMATS,
    books: &[Shipped {
        variant: "players=2,board=9x9,walls=10",
        text: include_str!("../data/book.txt"),
    }],
    openings: &[Shipped {
        variant: "players=2,board=9x9,walls=10",
        text: include_str!("../data/openings.txt"),
    }],
    protocols: &["qtp"],
    protocol_words: Some(&notation::qtp::WORDS),
    list_style: ListStyle::Numbered,
    usual_moves: 40,
    score_unit: message!("steps"),
    level_ratings: search::levels::RATINGS,
    training: Some(&TrainingKind {
        evaluators: searches::EVALUATORS,
        shipped_for: &["players=2,board=9x9,walls=10"],
        read: read_score,
    }),
    table_talk: TableTalk { no_draw: Some(message!("a pawn always arrives")), ..TableTalk::BASE },
    words: Some(&WORDS),
    ..GameInfo::BASE
};

/// Catalogue entry of the game.
pub static ENTRY: Entry = Entry { info: &INFO, session: open::session };

impl Playable for Quoridor {
    const INFO: &'static GameInfo = &INFO;

    fn variant(&self) -> Variant {
        self.options().variant()
    }

    const SEARCHES: &'static [SearchKind<Self>] = searches::ALL;

    fn render(&self, shown: &Shown<Self>) -> StyledText {
        self.text_of(shown)
    }

    fn ply(&self, pos: &Position) -> u32 {
        u32::from(pos.ply())
    }

    /// A step that leads away from the goal.
    fn is_senseless(&self, pos: &Position, mv: Move) -> bool {
        let Move::Pawn(to) = mv else {
            return false;
        };
        let mover = pos.to_move();
        let distance = |square: Square| pos.steps().distance(square.bit(), self.goal(mover));
        distance(to) > distance(pos.pawn(mover))
    }

    fn score_value(&self, score: Score) -> f64 {
        evaluation::unit::steps(score)
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            solvers: searches::SOLVERS,
            commentary: self,
            has_network: |game| searches::shipped(game).is_some(),
            learner: searches::is_duel(self).then_some(searches::learner),
            pictures: Some(self),
            gestures: Some(self),
            actions: Some(self),
            observations: Some(self),
            speech: Some(self),
            setting_up: Some(self),
            ..Offers::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use ludex_search::ParameterSet as _;

    /// The explanations of all parameters.
    pub(crate) fn parameters() -> Vec<String> {
        let parameters = super::search::searches::TreeParameters::default().list();
        parameters.iter().map(|one| one.about.to_owned()).collect()
    }
}
