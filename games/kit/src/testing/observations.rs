//! Checks what networks see of positions.

use ludex_search::Turn;

use super::GameCheck;
use crate::interface::catalogue::Playable;
use crate::interface::observations::{GREATEST, Observations, named};
use crate::registry::Observation;

/// Maximum number of steps of a random game.
const LONGEST: usize = 150;

impl<G: Playable> GameCheck<'_, G> {
    /// Checks in random games what networks see, if the game shows it: names for all planes and numbers, values within bounds, and the same
    /// sight of a position that is read from its text.
    ///
    /// # Panics
    /// If the game breaks the contract; the message says how.
    pub fn check_observations(&self, games: u64) {
        let Some(observations) = self.game.offers().observations else {
            return;
        };
        let (n_planes, names) = (observations.shape()[0], observations.plane_names());
        assert!(
            n_planes == named(&names),
            "`shape` says {n_planes} planes, but `plane_names` names {}; make them agree. Position: any",
            named(&names)
        );
        for seed in 0..games {
            self.visit_game(seed, LONGEST, &mut |_, pos, _| {
                if matches!(self.game.turn(pos), Turn::Player(_)) {
                    self.check_sight(pos, observations);
                }
            });
        }
    }

    fn check_sight(&self, pos: &G::Position, observations: &dyn Observations<G>) {
        let text = self.game.write_position(pos);
        let seen = Observation::new(observations, pos);
        let values = [&seen.planes[..], &seen.numbers].concat();
        let is_bad = |value: &&f32| !(value.is_finite() && value.abs() <= GREATEST);
        if let Some(bad) = values.iter().find(is_bad) {
            panic!(
                "`planes` or `numbers` writes {bad}; every value must be between −{GREATEST} and {GREATEST}. Position: {text}"
            );
        }
        let numbers = seen.inputs.iter().map(|&(input, _)| usize::from(input));
        let greatest = numbers.max().unwrap_or_default();
        assert!(
            greatest < seen.n_inputs || seen.inputs.is_empty(),
            "`inputs` appends input {greatest}, but `n_inputs` is {}; inputs must be below that number. Position: {text}",
            seen.n_inputs
        );
        let Ok(read) = self.game.parse_position(&text) else {
            return;
        };
        let again = Observation::new(observations, &read);
        let again = [&again.planes[..], &again.numbers].concat();
        let differs =
            values.iter().zip(&again).position(|(value, other)| value.total_cmp(other).is_ne());
        assert!(
            self.contracts.without_ply || differs.is_none(),
            "`planes` or `numbers` writes another value at index {} after the position was read from its text; equal positions must \
             look equal. Position: {text}",
            differs.unwrap_or_default()
        );
    }
}
