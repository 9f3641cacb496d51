//! How games end beyond what the rules say: results that a record tells, and games that are won by more or less.

use ludex_search::{Game, Player, Returns};

use crate::interface::input_error::InputError;
use crate::interface::record::Record;

/// Reads the results of records in the manner of the game.
pub trait Endings<G: Game> {
    /// What a record that ends in this position says about its result: one value for each player; none if it says nothing.
    /// A result that contradicts the rules is an error. [`agreed_returns`](super::recorded_result::agreed_returns) knows the words that all game files share.
    fn recorded_returns(
        &self,
        pos: &G::Position,
        record: &Record,
    ) -> Result<Option<Returns>, InputError>;

    /// How the game of a record stood at its end, if not as here: a match has gone on to its next game, or the game was given
    /// up and counts all the same. `before` is the position before the last step.
    fn end_of_record(
        &self,
        _before: &G::Position,
        _pos: &G::Position,
        _record: &Record,
    ) -> Option<G::Position> {
        None
    }

    /// Who gives the game up by this move, where records tell so by one.
    fn gave_up(&self, _mv: G::Move) -> Option<Player> {
        None
    }

    /// What it comes to if a player gives the game up so that it counts so many times. None where that is a game lost like
    /// any other.
    fn given_up(
        &self,
        _pos: &G::Position,
        _loser: Player,
        _times: usize,
    ) -> Option<GivenUp<G::Position>> {
        None
    }

    /// How the records of the game write a result that the rules have decided, where they tell more than who won.
    fn told_result(&self, _pos: &G::Position) -> Option<&'static str> {
        None
    }

    /// By how many points each player is ahead of the best of the others at the end of a game, where it is won by more or less
    /// and [`returns`](Game::returns) does not say so.
    fn margins(&self, _pos: &G::Position) -> Option<Returns> {
        None
    }
}

/// A game that was given up.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenUp<P> {
    /// How things stand after it.
    pub after: P,
    /// The result as a record tells it.
    pub result: String,
    /// The points that it costs.
    pub points: u32,
}
