//! How games end beyond what the rules say: results that a record tells, and games that are won by more or less.

use std::cmp::Ordering;

use ludex_search::{Game, Player, Returns, Turn};

use crate::{InputError, Playable, Record};

/// Reads the results of records in the manner of the game.
pub trait Endings<G: Game> {
    /// What a record that ends in this position says about its result: one value for each player; none if it says nothing.
    /// A result that contradicts the rules is an error. [`agreed_returns`] knows the words that all game files share.
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

/// What a record says about its result: in the words of the game, or in those that all game files share.
pub(crate) fn recorded_returns<G: Playable>(
    game: &G,
    pos: &G::Position,
    record: &Record,
) -> Result<Option<Returns>, InputError> {
    match game.offers().endings {
        Some(endings) => endings.recorded_returns(pos, record),
        None => agreed_returns(game, pos, record),
    }
}

/// The result that a record tells in the words that all game files share; an error if the rules say another.
pub fn agreed_returns<G: Playable>(
    game: &G,
    pos: &G::Position,
    record: &Record,
) -> Result<Option<Returns>, InputError> {
    let told = record.told_returns(game.players());
    if game.turn(pos) != Turn::Over || game.players() != 2 {
        return Ok(told);
    }
    let by_rules = game.returns(pos);
    let sign = |returns: Returns| returns[0].partial_cmp(&0.0);
    if told.is_some_and(|told| sign(told) != sign(by_rules)) {
        let expected = match sign(by_rules) {
            Some(Ordering::Greater) => "1-0: by the rules player 1 has won",
            Some(Ordering::Less) => "0-1: by the rules player 2 has won",
            _ => "1/2-1/2: by the rules the game is drawn",
        };
        let found = record.result.as_deref().unwrap_or_default();
        return Err(InputError::new("result", found, expected));
    }
    Ok(told)
}
