//! Both sides together: exact chances, and exact equities for money in every state of the cube.
//!
//! A value is that of the player on roll who does not double now; whoever is on roll later doubles, and whoever is doubled
//! takes, when it is best. Each of the four values has its own best plays.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;
use std::thread;

use super::home::{self, Counts, Home};
use crate::evaluation::by_owner::ByOwner;
use crate::evaluation::outcome::Outcome;
use crate::rules::board::Board;

/// Without the cube, with the cube mine, in the middle, theirs; points for money in units of the cube.
pub(super) type CubeValues = [f32; 4];

/// The checkers of the table that every evaluation uses.
const SHARED_CHECKERS: u8 = 6;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The chances of the player on roll. There are no gammons.
    pub outcome: Outcome,
    /// His equities for money by owner of the cube, in units of its value, before he decides about it.
    pub equities: ByOwner,
}

/// The table of all positions with at most so many checkers of each side, all home.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSided {
    home: Home,
    /// By the number of a way its rank, which rises with the pips.
    ranks: Vec<u16>,
    /// By the rank of the player on roll, then the other's.
    values: Vec<CubeValues>,
}

impl TwoSided {
    /// The table for six checkers, computed when first asked for.
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<TwoSided> = LazyLock::new(|| TwoSided::compute(SHARED_CHECKERS, 1));
        &TABLE
    }

    /// Computes the table for at most so many checkers a side, ten at most (a gigabyte; six take 14 MB), on several
    /// threads. The table does not depend on their number.
    pub fn compute(checkers: u8, threads: usize) -> Self {
        let home = Home::new(checkers.min(10));
        let (ways, ranks) = by_pips(&home);
        let plays = RollPlays::of_all(&home, &ways, &ranks);
        let size = ways.len();
        let mut values = vec![[0.0; 4]; size * size];
        // Who is on roll when the other has borne off has lost.
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

    /// A table of values that were computed before. None if their number is wrong.
    pub(super) fn from_values(checkers: u8, values: Vec<CubeValues>) -> Option<Self> {
        let home = Home::new(checkers);
        let (ways, ranks) = by_pips(&home);
        (values.len() == ways.len() * ways.len()).then_some(Self { home, ranks, values })
    }

    pub(super) fn values(&self) -> &[CubeValues] {
        &self.values
    }

    /// The most checkers of a side.
    pub fn checkers(&self) -> u8 {
        self.home.checkers()
    }

    /// What is known of a position in the view of the player on roll. None if checkers are not home or too many, or a side
    /// has borne off all.
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

/// The ways at home by rising pips, and the rank of each by its number.
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

/// What every roll makes of every way, by ranks.
struct RollPlays {
    /// Where the choices of each way stop.
    stops: Vec<u32>,
    choices: Vec<RollGroup>,
    ends: Vec<u16>,
}

/// The rolls that leave the same choice.
struct RollGroup {
    /// How likely they are.
    chance: f32,
    /// Where their ends stop.
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

    /// How many ways there are.
    fn len(&self) -> usize {
        self.stops.len() - 1
    }

    /// The values of the player on roll with the way of a rank, given what he has after each play.
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

/// What one die makes of every way, by die and rank.
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

    /// What dice, used in this order, make of a way.
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

/// How the player who has just played sees the values of the other, who now decides about the cube and rolls.
#[inline]
fn seen_after_play(values: &[CubeValues], seen: &mut Vec<CubeValues>) {
    seen.clear();
    seen.extend(values.iter().map(|&[cubeless, owned, centre, enemy]| {
        let doubled = (2.0 * enemy).min(1.0);
        [-cubeless, -enemy, -centre.max(doubled), -owned.max(doubled)]
    }));
}

/// Computes all positions in which the side nearer to its end has a way of this level of equal pips; the levels below are
/// done.
fn fill_level(plays: &RollPlays, level: Range<usize>, values: &mut [CubeValues], threads: usize) {
    let size = plays.len();
    let (upto, above) = values.split_at_mut(level.end * size);
    let rows = &mut upto[level.start * size..];
    // On roll with this level: what follows are positions of the other with a lower one, in the left part of his row.
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
    // On roll against this level: what follows are positions of the other with this level, all known by now.
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

/// Shares rows among threads; the work is told the first row of its part.
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
