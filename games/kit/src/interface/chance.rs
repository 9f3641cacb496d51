//! Describes and evaluates positions before a chance event (a roll or a draw), for searches that start there.

use crate::message;
use ludex_search::{Game, Player, Returns, Score};
use serde::Serialize;

/// Estimates each player's expected result in a position.
pub type Worth<'a, P> = Box<dyn FnMut(&P) -> Returns + 'a>;

/// The unit of [`ChanceNodes::worth`] for games whose results are wins, draws and losses rather than points.
pub const RESULT: &str = message!("result, −1 to 1");

/// The type of a chance event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChanceKind {
    /// Dice are rolled.
    Dice,
    /// Pieces are dealt before the players move.
    Deal,
    /// A piece is drawn, which the next player plays.
    Draw,
    /// Any other type.
    #[default]
    Other,
}

/// A chance event in a form for programs and readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChanceEvent {
    /// Its type.
    pub kind: ChanceKind,
    /// The outcome alone, such as `31` for the notation `dice:31`.
    pub label: String,
}

/// Describes chance nodes: which event comes next, and the value of the position before it.
pub trait ChanceNodes<G: Game> {
    /// What is missing at a chance node, in the game's words, such as `the dice are not rolled`.
    fn missing_event(&self, _pos: &G::Position) -> &'static str {
        message!("a chance event is due")
    }

    /// The type of the chance event at this node.
    fn kind(&self, _pos: &G::Position) -> ChanceKind {
        ChanceKind::Other
    }

    /// The outcome part of an event's notation: `31` for `dice:31`. `None` if the notation is the outcome alone.
    fn label(&self, _pos: &G::Position, _event: G::Event) -> Option<String> {
        None
    }

    /// The player whose turn it is at a chance node, if a search can evaluate the node before the event is known. `None` if the event must
    /// be given first.
    fn awaits_event(&self, _pos: &G::Position) -> Option<Player> {
        None
    }

    /// Converts an expected result, −1 to 1, before a draw into a score. `None` if the game has no scores for positions before a draw, so
    /// that the event must be given first.
    fn score_at_chance(&self, _expectation: f32) -> Option<Score> {
        None
    }

    /// A static evaluation, used to measure luck. It has the same scale as tournament results: margins if the game has them, otherwise
    /// returns. It is called for positions before and after events and after the end of the game. `None` if the game has no chance.
    fn worth(&self) -> Option<Worth<'_, G::Position>> {
        None
    }

    /// The unit of [`worth`](Self::worth).
    fn worth_unit(&self) -> &'static str {
        RESULT
    }
}
