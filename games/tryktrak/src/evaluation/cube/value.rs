//! The value used by searches: outcome probabilities, and one equity for each cube state.

use ludex_search::Value;

use crate::evaluation::outcome::Outcome;

/// Number of cube states: the cube in the middle, and five cube values owned by either player. A search of a few plies reaches no
/// more.
pub const STATES: usize = 11;

/// Number of owned cube values.
pub(super) const OWNED_LEVELS: usize = (STATES - 1) / 2;
/// Index of the state with the cube in the middle.
pub(super) const CENTRE: usize = 0;

/// Index of the state in which the player in view owns the cube at this level.
pub(super) const fn mine(level: usize) -> usize {
    1 + 2 * level
}

/// Index of the state in which the opponent owns the cube at this level.
pub(super) const fn theirs(level: usize) -> usize {
    2 + 2 * level
}

/// Values of a position in all cube states, from one player's view.
pub type StateValues = [f32; STATES];

/// The value of a position in a search: the outcome probabilities, and the equities in every cube state. Both are averaged over
/// rolls. The equities are not derived from the averaged probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct CubefulValue {
    /// The outcome probabilities.
    pub outcome: Outcome,
    /// In money play, points in units of the root's cube. In match play, equities: a plain win at the root's cube is 1, a plain loss −1.
    pub cubeful: StateValues,
}

impl CubefulValue {
    /// A value with probabilities only, for games without a cube.
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
