//! Game-specific descriptions of positions, moves and search results, in addition to scores and probabilities.

use ludex_search::{Game, Player, Report};

use crate::interface::input_error::InputError;
use crate::interface::search_kinds::SearchSetup;

/// Game-specific facts for JSON. `ludex show` adds them to its JSON object.
pub type Facts = serde_json::Map<String, serde_json::Value>;

/// Explains positions and moves in the terms of the game. Every method may return an empty description.
pub trait Commentary<G: Game> {
    /// Describes a position.
    fn describe(&self, _pos: &G::Position) -> Description {
        Description::default()
    }

    /// Adds to a description the fact that the game is drawn by repetition.
    fn describe_repeated(&self, _description: &mut Description) {}

    /// Describes a legal move, for `analyse`.
    fn describe_move(&self, _pos: &G::Position, _mv: G::Move) -> Description {
        Description::default()
    }

    /// Interprets a search's report on a position.
    fn explain(&self, _pos: &G::Position, _report: &Report<G::Move>) -> Explanation {
        Explanation::default()
    }

    /// The signs that annotators add to a legal move regardless of its quality, such as Tak's `'` for a threat. `is_won` says that the
    /// move is proven to win.
    fn signs(&self, _pos: &G::Position, _mv: G::Move, _is_won: bool) -> &'static str {
        ""
    }

    /// What `analyse` adds to its report on a position, from evaluations that the game computes itself.
    fn appraise(
        &self,
        _setup: &SearchSetup,
        _pos: &G::Position,
    ) -> Result<Description, InputError> {
        Ok(Description::default())
    }

    /// The rule that limits the choice of the player to move, or that completes the turn after a legal move. `None` if there is no such rule.
    fn applied_rule(&self, _pos: &G::Position, _mv: G::Move) -> Option<AppliedRule> {
        None
    }

    /// The variant and the player to move, as lists of puzzles write them. `None`: use the variant's keys and the player's number.
    fn list_words(&self, _mover: Player) -> Option<[String; 2]> {
        None
    }
}

/// A rule that left a player little choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppliedRule {
    /// The rule in one word, such as `fill-space`. The web page has a sentence for each word.
    pub word: &'static str,
    /// A number that belongs to the rule, such as the number of forced tiles; 0 if it has none.
    pub count: usize,
}

/// A game's description of a position, move, line, decision or player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// Facts for JSON.
    pub facts: Facts,
    /// Pairs of heading and text, for readers.
    pub notes: Vec<(String, String)>,
    /// One table row: pairs of heading and text. All rows of a table have the same headings.
    pub cells: Vec<(&'static str, String)>,
}

impl From<Facts> for Description {
    fn from(facts: Facts) -> Self {
        Self { facts, ..Self::default() }
    }
}

/// A game's description of what a search reported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// About the position.
    pub position: Description,
    /// About each line, in the order of the report. The cells replace the usual columns.
    pub lines: Vec<Description>,
}
