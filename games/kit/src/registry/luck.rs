//! The luck of what chance brings.

use ludex_search::Step;
use ludex_search::support::luck::luck_of;

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;

/// Measuring luck by what positions are worth without a search.
pub trait TellLuck {
    /// Whether luck can be told: whether anything is left to chance.
    fn tells_luck(&self) -> bool;

    /// By how much an event that comes now is better for each player than what comes in the mean, as the game counts what is
    /// won. None where a player moves, or nothing is left to chance.
    fn luck_of(&self, event: &str) -> Result<Option<Vec<f64>>, InputError>;

    /// What is counted: `points`, or how it is scaled.
    fn luck_unit(&self) -> &'static str;

    /// What each player may expect now, counted in the same way; none where nothing is left to chance.
    fn worth(&self) -> Option<Vec<f64>>;
}

impl<G: Playable> TellLuck for Erased<G> {
    fn tells_luck(&self) -> bool {
        self.game.offers().chance.worth().is_some()
    }

    fn luck_of(&self, event: &str) -> Result<Option<Vec<f64>>, InputError> {
        let Some(mut worth) = self.game.offers().chance.worth() else {
            return Ok(None);
        };
        let Step::Event(event) = self.game.parse_step(self.now(), event)? else {
            return Ok(None);
        };
        let luck = luck_of(&self.game, self.now(), event, &mut *worth);
        Ok(Some(luck[..self.game.players()].to_vec()))
    }

    fn luck_unit(&self) -> &'static str {
        self.game.offers().chance.worth_unit()
    }

    fn worth(&self) -> Option<Vec<f64>> {
        let worth = self.game.offers().chance.worth()?(self.now());
        Some(worth[..self.game.players()].iter().map(|&value| value.into()).collect())
    }
}
