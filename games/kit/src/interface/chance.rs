//! What a game knows about a position before chance decides, for searches that are asked about one.

use ludex_search::{Game, Player, Returns, Score};
use serde::Serialize;

/// Tells what each player may expect in a position.
pub type Worth<'a, P> = Box<dyn FnMut(&P) -> Returns + 'a>;

/// The unit of what is worth a result by the rules.
pub const RESULT: &str = "result, −1 to 1";

/// How chance decides something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChanceKind {
    /// Dice are rolled.
    Dice,
    /// Pieces are dealt, before the players move.
    Deal,
    /// A piece is drawn, which the next player plays.
    Draw,
    /// In another way.
    #[default]
    Other,
}

/// An event of chance, as programs and players read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChanceEvent {
    /// How chance decided it.
    pub kind: ChanceKind,
    /// What came, and nothing else: `31` where the notation is `dice:31`.
    pub label: String,
}

/// Says what a position is worth, or what it waits for, before an event.
pub trait ChanceNodes<G: Game> {
    /// What is missing at a chance node, in the game's words: `the dice are not rolled`.
    fn missing_event(&self, _pos: &G::Position) -> &'static str {
        "chance has not decided"
    }

    /// How chance decides at a chance node.
    fn kind(&self, _pos: &G::Position) -> ChanceKind {
        ChanceKind::Other
    }

    /// What an event brings, where its notation says more than that: `31` of `dice:31`.
    fn label(&self, _pos: &G::Position, _event: G::Event) -> Option<String> {
        None
    }

    /// Who waits for the event at a chance node that a search can value without it; none where the event must be given.
    fn awaits_event(&self, _pos: &G::Position) -> Option<Player> {
        None
    }

    /// The score that stands for an expected result, −1 to 1, of a position before a draw; none where such a position has no
    /// value of its own and an event must be given.
    fn score_at_chance(&self, _expectation: f32) -> Option<Score> {
        None
    }

    /// What positions are worth without a search, counted as the game counts what is won in tournaments: by its margins where
    /// it has some, else by its returns. Luck is measured by it. It is asked of every position, before and behind an event and
    /// after the end; none where nothing is left to chance.
    fn worth(&self) -> Option<Worth<'_, G::Position>> {
        None
    }

    /// What [`worth`](Self::worth) counts.
    fn worth_unit(&self) -> &'static str {
        RESULT
    }
}
