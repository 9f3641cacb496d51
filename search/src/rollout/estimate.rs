//! What rollouts say of positions.

use std::time::Duration;

use crate::Value;

/// The value of a position by rollouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate<V> {
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

/// The findings of rollouts, so far or at their end.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutReport<V> {
    /// One estimate for each position.
    pub estimates: Vec<Estimate<V>>,
    /// Games from each position.
    pub trials: u64,
    /// The time since the start; zero in deterministic mode.
    pub elapsed: Duration,
    /// What every game was worth, by position.
    utilities: Vec<Vec<f32>>,
}

impl<V> RolloutReport<V> {
    /// By how much position `a` is worth more than `b`, and the standard error of that: less than the errors of the two
    /// say, as both were rolled out with the same dice.
    pub fn difference(&self, a: usize, b: usize) -> (f32, f32) {
        let mut moments = Moments::default();
        for (a, b) in self.utilities[a].iter().zip(&self.utilities[b]) {
            moments.add(f64::from(*a) - f64::from(*b));
        }
        (moments.mean() as f32, moments.standard_error() as f32)
    }
}

/// The games of some positions, added up in order.
pub(super) struct GameSums<V> {
    of_positions: Vec<SumsOfPosition>,
    utilities: Vec<Vec<f32>>,
    trials: u64,
    value: std::marker::PhantomData<V>,
}

struct SumsOfPosition {
    components: Vec<Moments>,
    utility: Moments,
}

impl<V: Value> GameSums<V> {
    pub(super) fn new(positions: usize) -> Self {
        let sums = || SumsOfPosition {
            components: vec![Moments::default(); V::COMPONENTS],
            utility: Moments::default(),
        };
        Self {
            of_positions: (0..positions).map(|_| sums()).collect(),
            utilities: vec![Vec::new(); positions],
            trials: 0,
            value: std::marker::PhantomData,
        }
    }

    /// Adds one game from each position: its value, and what that is worth.
    pub(super) fn add(&mut self, games: impl Iterator<Item = (V, f32)>) {
        self.trials += 1;
        for (index, (value, utility)) in games.enumerate() {
            let sums = &mut self.of_positions[index];
            for (component, moments) in sums.components.iter_mut().enumerate() {
                moments.add(f64::from(value.component(component)));
            }
            sums.utility.add(f64::from(utility));
            self.utilities[index].push(utility);
        }
    }

    pub(super) fn trials(&self) -> u64 {
        self.trials
    }

    /// The greatest standard error of the utility of any position.
    pub(super) fn greatest_error(&self) -> f32 {
        let errors = self
            .of_positions
            .iter()
            .map(|sums| sums.utility.standard_error());
        errors.fold(0.0, f64::max) as f32
    }

    /// The findings so far; `utility` says what a mean is worth.
    pub(super) fn report(
        &self,
        elapsed: Duration,
        utility: impl Fn(&V) -> f32,
    ) -> RolloutReport<V> {
        let estimate = |sums: &SumsOfPosition| {
            let (mut mean, mut error) = (V::default(), V::default());
            for (index, moments) in sums.components.iter().enumerate() {
                mean.set_component(index, moments.mean() as f32);
                error.set_component(index, moments.standard_error() as f32);
            }
            Estimate {
                mean,
                error,
                utility: utility(&mean),
                utility_error: sums.utility.standard_error() as f32,
            }
        };
        RolloutReport {
            estimates: self.of_positions.iter().map(estimate).collect(),
            trials: self.trials,
            elapsed,
            utilities: self.utilities.clone(),
        }
    }
}

/// Mean and variance of numbers that come one by one.
/// CITE: Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4, 1962.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, number: f64) {
        self.count += 1.0;
        let before = number - self.mean;
        self.mean += before / self.count;
        self.squares += before * (number - self.mean);
    }

    fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean; infinite as long as nothing is known of the spread.
    fn standard_error(&self) -> f64 {
        if self.count < 2.0 {
            return f64::INFINITY;
        }
        (self.squares / (self.count - 1.0) / self.count).sqrt()
    }
}
