//! Sets of places as bits.

use crate::rules::board::Side;

/// The places `low` to `high` as bits.
pub(super) const fn places(low: u32, high: u32) -> u32 {
    (2 << high) - (1 << low)
}

/// The highest place of a set; 0 if it is empty.
#[inline(always)]
pub(super) fn highest(set: u32) -> u32 {
    (set | 1).ilog2()
}

#[inline(always)]
pub(super) fn checkers_in(side: Side, set: u32) -> u32 {
    let (mut set, mut sum) = (set, 0);
    while set != 0 {
        sum += u32::from(side.count(set.trailing_zeros() as usize));
        set &= set - 1;
    }
    sum
}
