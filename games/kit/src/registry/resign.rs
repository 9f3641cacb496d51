//! Resignation.

use ludex_search::{Player, Turn};

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::game_result::GameResult;
use crate::interface::input_error::InputError;
use crate::say;

/// The outcome of a resignation.
#[derive(Clone, Debug, PartialEq)]
pub struct Resignation {
    /// The result of the game.
    pub result: GameResult,
    /// The points lost, in games that are won by points.
    pub points: Option<u32>,
    /// The position in which the match continues, if it does.
    pub goes_on_at: Option<String>,
}

/// Resigns games.
pub trait Resign {
    /// The outcome if a player, counted from 1, resigns now. `way` is one of the game's [resignations](crate::TableTalk::resignations);
    /// `None` is the first of them.
    fn resign(&self, player: usize, way: Option<&str>) -> Result<Resignation, InputError>;
    /// The result if a player, counted from 1, loses outside the rules, such as by time. A team loses together.
    fn lost_by(&self, player: usize) -> GameResult;
}

impl<G: Playable> Resign for Erased<G> {
    fn resign(&self, player: usize, way: Option<&str>) -> Result<Resignation, InputError> {
        let times = times(G::INFO.table_talk.resignations, way)?;
        let loser = Player(player.saturating_sub(1) as u8);
        let endings = self.game.offers().endings;
        let given_up = endings.and_then(|endings| endings.given_up(self.now(), loser, times));
        let n_players = self.game.players();
        let Some(given_up) = given_up else {
            return Ok(Resignation {
                result: self.lost_by(player),
                points: None,
                goes_on_at: None,
            });
        };
        let after = given_up.after;
        let is_over = self.game.turn(&after) == Turn::Over;
        let result = if is_over {
            GameResult::of_rules(&self.game.returns(&after)[..n_players])
        } else {
            self.lost_by(player)
        };
        Ok(Resignation {
            result: GameResult { written: Some(given_up.result), ..result },
            points: Some(given_up.points),
            goes_on_at: (!is_over).then(|| self.game.write_position(&after)),
        })
    }

    fn lost_by(&self, player: usize) -> GameResult {
        let results = self.game.lost_by(Player(player.saturating_sub(1) as u8));
        GameResult::new(&results[..self.game.players()])
    }
}

/// The number of times that the game counts after this kind of resignation.
fn times(ways: &[&'static str], way: Option<&str>) -> Result<usize, InputError> {
    let Some(way) = way else {
        return Ok(1);
    };
    let known = ways.iter().position(|&known| known == way);
    known.map(|index| index + 1).ok_or_else(|| {
        let expected = match ways {
            [] => say!("nothing after it"),
            ways => say!("one of {names}", names = ways.join(", ")),
        };
        InputError::new("resign", way, expected)
    })
}
