//! The two-sided table: exact win probabilities, and exact money equities for each place of the cube.
//!
//! Each value is that of the player on roll. It assumes that this player does not double now, and that both players double, take and pass
//! optimally later. The best play is chosen separately for each of the four values.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;
use std::thread;

use super::home::{self, Counts, Home};
use crate::evaluation::by_owner::ByOwner;
use crate::evaluation::outcome::Outcome;
use crate::rules::board::Board;

/// Four values in money play, in units of the cube's value: without a cube, with the cube owned by the player on roll, with the cube in the
/// middle, and with the cube owned by the opponent.
pub(super) type CubeValues = [f32; 4];

/// Checkers per side in the table that every evaluation uses.
const SHARED_CHECKERS: u8 = 6;

/// The table's result for a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The probabilities for the player on roll. There are no gammons.
    pub outcome: Outcome,
    /// Money equities of the player on roll by owner of the cube, in units of the cube's value, before the decision to double.
    pub equities: ByOwner,
}

/// The table of all positions with at most a given number of checkers per side, all at home.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSided {
    home: Home,
    /// The rank of each placement in the order of pip counts, indexed by the number of the placement.
    ranks: Vec<u16>,
    /// The values of all positions, indexed by the rank of the placement of the player on roll, then by that of the opponent.
    values: Vec<CubeValues>,
}

impl TwoSided {
    /// The table for six checkers, computed on first use.
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<TwoSided> = LazyLock::new(|| TwoSided::compute(SHARED_CHECKERS, 1));
        &TABLE
    }

    /// Computes the table for at most `checkers` checkers per side, on several threads. The limit is ten (one gigabyte); six take 14 MB.
    /// The number of threads does not affect the result.
    pub fn compute(checkers: u8, threads: usize) -> Self {
        let home = Home::new(checkers.min(10));
        let (ways, ranks) = by_pips(&home);
        let plays = RollPlays::of_all(&home, &ways, &ranks);
        let size = ways.len();
        let mut values = vec![[0.0; 4]; size * size];
        // If the opponent has borne off all checkers, the player on roll has lost.
        values.chunks_exact_mut(size).for_each(|row| row[0] = [-1.0; 4]);
        let mut from = 1;
        while from < size {
            let pips = home::pips(ways[from]);
            let level = ways[from..].iter().take_while(|way| home::pips(**way) == pips);
            let level = from..from + level.count();
            from = level.end;
            fill_level(&plays, level, &mut values, threads.max(1));
        }
        Self { home, ranks, values }
    }

    /// A table from values that were computed earlier. `None` if their number is wrong.
    pub(super) fn from_values(checkers: u8, values: Vec<CubeValues>) -> Option<Self> {
        let home = Home::new(checkers);
        let (ways, ranks) = by_pips(&home);
        (values.len() == ways.len() * ways.len()).then_some(Self { home, ranks, values })
    }

    pub(super) fn values(&self) -> &[CubeValues] {
        &self.values
    }

    /// Maximum number of checkers per side.
    pub fn checkers(&self) -> u8 {
        self.home.checkers()
    }

    /// The table's result from the view of the player on roll. `None` if a checker is not home, a side has more checkers than the table
    /// covers, or a side has borne off all checkers.
    #[inline]
    pub fn known(&self, board: Board) -> Option<Known> {
        let mine = self.home.number_of(board.mine)?;
        let theirs = self.home.number_of(board.theirs)?;
        if mine == 0 || theirs == 0 {
            return None;
        }
        let row = usize::from(self.ranks[mine]) * self.ranks.len();
        let [cubeless, owned, centre, enemy] = self.values[row + usize::from(self.ranks[theirs])];
        let win = f32::midpoint(cubeless, 1.0);
        Some(Known {
            outcome: Outcome::new([win, 0.0, 0.0, 0.0, 0.0]),
            equities: ByOwner { centre, mine: owned, theirs: enemy },
        })
    }
}

/// The placements in the order of pip counts, and the rank of each placement in that order, indexed by its number.
fn by_pips(home: &Home) -> (Vec<Counts>, Vec<u16>) {
    let all = home.all();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&number| home::pips(all[number]));
    let mut ranks = vec![0; all.len()];
    for (rank, &number) in (0..).zip(&order) {
        ranks[number] = rank;
    }
    (order.iter().map(|&number| all[number]).collect(), ranks)
}

/// For each placement and each roll, the placements that can result. Placements are given by rank.
struct RollPlays {
    /// For each placement, the index in `choices` after its last group.
    stops: Vec<u32>,
    choices: Vec<RollGroup>,
    ends: Vec<u16>,
}

/// Rolls that lead to the same set of placements.
struct RollGroup {
    /// The total probability of the rolls.
    chance: f32,
    /// The index in `ends` after their last placement.
    stop: u32,
}

impl RollPlays {
    fn of_all(home: &Home, ways: &[Counts], ranks: &[u16]) -> Self {
        let mut plays = Self { stops: vec![0], choices: Vec::new(), ends: Vec::new() };
        let steps = DieSteps::of_all(home, ways, ranks);
        let mut choices: BTreeMap<Vec<u16>, u8> = BTreeMap::new();
        for rank in 0..ranks.len() as u16 {
            for (high, low, weight) in home::rolls() {
                let mut ends = if high == low {
                    steps.ends(rank, &[high; 4])
                } else {
                    let mut ends = steps.ends(rank, &[high, low]);
                    ends.extend(steps.ends(rank, &[low, high]));
                    ends
                };
                ends.sort_unstable();
                ends.dedup();
                *choices.entry(ends).or_default() += weight;
            }
            while let Some((ends, weight)) = choices.pop_first() {
                plays.ends.extend(ends);
                plays.choices.push(RollGroup {
                    chance: f32::from(weight) / 36.0,
                    stop: plays.ends.len() as u32,
                });
            }
            plays.stops.push(plays.choices.len() as u32);
        }
        plays
    }

    /// Number of placements.
    fn len(&self) -> usize {
        self.stops.len() - 1
    }

    /// The values for the player on roll, whose placement has this rank. `after` contains the values after a play, indexed by the rank of
    /// the new placement.
    #[inline]
    fn value(&self, rank: usize, after: &[CubeValues]) -> CubeValues {
        let from = self.stops[rank] as usize;
        let mut sum = [0.0; 4];
        let mut start = match from.checked_sub(1) {
            Some(before) => self.choices[before].stop as usize,
            None => 0,
        };
        for choice in &self.choices[from..self.stops[rank + 1] as usize] {
            let stop = choice.stop as usize;
            let mut best = [f32::MIN; 4];
            for &end in &self.ends[start..stop] {
                let value = &after[usize::from(end)];
                for (best, &value) in best.iter_mut().zip(value) {
                    *best = if value > *best { value } else { *best };
                }
            }
            for (sum, best) in sum.iter_mut().zip(best) {
                *sum += choice.chance * best;
            }
            start = stop;
        }
        sum
    }
}

/// The ranks of the placements that can result from one die, indexed by the die and the rank of the placement before.
struct DieSteps([Vec<Vec<u16>>; 6]);

impl DieSteps {
    fn of_all(home: &Home, ways: &[Counts], ranks: &[u16]) -> Self {
        Self(std::array::from_fn(|die| {
            let of_way = |way: &Counts| {
                let mut ends = Vec::new();
                home::for_each_step(*way, die + 1, |end| {
                    ends.push(ranks[home.number_of_counts(end)]);
                });
                ends
            };
            ways.iter().map(of_way).collect()
        }))
    }

    /// The ranks of the placements that can result from several dice, used in this order.
    fn ends(&self, rank: u16, dice: &[usize]) -> Vec<u16> {
        let mut ends = vec![rank];
        for die in dice {
            let steps = &self.0[die - 1];
            ends = ends.iter().flat_map(|&end| &steps[usize::from(end)]).copied().collect();
            ends.sort_unstable();
            ends.dedup();
        }
        ends
    }
}

/// Converts the opponent's values, before their decision about the cube and their roll, to values of the player who has just played.
#[inline]
fn seen_after_play(values: &[CubeValues], seen: &mut Vec<CubeValues>) {
    seen.clear();
    seen.extend(values.iter().map(|&[cubeless, owned, centre, enemy]| {
        let doubled = (2.0 * enemy).min(1.0);
        [-cubeless, -enemy, -centre.max(doubled), -owned.max(doubled)]
    }));
}

/// Computes all positions in which the side with fewer pips has a placement of this level. A level contains all placements with the
/// same pip count; lower levels must be complete.
fn fill_level(plays: &RollPlays, level: Range<usize>, values: &mut [CubeValues], threads: usize) {
    let size = plays.len();
    let (upto, above) = values.split_at_mut(level.end * size);
    let rows = &mut upto[level.start * size..];
    // First, the positions in which the player on roll has a placement of this level. A play leads to a position with the opponent on roll
    // and the player at a lower level: the left part of the opponent's row.
    let left: Vec<CubeValues> =
        rows.chunks_exact(size).flat_map(|row| &row[..level.start]).copied().collect();
    let others = || {
        let lefts = left.chunks_exact(level.start);
        lefts.chain(above.chunks_exact(size).map(|row| &row[..level.start]))
    };
    in_parts(rows, size, threads, |first, rows| {
        let mut seen = Vec::new();
        for (other, values) in (level.start..).zip(others()) {
            seen_after_play(values, &mut seen);
            for (rank, row) in (level.start + first..).zip(rows.chunks_exact_mut(size)) {
                row[other] = plays.value(rank, &seen);
            }
        }
    });
    // Then the positions in which the opponent has a placement of this level. A play leads to a position with the opponent on roll, which
    // has just been computed.
    let mut seen = vec![Vec::new(); level.len()];
    for (seen, row) in seen.iter_mut().zip(rows.chunks_exact(size)) {
        seen_after_play(row, seen);
    }
    in_parts(above, size, threads, |first, rows| {
        for (other, seen) in level.clone().zip(&seen) {
            for (rank, row) in (level.end + first..).zip(rows.chunks_exact_mut(size)) {
                row[other] = plays.value(rank, seen);
            }
        }
    });
}

/// Distributes rows among threads. `work` receives a block of rows and the index of its first row.
fn in_parts(
    rows: &mut [CubeValues],
    size: usize,
    threads: usize,
    work: impl Fn(usize, &mut [CubeValues]) + Sync,
) {
    let share = (rows.len() / size).div_ceil(threads).max(1);
    if threads == 1 {
        return work(0, rows);
    }
    thread::scope(|scope| {
        for (part, rows) in rows.chunks_mut(share * size).enumerate() {
            let work = &work;
            scope.spawn(move || work(part * share, rows));
        }
    });
}
