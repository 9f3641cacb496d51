//! The one-sided table: the number of rolls until a side's checkers are off.
//!
//! The table assumes that a side always makes the play that needs the fewest rolls on average, whatever the opponent's position. So the
//! value of a race is almost exact: it ignores only riskier plays that are better against certain positions of the opponent.

use std::sync::{LazyLock, OnceLock};

use super::home::{self, Counts, Home, POINTS};
use crate::evaluation::outcome::Outcome;
use crate::rules::board::{Board, CHECKERS, Side};

/// Average pips per roll, which converts mean rolls to effective pips.
pub(crate) const PIPS_OF_A_ROLL: f32 = 49.0 / 6.0;
/// Smaller probabilities are dropped.
const NEGLIGIBLE: f64 = 1e-9;
/// The first place of the opponent's home board.
const FAR_HOME: usize = 19;

/// The probabilities of needing exactly 0, 1, 2, … rolls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolls<'t> {
    first: usize,
    chances: &'t [f32],
}

impl<'t> Rolls<'t> {
    /// Creates a distribution. `chances` are the probabilities of `first` rolls, `first + 1` rolls, and so on.
    pub(crate) fn new(first: usize, chances: &'t [f32]) -> Self {
        Self { first, chances }
    }

    /// The probability of needing exactly this many rolls.
    pub fn exactly(&self, rolls: usize) -> f32 {
        rolls
            .checked_sub(self.first)
            .and_then(|index| self.chances.get(index))
            .copied()
            .unwrap_or(0.0)
    }

    /// The possible numbers of rolls with their probabilities.
    pub fn chances(&self) -> impl Iterator<Item = (usize, f32)> + 't {
        (self.first..).zip(self.chances.iter().copied())
    }

    /// The mean number of rolls.
    pub fn mean(&self) -> f32 {
        self.chances().map(|(rolls, chance)| rolls as f32 * chance).sum()
    }

    /// The probability that this side finishes before `other`, if both roll in turn and this side rolls first. `late` is the number of
    /// rolls that this side misses at the start.
    pub(crate) fn in_time(&self, other: &Rolls<'_>, late: usize) -> f32 {
        // The probability that the other side has not finished yet.
        let mut still = 1.0;
        let mut next = 0;
        let mut sum = 0.0;
        for (rolls, chance) in (self.first + late..).zip(self.chances) {
            while next < rolls {
                still -= other.exactly(next);
                next += 1;
            }
            sum += chance * still;
        }
        sum.clamp(0.0, 1.0)
    }
}

/// The distributions of the number of rolls that one side of a race needs for each of its goals.
pub(crate) struct SideOfRace<'t> {
    /// The rolls until all checkers are off.
    pub(crate) all_off: Rolls<'t>,
    /// The rolls until the first checker is off; `None` if one is off already.
    pub(crate) first_off: Option<Rolls<'t>>,
    /// The rolls until all checkers have left the opponent's home board; `None` if no checker is there.
    pub(crate) caught_up: Option<Rolls<'t>>,
}

/// The outcome of a race for the player on roll.
pub(crate) fn outcome(mine: &SideOfRace<'_>, theirs: &SideOfRace<'_>) -> Outcome {
    // The probability that the winner finishes before the other side reaches its goal.
    let before = |winner: &SideOfRace<'_>, other: &Option<Rolls<'_>>, late| {
        (other.as_ref()).map_or(0.0, |other| winner.all_off.in_time(other, late))
    };
    Outcome::new([
        mine.all_off.in_time(&theirs.all_off, 0),
        before(mine, &theirs.first_off, 0),
        before(mine, &theirs.caught_up, 0),
        before(theirs, &mine.first_off, 1),
        before(theirs, &mine.caught_up, 1),
    ])
    .clamped()
}

/// A list of distributions of the number of rolls.
#[derive(Clone, Debug, Default)]
pub(super) struct Distributions {
    /// For each distribution: its start in `chances`, and its first number of rolls.
    starts: Vec<(u32, u8)>,
    chances: Vec<f32>,
}

impl Distributions {
    fn get(&self, number: usize) -> Rolls<'_> {
        let (start, first) = self.starts[number];
        let end = self.starts.get(number + 1).map_or(self.chances.len(), |&(end, _)| end as usize);
        Rolls { first: usize::from(first), chances: &self.chances[start as usize..end] }
    }

    /// Appends a distribution; `chances` is indexed by the number of rolls.
    fn push(&mut self, chances: &[f64]) {
        let kept = |chance: &f64| *chance > NEGLIGIBLE;
        let first = chances.iter().position(kept).unwrap_or(0);
        let end = chances.iter().rposition(kept).map_or(first, |last| last + 1);
        self.starts.push((self.chances.len() as u32, first as u8));
        self.chances.extend(chances[first..end].iter().map(|&chance| chance as f32));
    }
}

/// The table for 15 checkers on six points. For every placement it contains the distribution of the number of rolls until all checkers are
/// off. For placements of all 15 checkers it also contains the distribution until the first checker is off.
#[derive(Clone, Debug)]
pub struct OneSided {
    home: Home,
    all_off: Distributions,
    /// Computed on first use: only races in which a gammon is possible need it.
    first_off: OnceLock<Distributions>,
}

impl OneSided {
    /// The table, computed on first use. The distributions until the first checker is off are computed when they are first needed.
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<OneSided> = LazyLock::new(OneSided::compute);
        &TABLE
    }

    /// Computes the table.
    pub fn compute() -> Self {
        let home = Home::new(CHECKERS);
        let all_off = solve(&home, |counts| counts == [0; POINTS]);
        Self { home, all_off, first_off: OnceLock::new() }
    }

    /// The distributions until the first checker is off.
    pub(super) fn first_off(&self) -> &Distributions {
        let done = |counts: Counts| counts.iter().sum::<u8>() < CHECKERS;
        self.first_off.get_or_init(|| solve(&self.home, done))
    }

    /// The rolls until all checkers are off. `None` if some checkers are not home.
    pub fn rolls(&self, side: Side) -> Option<Rolls<'_>> {
        let number = self.home.number_of(side)?;
        Some(self.all_off.get(number))
    }

    /// The rolls until the first checker is off; 0 rolls if one is off already. `None` if some checkers are not home.
    pub fn rolls_to_first(&self, side: Side) -> Option<Rolls<'_>> {
        let number = self.home.number_of(side)?;
        Some(self.first_off().get(number))
    }

    /// The effective pip count: mean rolls × average pips per roll.
    pub fn effective_pips(&self, side: Side) -> Option<f32> {
        Some(self.rolls(side)?.mean() * PIPS_OF_A_ROLL)
    }

    /// The outcome for the player on roll if both sides have all checkers home; otherwise `None`.
    pub fn outcome(&self, board: Board) -> Option<Outcome> {
        let of_side = |side: Side| {
            Some(SideOfRace {
                all_off: self.rolls(side)?,
                first_off: if side.off() == 0 { self.rolls_to_first(side) } else { None },
                caught_up: None,
            })
        };
        Some(outcome(&of_side(board.mine)?, &of_side(board.theirs)?))
    }

    /// The rolls until the checkers in the opponent's home board have left it, computed as if they were borne off, which is almost exact.
    /// `None` if no checker is there.
    pub(crate) fn rolls_to_catch_up(&self, side: Side) -> Option<Rolls<'_>> {
        side.is_far_behind().then(|| {
            let behind: Counts = std::array::from_fn(|point| side.count(FAR_HOME + point));
            self.all_off.get(self.home.number_of_counts(behind))
        })
    }
}

/// The best placement after one, two, three or four steps with one die, indexed by the number of the placement before these steps.
type BestAfter = [Vec<u16>; 4];

/// Computes the distributions of the number of rolls until `done`, with the plays that need the fewest rolls on average.
fn solve(home: &Home, done: impl Fn(Counts) -> bool) -> Distributions {
    let all = home.all();
    let mut means: Vec<f64> = Vec::with_capacity(all.len());
    let mut best_after: [BestAfter; 6] = std::array::from_fn(|_| Default::default());
    let mut table = Distributions::default();
    let mut steps: [Vec<u16>; 6] = Default::default();
    for (number, &counts) in all.iter().enumerate() {
        if done(counts) {
            means.push(0.0);
            table.push(&[1.0]);
            for after in best_after.iter_mut().flatten() {
                after.push(number as u16);
            }
            continue;
        }
        for (die, (steps, after)) in (1..).zip(steps.iter_mut().zip(&mut best_after)) {
            steps.clear();
            home::for_each_step(counts, die, |counts| {
                steps.push(home.number_of_counts(counts) as u16);
            });
            after[0].push(best(steps.iter().copied(), &means));
            for more in 1..4 {
                let ends = steps.iter().map(|&step| after[more - 1][usize::from(step)]);
                let end = best(ends, &means);
                after[more].push(end);
            }
        }
        let mut mean = 1.0;
        let mut chances = [0.0; 64];
        let mut most = 0;
        for (high, low, weight) in home::rolls() {
            let end = if high == low {
                best_after[high - 1][3][number]
            } else {
                let after = |first: usize, second: usize| {
                    let seconds = &best_after[second - 1][0];
                    steps[first - 1].iter().map(|&step| seconds[usize::from(step)])
                };
                best(after(high, low).chain(after(low, high)), &means)
            };
            let weight = f64::from(weight) / 36.0;
            mean += weight * means[usize::from(end)];
            let rest = table.get(usize::from(end));
            for (rolls, &chance) in (rest.first + 1..).zip(rest.chances) {
                chances[rolls] += weight * f64::from(chance);
            }
            most = most.max(rest.first + 1 + rest.chances.len());
        }
        means.push(mean);
        table.push(&chances[..most]);
    }
    table
}

/// The placement with the smallest mean number of rolls.
fn best(ways: impl Iterator<Item = u16>, means: &[f64]) -> u16 {
    let mut best = (f64::INFINITY, 0);
    for way in ways {
        let mean = means[usize::from(way)];
        if mean < best.0 {
            best = (mean, way);
        }
    }
    best.1
}
