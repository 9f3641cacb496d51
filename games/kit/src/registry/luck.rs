//! The luck of chance events.

use ludex_search::Step;
use ludex_search::support::luck::luck_of;

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;

/// Measures luck by static values of positions, without search.
pub trait MeasureLuck {
    /// Whether luck can be measured. False for games without chance.
    fn measures_luck(&self) -> bool;

    /// How much better an event is for each player than the average event, in the unit of [`luck_unit`](Self::luck_unit). `None` if a
    /// player is to move, or the game has no chance.
    fn luck_of(&self, event: &str) -> Result<Option<Vec<f64>>, InputError>;

    /// The unit: `points`, or the scale of results.
    fn luck_unit(&self) -> &'static str;

    /// The expected result of each player now, in the same unit. `None` if the game has no chance.
    fn worth(&self) -> Option<Vec<f64>>;
}

impl<G: Playable> MeasureLuck for Erased<G> {
    fn measures_luck(&self) -> bool {
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
