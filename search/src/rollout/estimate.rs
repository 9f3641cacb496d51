//! Results of rollouts.

use std::time::Duration;

use super::sums::{RolloutSums, SumsOfPosition};
use crate::interface::value_model::Value;

/// The value of a position, estimated by a rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate<V> {
    /// The number of games played from the position.
    pub trials: u64,
    /// The mean value of the games.
    pub mean: V,
    /// The standard error of each component of the mean.
    pub error: V,
    /// The utility of the mean.
    pub utility: f32,
    /// The standard error of the utility.
    pub utility_error: f32,
}

impl<V> Estimate<V> {
    /// The 95 % confidence interval of the utility.
    pub fn interval(&self) -> (f32, f32) {
        // The 97.5 % quantile of the normal distribution.
        let reach = 1.959_964 * self.utility_error;
        (self.utility - reach, self.utility + reach)
    }
}

/// The reason why a rollout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutEnding {
    /// All games were played.
    Trials,
    /// All standard errors are at most the target.
    Error,
    /// The best position, or the verdict, is certain.
    Certain,
    /// It was stopped from outside.
    Stopped,
}

/// The results of a rollout, intermediate or final.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutReport<V> {
    /// One estimate for each position.
    pub estimates: Vec<Estimate<V>>,
    /// The number of games from each position that was not dropped.
    pub trials: u64,
    /// The time since the start; zero in deterministic mode.
    pub elapsed: Duration,
    /// Why the rollout ended; `None` while it runs.
    pub ending: Option<RolloutEnding>,
    /// The state that is needed to continue the rollout.
    pub sums: RolloutSums,
}

impl<V: Value> RolloutReport<V> {
    /// The results so far; `utility` gives the utility of a mean value.
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
    /// The difference in utility of positions `a` and `b`, over the games played from both, with its standard error. This error is smaller
    /// than the errors of the two estimates suggest, because both were rolled out with the same dice.
    pub fn difference(&self, a: usize, b: usize) -> (f32, f32) {
        let (mean, error) = self.sums.difference(a, b);
        (mean as f32, error as f32)
    }

    /// The lead of position `a` over `b` in joint standard deviations. The deviation is the error of their difference over the same dice,
    /// or that of two independent results (the root of the sum of squares), whichever is smaller. The second one is the joint standard
    /// deviation (JSD) by which GNU Backgammon decides when to stop a rollout.
    pub fn lead(&self, a: usize, b: usize) -> f32 {
        let (mean, paired) = self.sums.difference(a, b);
        let [one, other] = [a, b].map(|index| f64::from(self.estimates[index].utility_error));
        deviations(mean, paired.min(one.hypot(other)))
    }
}

/// A difference in units of its standard error; 0 if there is no difference.
pub fn deviations(difference: f64, error: f64) -> f32 {
    if difference == 0.0 {
        return 0.0;
    }
    (difference / error) as f32
}
