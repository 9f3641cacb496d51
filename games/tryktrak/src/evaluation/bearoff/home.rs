//! Numbers all placements of up to 15 checkers on the six home points.

use crate::rules::board::Side;

/// Number of home points.
pub const POINTS: usize = 6;

/// Number of checkers on each of the points 1 to 6.
pub(super) type Counts = [u8; POINTS];

/// A numbering of all placements of at most `checkers` checkers at home: the order is lexicographic, beginning with the highest point, so
/// every play leads to a lower number. The empty home has number 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    checkers: u8,
    /// `ways[points][checkers]`: the number of placements of at most this many checkers on this many points.
    ways: [[u32; 16]; POINTS + 1],
}

impl Home {
    /// The numbering for at most this many checkers, 15 or fewer.
    pub fn new(checkers: u8) -> Self {
        let mut ways = [[1; 16]; POINTS + 1];
        for points in 1..=POINTS {
            for checkers in 1..16 {
                ways[points][checkers] = ways[points][checkers - 1] + ways[points - 1][checkers];
            }
        }
        Self { checkers: checkers.min(15), ways }
    }

    /// Maximum number of checkers.
    pub fn checkers(&self) -> u8 {
        self.checkers
    }

    /// Number of placements.
    pub fn len(&self) -> usize {
        self.ways[POINTS][usize::from(self.checkers)] as usize
    }

    /// Always false: the empty home is a placement too.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of the placement of a side's checkers. `None` if some are not home, or there are too many.
    #[inline]
    pub fn number_of(&self, side: Side) -> Option<usize> {
        if !side.is_home() || 15 - side.off() > self.checkers {
            return None;
        }
        // The lowest four bits are the checkers borne off, then come the points.
        let packed = (side.packed() >> 4) as u32;
        Some(self.number(|point| (packed >> (4 * point) & 15) as usize))
    }

    /// The number of the placement with these counts.
    pub(super) fn number_of_counts(&self, counts: Counts) -> usize {
        self.number(|point| usize::from(counts[point]))
    }

    #[inline(always)]
    fn number(&self, count: impl Fn(usize) -> usize) -> usize {
        let mut left = usize::from(self.checkers);
        let mut number = 0;
        for point in (0..POINTS).rev() {
            let ways = &self.ways[point + 1];
            let rest = left - count(point);
            number += ways[left] - ways[rest];
            left = rest;
        }
        number as usize
    }

    /// All placements in the order of their numbers.
    pub(super) fn all(&self) -> Vec<Counts> {
        let mut all = Vec::with_capacity(self.len());
        append(&mut [0; POINTS], POINTS, self.checkers, &mut all);
        all
    }
}

/// Appends all placements of at most `left` checkers on the lowest `points` points; `counts` already contains the checkers on the higher
/// points.
fn append(counts: &mut Counts, points: usize, left: u8, all: &mut Vec<Counts>) {
    let Some(point) = points.checked_sub(1) else {
        all.push(*counts);
        return;
    };
    for count in 0..=left {
        counts[point] = count;
        append(counts, point, left - count, all);
    }
    counts[point] = 0;
}

/// The pip count of a placement.
pub(super) fn pips(counts: Counts) -> usize {
    (1..).zip(counts).map(|(point, count)| point * usize::from(count)).sum()
}

/// Passes to `visit` each placement that can result from one die. The empty home stays empty.
pub(super) fn for_each_step(counts: Counts, die: usize, mut visit: impl FnMut(Counts)) {
    let Some(last) = counts.iter().rposition(|&count| count > 0) else {
        return visit(counts);
    };
    let mut after = counts;
    for from in (0..=last).filter(|&from| counts[from] > 0) {
        // A checker is borne off with the exact number, or with a larger number if it is on the highest occupied point.
        let off = from + 1 == die || (from == last && from + 1 < die);
        if !off && from < die {
            continue;
        }
        after[from] -= 1;
        if !off {
            after[from - die] += 1;
        }
        visit(after);
        after = counts;
    }
}

/// The 21 rolls with their weights out of 36.
pub(super) fn rolls() -> impl Iterator<Item = (usize, usize, u8)> {
    (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low, 1 + u8::from(high != low))))
}
