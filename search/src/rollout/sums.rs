//! Sums over the games of a rollout: the state that is needed to continue it.
//!
//! **Invariant:** Games are added in their order, and each game has its own dice. A play is dropped, or the rollout ends, only between
//! whole batches. So the number of threads changes nothing, and a resumed rollout ends with the numbers of one that was not interrupted
//! (`search/tests/it/rollout.rs`). The value that measures luck may be any function of the position alone
//! ([`nearly_best`](crate::Candidates::nearly_best)).

use crate::interface::value_model::Value;

/// Sums over the games of some positions, added in order. A rollout that stores its [numbers](Self::to_numbers) can be continued later without
/// any difference in the result.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutSums {
    /// The number of games of the position with the most games.
    played: u64,
    pub(super) positions: Vec<SumsOfPosition>,
    /// The differences in utility between two positions, over the games that were played from both: for positions 0 and 1, 0 and 2, …, 1
    /// and 2, …
    differences: Vec<Moments>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct SumsOfPosition {
    pub(super) components: Vec<Moments>,
    pub(super) utility: Moments,
    /// Whether the position is certainly worse, so that it is no longer rolled out.
    pub(super) is_out: bool,
}

impl SumsOfPosition {
    /// The number of games from this position.
    pub(super) fn count(&self) -> u64 {
        self.utility.count()
    }
}

impl RolloutSums {
    /// Empty sums for this number of positions, whose values have this number of components.
    pub fn new(positions: usize, components: usize) -> Self {
        let sums = SumsOfPosition {
            components: vec![Moments::default(); components],
            utility: Moments::default(),
            is_out: false,
        };
        Self {
            played: 0,
            positions: vec![sums; positions],
            differences: vec![Moments::default(); positions * positions.saturating_sub(1) / 2],
        }
    }

    /// The number of games that every position in play has. A position that came back may have fewer games than the others, and then limits
    /// this number.
    pub fn trials(&self) -> u64 {
        let counts = self.in_play().map(|index| self.positions[index].count());
        counts.min().unwrap_or(self.played)
    }

    /// Whether all positions in play have the same number of games.
    pub(super) fn is_level(&self) -> bool {
        self.trials() == self.played
    }

    /// All sums as a list of numbers, which [`from_numbers`](Self::from_numbers) accepts.
    pub fn to_numbers(&self) -> Vec<f64> {
        let mut numbers = vec![self.played as f64];
        for sums in &self.positions {
            numbers.push(f64::from(u8::from(sums.is_out)));
            let moments = sums.components.iter().chain([&sums.utility]);
            numbers.extend(moments.flat_map(Moments::as_numbers));
        }
        numbers.extend(self.differences.iter().flat_map(Moments::as_numbers));
        numbers
    }

    /// Restores the sums from a list of numbers, for this number of positions and components. `None` if the list is invalid.
    pub fn from_numbers(numbers: &[f64], positions: usize, components: usize) -> Option<Self> {
        let mut sums = Self::new(positions, components);
        let mut numbers = numbers.iter().copied();
        let played = numbers.next()?;
        sums.played = whole(played)?;
        for sums in &mut sums.positions {
            sums.is_out = match numbers.next()? {
                0.0 => false,
                1.0 => true,
                _ => return None,
            };
            for moments in sums.components.iter_mut().chain([&mut sums.utility]) {
                *moments = Moments::from_numbers(&mut numbers, played)?;
            }
        }
        for moments in &mut sums.differences {
            *moments = Moments::from_numbers(&mut numbers, played)?;
        }
        let some_are_in = sums.in_play().next().is_some() || positions == 0;
        (numbers.next().is_none() && some_are_in).then_some(sums)
    }

    /// The positions that are still rolled out.
    pub(super) fn in_play(&self) -> impl Iterator<Item = usize> {
        (0..self.positions.len()).filter(|&index| !self.positions[index].is_out)
    }

    /// Adds game number `number` from each position in play: its value and utility. A position that already has this game, because only
    /// another position is catching up, ignores it.
    pub(super) fn add<V: Value>(&mut self, number: u64, games: &[(V, f32)]) {
        self.played = self.played.max(number + 1);
        let in_play: Vec<usize> = self.in_play().collect();
        for (&index, (value, utility)) in in_play.iter().zip(games) {
            let sums = &mut self.positions[index];
            for (component, moments) in sums.components.iter_mut().enumerate() {
                moments.add(number, f64::from(value.component(component)));
            }
            sums.utility.add(number, f64::from(*utility));
        }
        for (place, (&one, (_, utility))) in in_play.iter().zip(games).enumerate() {
            let others = in_play.iter().zip(games).skip(place + 1);
            for (&other, (_, of_other)) in others {
                let at = self.pair(one, other);
                self.differences[at].add(number, f64::from(*utility) - f64::from(*of_other));
            }
        }
    }

    /// The index of a pair in `differences`; `one` is less than `other`.
    fn pair(&self, one: usize, other: usize) -> usize {
        let n = self.positions.len();
        one * n - one * (one + 1) / 2 + other - one - 1
    }

    /// The mean difference in utility of `a` and `b`, over the games that were played from both, and its standard error.
    pub(super) fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        if a == b {
            return (0.0, 0.0);
        }
        let moments = &self.differences[self.pair(a.min(b), a.max(b))];
        let mean = if a < b { moments.mean } else { -moments.mean };
        (mean, moments.standard_error())
    }
}

/// Converts a number to a count of games.
fn whole(number: f64) -> Option<u64> {
    let is_whole = number >= 0.0 && number.fract() == 0.0 && number < 9e15;
    is_whole.then_some(number as u64)
}

/// Mean and variance, updated with each number. CITE: Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4, 1962.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn as_numbers(&self) -> [f64; 3] {
        [self.count, self.mean, self.squares]
    }

    fn from_numbers(numbers: &mut impl Iterator<Item = f64>, most: f64) -> Option<Self> {
        let mut next = || numbers.next().filter(|number| number.is_finite());
        let (count, mean, squares) = (next()?, next()?, next()?);
        whole(count)?;
        (count <= most && squares >= 0.0).then_some(Self { count, mean, squares })
    }

    /// Adds the value of game number `game`, if that is the next game.
    fn add(&mut self, game: u64, number: f64) {
        if self.count() != game {
            return;
        }
        self.count += 1.0;
        let before = number - self.mean;
        self.mean += before / self.count;
        self.squares += before * (number - self.mean);
    }

    pub(super) fn count(&self) -> u64 {
        self.count as u64
    }

    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean; infinite while the variance is unknown.
    pub(super) fn standard_error(&self) -> f64 {
        if self.count < 2.0 {
            return f64::INFINITY;
        }
        (self.squares / (self.count - 1.0) / self.count).sqrt()
    }
}
