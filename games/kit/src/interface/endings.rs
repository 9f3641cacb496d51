//! Endings beyond the rules: results stated in a record, resignations, and games won by a margin.

use ludex_search::{Game, Player, Returns};

use crate::interface::input_error::InputError;
use crate::interface::record::Record;

/// Reads and writes results in the game's own notation.
pub trait Endings<G: Game> {
    /// The result that a record states if its moves end in this position: one value per player, or `None` if the record states no result. A
    /// result that contradicts the rules is an error. [`agreed_returns`](super::recorded_result::agreed_returns) reads the words that all
    /// game files share.
    fn recorded_returns(
        &self,
        pos: &G::Position,
        record: &Record,
    ) -> Result<Option<Returns>, InputError>;

    /// The position at the end of a recorded game, if it differs from the last position in the record: a match may have moved on to its
    /// next game, or a resignation may have scored. `before` is the position before the last step.
    fn end_of_record(
        &self,
        _before: &G::Position,
        _pos: &G::Position,
        _record: &Record,
    ) -> Option<G::Position> {
        None
    }

    /// The player who resigns by this move, if records write a resignation as a move.
    fn gave_up(&self, _mv: G::Move) -> Option<Player> {
        None
    }

    /// What happens if a player resigns and the game then counts `times` times (2 for a gammon, 3 for a backgammon). `None` if a
    /// resignation is simply a lost game.
    fn given_up(
        &self,
        _pos: &G::Position,
        _loser: Player,
        _times: usize,
    ) -> Option<GivenUp<G::Position>> {
        None
    }

    /// How the game's records write a result that the rules decided, if they state more than the winner.
    fn written_result(&self, _pos: &G::Position) -> Option<&'static str> {
        None
    }

    /// By how many points each player is ahead of the best opponent at the end of a game, if the game is won by a margin and
    /// [`returns`](Game::returns) does not show it.
    fn margins(&self, _pos: &G::Position) -> Option<Returns> {
        None
    }
}

/// The outcome of a resignation.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenUp<P> {
    /// The position after it.
    pub after: P,
    /// The result as a record writes it.
    pub result: String,
    /// The points lost by it.
    pub points: u32,
}
