//! Counts the rolls, out of 36, that hit a blot or escape a blockade.

use crate::rules::board::{BAR, Side};

/// The number of rolls, out of 36, with which a checker can use both dice. The index is the set of blocked points among the next twelve
/// points; bit 0 is the nearest.
pub static ESCAPES: [u8; 4096] = escapes();

const fn escapes() -> [u8; 4096] {
    let mut table = [0; 4096];
    let mut blocked = 0;
    while blocked < 4096 {
        let mut high = 1;
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                let between = blocked >> (high - 1) & 1 == 1 && blocked >> (low - 1) & 1 == 1;
                if blocked >> (high + low - 1) & 1 == 0 && !between {
                    table[blocked] += if high == low { 1 } else { 2 };
                }
                low += 1;
            }
            high += 1;
        }
        blocked += 1;
    }
    table
}

/// How a side's blots are exposed to the opponent's next roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    /// Number of rolls, out of 36, that hit at least one blot.
    pub hits: u32,
    /// Number of rolls, out of 36, that hit two blots.
    pub doubles: u32,
    /// The pips lost by the most valuable checker hit, summed over 36 rolls.
    pub pips: u32,
}

/// Points 1 to 24 as bits.
const POINTS: u32 = 0x1ff_fffe;

/// The danger from `hitter`, who occupies the places `occupied` and may not enter the points `blocked`, to blots on the points `blots`. All
/// points are numbered from the hitter's view.
#[inline(always)]
pub fn danger(hitter: Side, occupied: u32, blots: u32, blocked: u32) -> Danger {
    let mut danger = Danger::default();
    let blots = blots & POINTS;
    if blots == 0 || occupied & !((blots & blots.wrapping_neg()) - 1) == 0 {
        return danger;
    }
    let free = !blocked & POINTS;
    let bar = hitter.bar();
    for high in 1..=6u32 {
        for low in 1..=high {
            let hit = if high == low {
                double_hits(occupied, bar, high, free, blots)
            } else {
                two_dice_hits(occupied, bar, (high, low), free, blots)
            };
            if hit != 0 {
                let weight = if high == low { 1 } else { 2 };
                danger.hits += weight;
                // A checker hit on the hitter's point p loses p pips.
                danger.pips += weight * hit.ilog2();
                if hit & (hit - 1) != 0 {
                    danger.doubles += weight;
                }
            }
        }
    }
    danger
}

/// The blots that a roll of two different dice can hit, though not necessarily all at once.
#[inline(always)]
fn two_dice_hits(occupied: u32, bar: u8, (high, low): (u32, u32), free: u32, blots: u32) -> u32 {
    match bar {
        0 => {
            let with_high = occupied >> high & free;
            let with_low = occupied >> low & free;
            let with_both = (with_high >> low | with_low >> high) & free;
            (with_high | with_low | with_both) & blots
        }
        1 => {
            let others = occupied & POINTS;
            let mut hits = 0;
            for (first, second) in [(high, low), (low, high)] {
                let entered = 1 << (BAR as u32 - first) & free;
                if entered != 0 {
                    hits |= (entered | (others | entered) >> second & free) & blots;
                }
            }
            hits
        }
        _ => (1 << (BAR as u32 - high) | 1 << (BAR as u32 - low)) & blots,
    }
}

/// The blots that a double can hit.
#[inline(always)]
fn double_hits(occupied: u32, bar: u8, die: u32, free: u32, blots: u32) -> u32 {
    let mut from = occupied & POINTS;
    let mut left = 4;
    let mut hits = 0;
    if bar > 0 {
        let entered = 1 << (BAR as u32 - die) & free;
        if entered == 0 {
            return 0;
        }
        hits = entered & blots;
        left -= u32::from(bar).min(4);
        from |= entered;
    }
    for _ in 0..left {
        from = from >> die & free;
        hits |= from & blots;
    }
    hits
}
