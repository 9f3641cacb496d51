//! What a game has to say about positions, moves and the findings of a search, beyond scores and chances.

use ludex_search::{Game, Player, Report};

use crate::interface::input_error::InputError;
use crate::interface::search_kinds::SearchSetup;

/// What is said beyond the rules' common part, for JSON: `show` adds it to its object.
pub type Facts = serde_json::Map<String, serde_json::Value>;

/// Says what a game's players want to know. Who has nothing to say about something leaves it out.
pub trait Commentary<G: Game> {
    /// About a position.
    fn describe(&self, _pos: &G::Position) -> Description {
        Description::default()
    }

    /// Adds to what is said about a position that it is the end: the game is drawn by repetition.
    fn describe_repeated(&self, _description: &mut Description) {}

    /// About a legal move, for `analyse`.
    fn describe_move(&self, _pos: &G::Position, _mv: G::Move) -> Description {
        Description::default()
    }

    /// What the game makes of a search's report on a position.
    fn explain(&self, _pos: &G::Position, _report: &Report<G::Move>) -> Explanation {
        Explanation::default()
    }

    /// The signs that annotators put behind a legal move whatever it is worth, such as Tak's `'` behind a threat; `is_won` says
    /// that it is proven to win.
    fn signs(&self, _pos: &G::Position, _mv: G::Move, _is_won: bool) -> &'static str {
        ""
    }

    /// What `analyse` adds about a position that was searched, by evaluations of its own.
    fn appraise(
        &self,
        _setup: &SearchSetup,
        _pos: &G::Position,
    ) -> Result<Description, InputError> {
        Ok(Description::default())
    }

    /// The variant and the player to move as lists of puzzles write them; none: the variant's keys and the player's number.
    fn list_words(&self, _mover: Player) -> Option<[String; 2]> {
        None
    }
}

/// What a game says about a position, a move, a line, a decision or a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// For JSON.
    pub facts: Facts,
    /// For a reader: headings, and what stands beside them.
    pub notes: Vec<(String, String)>,
    /// A row of a table: heading and text. All rows of a table have the same headings.
    pub cells: Vec<(&'static str, String)>,
}

impl From<Facts> for Description {
    fn from(facts: Facts) -> Self {
        Self { facts, ..Self::default() }
    }
}

/// What a game says about a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// About the position.
    pub position: Description,
    /// About each line, in the order of the report; its cells take the place of the usual columns.
    pub lines: Vec<Description>,
}
