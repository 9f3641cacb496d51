//! What rollouts say of positions.

use std::time::Duration;

use super::sums::{RolloutSums, SumsOfPosition};
use crate::interface::value_model::Value;

/// The value of a position by rollouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate<V> {
    /// The games that it was played out in.
    pub trials: u64,
    /// The mean of the games.
    pub mean: V,
    /// The standard error of each number of the mean.
    pub error: V,
    /// What the mean is worth.
    pub utility: f32,
    /// The standard error of that.
    pub utility_error: f32,
}

impl<V> Estimate<V> {
    /// Where the utility lies with a confidence of 95 %.
    pub fn interval(&self) -> (f32, f32) {
        // The normal quantile of 97.5 %.
        let reach = 1.959_964 * self.utility_error;
        (self.utility - reach, self.utility + reach)
    }
}

/// Why a rollout is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutEnding {
    /// All games were played.
    Trials,
    /// No standard error is greater than was wanted.
    Error,
    /// The best is certain, or the verdict is.
    Certain,
    /// It was stopped from outside.
    Stopped,
}

/// The findings of rollouts, so far or at their end.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutReport<V> {
    /// One estimate for each position.
    pub estimates: Vec<Estimate<V>>,
    /// Games from each position that was not dropped on the way.
    pub trials: u64,
    /// The time since the start; zero in deterministic mode.
    pub elapsed: Duration,
    /// Why it is over; nothing while it goes on.
    pub ending: Option<RolloutEnding>,
    /// All that is needed to go on.
    pub sums: RolloutSums,
}

impl<V: Value> RolloutReport<V> {
    /// The findings so far; `utility` says what a mean is worth.
    pub(super) fn new(sums: &RolloutSums, elapsed: Duration, utility: impl Fn(&V) -> f32) -> Self {
        let estimate = |sums: &SumsOfPosition| {
            let (mut mean, mut error) = (V::default(), V::default());
            for (index, moments) in sums.components.iter().enumerate() {
                mean.set_component(index, moments.mean() as f32);
                error.set_component(index, moments.standard_error() as f32);
            }
            Estimate {
                trials: sums.count(),
                mean,
                error,
                utility: utility(&mean),
                utility_error: sums.utility.standard_error() as f32,
            }
        };
        Self {
            estimates: sums.positions.iter().map(estimate).collect(),
            trials: sums.trials(),
            elapsed,
            ending: None,
            sums: sums.clone(),
        }
    }
}

impl<V> RolloutReport<V> {
    /// By how much position `a` is worth more than `b` in the games of both, and the standard error of that: less than the
    /// errors of the two say, as both were rolled out with the same dice.
    pub fn difference(&self, a: usize, b: usize) -> (f32, f32) {
        let (mean, error) = self.sums.difference(a, b);
        (mean as f32, error as f32)
    }

    /// By how many joint standard deviations position `a` is ahead of `b`. A deviation is the error of their difference over
    /// the same dice, or that of two independent results (the root of the sum of squares), whichever is smaller.
    /// CITE: the stop of GNU Backgammon's rollouts by JSDs, which takes the second.
    pub fn lead(&self, a: usize, b: usize) -> f32 {
        let (mean, paired) = self.sums.difference(a, b);
        let [one, other] = [a, b].map(|index| f64::from(self.estimates[index].utility_error));
        deviations(mean, paired.min(one.hypot(other)))
    }
}

/// A difference in units of its standard error, nothing if there is none.
pub fn deviations(difference: f64, error: f64) -> f32 {
    if difference == 0.0 {
        return 0.0;
    }
    (difference / error) as f32
}
