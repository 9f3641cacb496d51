//! A game that a player gives up.

use ludex_search::{Player, Turn};

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;

/// How a game ended that a player has given up.
#[derive(Clone, Debug, PartialEq)]
pub struct Resignation {
    /// One value for each player.
    pub returns: Vec<f64>,
    /// The result as a record tells it, where the game has words of its own for it.
    pub result: Option<String>,
    /// The points that it costs, where games are won by points.
    pub points: Option<u32>,
    /// The position in which the match goes on, if it does.
    pub goes_on_at: Option<String>,
}

/// Giving a game up.
pub trait Resign {
    /// What it comes to if a player, counted from 1, gives the game up. `way` is one of the game's
    /// [ways](crate::TableTalk::resignations); the first if none.
    fn resign(&self, player: usize, way: Option<&str>) -> Result<Resignation, InputError>;
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
                returns: lost_by(player, n_players),
                result: None,
                points: None,
                goes_on_at: None,
            });
        };
        let after = given_up.after;
        let is_over = self.game.turn(&after) == Turn::Over;
        Ok(Resignation {
            returns: if is_over {
                let returns = self.game.returns(&after);
                let returns = returns[..n_players].iter();
                returns.map(|&value| value.into()).collect()
            } else {
                lost_by(player, n_players)
            },
            result: Some(given_up.result),
            points: Some(given_up.points),
            goes_on_at: (!is_over).then(|| self.game.write_position(&after)),
        })
    }
}

/// How often a game counts that is given up in this way.
fn times(ways: &[&'static str], way: Option<&str>) -> Result<usize, InputError> {
    let Some(way) = way else {
        return Ok(1);
    };
    let known = ways.iter().position(|&known| known == way);
    known.map(|index| index + 1).ok_or_else(|| {
        let expected = match ways {
            [] => "nothing behind it".to_owned(),
            ways => format!("one of {}", ways.join(", ")),
        };
        InputError::new("resign", way, expected)
    })
}

/// One player, counted from 1, alone loses, and the others share what there is to win.
pub fn lost_by(player: usize, n_players: usize) -> Vec<f64> {
    let share = 2.0 / (n_players - 1).max(1) as f64 - 1.0;
    let value = |number| if number == player { -1.0 } else { share };
    (1..=n_players).map(value).collect()
}
