//! How games end beyond what the rules say: results that a record tells, and games that are won by more or less.

use ludex_search::{Game, Player, Returns, Turn};

use super::results::{RESIGN, lost_by, told_returns};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::record::Record;

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
pub fn recorded_returns<G: Playable>(
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
    let n_players = game.players();
    let is_over = game.turn(pos) == Turn::Over;
    let found = record.result.as_deref().unwrap_or_default();
    if found == RESIGN {
        if is_over {
            let expected = "nothing after the end of the game";
            return Err(InputError::new("result", found, expected));
        }
        let loser = game.next_player(pos).index() + 1;
        return Ok(told_returns(&lost_by(loser), n_players));
    }
    let told = record.told_returns(n_players);
    if is_over && let Some(told) = told {
        let by_rules = game.returns(pos);
        let (told, winners) = (best(&told[..n_players]), best(&by_rules[..n_players]));
        // Of several winners, a team, one may be named.
        let is_one = told.iter().all(|player| winners.contains(player));
        let fits = told == winners || is_one && n_players > 2 && winners.len() < n_players;
        if !fits {
            let expected = match (&winners[..], n_players) {
                ([0], 2) => "1-0: by the rules player 1 has won".to_owned(),
                ([1], 2) => "0-1: by the rules player 2 has won".to_owned(),
                ([winner], _) => format!("p{0}win: by the rules player {0} has won", winner + 1),
                _ => "1/2-1/2: by the rules the game is drawn".to_owned(),
            };
            return Err(InputError::new("result", found, expected));
        }
    }
    Ok(told)
}

/// The players, counted from 0, who get the most.
fn best(returns: &[f32]) -> Vec<usize> {
    let most = returns.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (0..returns.len()).filter(|&player| returns[player] >= most).collect()
}
