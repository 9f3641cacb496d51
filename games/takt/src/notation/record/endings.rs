//! Checks the results of records against the board.

use ludex_search::{MAX_PLAYERS, Player, Returns};

use super::ptn_words;
use crate::any_size::{AnyPosition, AnyTakt};
use crate::rules::game::Ending;
use ludex_kit::interface::results::{self, RESIGN};
use ludex_kit::say;
use ludex_kit::{Endings, InputError, Playable, Record, plain_result};

impl Endings<Self> for AnyTakt {
    /// If a record states a win by road or by flats, the final position must contain it. A resignation or a loss on time is accepted if the
    /// game is not over on the board.
    fn recorded_returns(
        &self,
        pos: &AnyPosition,
        record: &Record,
    ) -> Result<Option<Returns>, InputError> {
        let Some(result) = result_word(record, self.next_player(pos)) else {
            return Ok(None);
        };
        let winner = match result {
            "R-0" | "F-0" | "1-0" => Some(Player(0)),
            "0-R" | "0-F" | "0-1" => Some(Player(1)),
            "1/2-1/2" => None,
            _ => return Ok(None),
        };
        let ending = self.ending(pos);
        let is_claim = result.contains(['R', 'F']);
        let fits = match ending {
            Some(ending) if is_claim => ending.result() == result,
            Some(ending) => ending.winner() == winner,
            None => !is_claim,
        };
        if !fits {
            let expected = match ending {
                Some(ending) => say!("{result}, as on the board", result = ending.result()),
                None => {
                    say!("1-0, 0-1, 1/2-1/2 or *, because there is no road and no end by flats")
                }
            };
            let stated = record.result.as_deref();
            return Err(InputError::new("result", stated.unwrap_or(result), expected));
        }
        let mut returns = [0.0; MAX_PLAYERS];
        if let Some(winner) = winner {
            returns[winner.index()] = 1.0;
            returns[winner.other().index()] = -1.0;
        }
        Ok(Some(returns))
    }

    fn written_result(&self, pos: &AnyPosition) -> Option<&'static str> {
        self.ending(pos).map(Ending::result)
    }
}

/// The result in the words of game files; `to_move` is the player to move at the end.
pub(super) fn result_word(record: &Record, to_move: Player) -> Option<&'static str> {
    let result = record.result.as_deref()?;
    let in_words = || {
        let stated = match result {
            RESIGN => results::parse_returns(&results::lost_by(to_move.index() + 1), 2),
            _ => record.recorded_returns(2),
        };
        stated.map(|stated| plain_result([stated[0], stated[1]].map(f64::from)))
    };
    ptn_words::result_word(result).or_else(in_words)
}
