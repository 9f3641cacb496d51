//! The value that travels through a search: chances, and a number for every state of the cube.

use ludex_search::Value;

use crate::evaluation::outcome::Outcome;

/// Cube states of one value: the cube in the middle, and five cube values in the hands of either player. No tree of a few
/// plies reaches more.
pub const STATES: usize = 11;

/// Owned cube values among the states.
pub(super) const OWNED_LEVELS: usize = (STATES - 1) / 2;
/// The state with the cube in the middle.
pub(super) const CENTRE: usize = 0;

/// The state with the cube of an owned level in the hands of the player whose view it is.
pub(super) const fn mine(level: usize) -> usize {
    1 + 2 * level
}

/// The state with the cube of an owned level in the other's hands.
pub(super) const fn theirs(level: usize) -> usize {
    2 + 2 * level
}

/// Values of one position in all cube states, from the view of one player.
pub type StateValues = [f32; STATES];

/// What travels through the search: the chances of the outcome, and the values in every cube state. Both are averaged; the
/// second is not derived from the first.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct CubefulValue {
    /// The chances.
    pub outcome: Outcome,
    /// Points in units of the root's cube for money; for matches equities: a plain win at the root's cube is 1, a plain loss −1.
    pub cubeful: StateValues,
}

impl CubefulValue {
    /// The chances alone, where there is no cube to be told of.
    pub(crate) fn of_chances(outcome: Outcome) -> Self {
        Self { outcome, cubeful: [0.0; STATES] }
    }
}

impl Value for CubefulValue {
    const COMPONENTS: usize = 5 + STATES;

    fn component(&self, index: usize) -> f32 {
        let chances = self.outcome.chances();
        *chances.get(index).unwrap_or_else(|| &self.cubeful[index - 5])
    }

    fn set_component(&mut self, index: usize, component: f32) {
        let mut chances = self.outcome.chances();
        match chances.get_mut(index) {
            Some(chance) => {
                *chance = component;
                self.outcome = Outcome::new(chances);
            }
            None => self.cubeful[index - 5] = component,
        }
    }

    #[inline(always)]
    fn add_scaled(&mut self, other: &Self, weight: f32) {
        self.outcome.add_scaled(other.outcome, weight);
        for (value, more) in self.cubeful.iter_mut().zip(&other.cubeful) {
            *value += weight * more;
        }
    }

    #[inline(always)]
    fn flipped(&self) -> Self {
        let values = &self.cubeful;
        let mut cubeful = [0.0; STATES];
        cubeful[CENTRE] = -values[CENTRE];
        for level in 0..OWNED_LEVELS {
            cubeful[mine(level)] = -values[theirs(level)];
            cubeful[theirs(level)] = -values[mine(level)];
        }
        Self { outcome: self.outcome.flipped(), cubeful }
    }
}
