//! The legal plays of a roll: every distinct position that it can lead to, once.
//!
//! Only the order of one checker's steps and of two dice can lead to equal positions. With a double, playing the sources in
//! descending order reaches every position exactly once: a set of single steps determines the position and is determined by
//! it. With two dice both orders are generated and equal results are dropped.

use super::board::{BAR, Board, OFF, Side};
use super::moves::Play;

/// A position that a roll can lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The checkers after the play, still in the view of the player who made it.
    pub board: Board,
    /// The steps that lead there.
    pub play: Play,
}

/// Points 1 to 24 as bits.
const POINT_BITS: u32 = 0x1ff_fffe;
/// Places outside the home board, the bar with them, as bits.
const OUTSIDE: u32 = 0x3ff_ff80;

/// Checkers in the middle of a play.
#[derive(Clone, Copy)]
struct Partial {
    mine: Side,
    theirs: Side,
    /// My places with a checker.
    occupied: u32,
    /// Points where I can hit.
    blots: u32,
    play: Play,
}

impl Partial {
    fn start(board: Board) -> Self {
        Self {
            mine: board.mine,
            theirs: board.theirs,
            occupied: board.mine.occupied(),
            blots: board.blots(),
            play: Play::NONE,
        }
    }

    /// The places from which a checker can go `die` steps.
    #[inline(always)]
    fn sources(&self, die: u32, blocked: u32) -> u32 {
        let free = !(blocked << die);
        if self.occupied & 1 << BAR != 0 {
            return 1 << BAR & free;
        }
        let mut sources = self.occupied & free & POINT_BITS & !0 << (die + 1);
        if self.occupied & OUTSIDE == 0 && self.occupied != 0 {
            let last = 31 - self.occupied.leading_zeros();
            // Off by the exact number, or from the last point when the number is higher.
            sources |= if last > die {
                self.occupied & 1 << die
            } else {
                1 << last
            };
        }
        sources
    }

    /// After one checker went `die` steps from `from`.
    #[inline(always)]
    fn step(mut self, from: usize, die: usize) -> Self {
        let to = from.saturating_sub(die);
        self.mine = self.mine.moved(from, to);
        if self.mine.count(from) == 0 {
            self.occupied &= !(1 << from);
        }
        if to != OFF {
            self.occupied |= 1 << to;
            if self.blots & 1 << to != 0 {
                self.blots &= !(1 << to);
                self.theirs = self.theirs.hit(BAR - to);
            }
        }
        self.play = self.play.with(from, die);
        self
    }

    fn reached(&self) -> Reached {
        Reached {
            board: Board {
                mine: self.mine,
                theirs: self.theirs,
            },
            play: self.play,
        }
    }
}

/// Appends every legal play of the roll, one for each position that it can lead to. There is always one: if no checker can
/// move it is the empty play.
pub fn plays(board: Board, dice: (u8, u8), out: &mut Vec<Reached>) {
    let start = Partial::start(board);
    let blocked = board.blocked();
    if dice.0 == dice.1 {
        double(start, usize::from(dice.0), blocked, out);
    } else {
        let high = usize::from(dice.0.max(dice.1));
        let low = usize::from(dice.0.min(dice.1));
        two_dice(start, high, low, blocked, out);
    }
}

/// The numbers of the bits that are set, highest first.
#[inline(always)]
fn descending(mut bits: u32, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        let place = 31 - bits.leading_zeros();
        bits ^= 1 << place;
        visit(place as usize);
    }
}

fn two_dice(start: Partial, high: usize, low: usize, blocked: u32, out: &mut Vec<Reached>) {
    let first = out.len();
    let with_high = start.sources(high as u32, blocked);
    let with_low = start.sources(low as u32, blocked);
    descending(with_high, |from| {
        let between = start.step(from, high);
        descending(between.sources(low as u32, blocked), |from| {
            push_new(&between.step(from, low), first, out);
        });
    });
    descending(with_low, |from| {
        let between = start.step(from, low);
        descending(between.sources(high as u32, blocked), |from| {
            push_new(&between.step(from, high), first, out);
        });
    });
    if out.len() > first {
        return;
    }
    // Not both dice: the higher if it can be used, else the lower.
    let (sources, die) = if with_high != 0 {
        (with_high, high)
    } else {
        (with_low, low)
    };
    descending(sources, |from| push_new(&start.step(from, die), first, out));
    if out.len() == first {
        out.push(start.reached());
    }
}

/// Appends a position unless it is there already.
#[inline(always)]
fn push_new(partial: &Partial, first: usize, out: &mut Vec<Reached>) {
    let known = out[first..]
        .iter()
        .any(|other| other.board.mine == partial.mine && other.board.theirs == partial.theirs);
    if !known {
        out.push(partial.reached());
    }
}

fn double(start: Partial, die: usize, blocked: u32, out: &mut Vec<Reached>) {
    let first = out.len();
    let mut longest = 0;
    deepen(start, die, blocked, BAR, 4, &mut |partial, steps| {
        if steps > longest {
            longest = steps;
            out.truncate(first);
        }
        if steps == longest {
            out.push(partial.reached());
        }
    });
}

/// Plays up to `left` steps with sources that never ascend, and hands each end to `visit` with the number of its steps.
fn deepen(
    partial: Partial,
    die: usize,
    blocked: u32,
    highest: usize,
    left: usize,
    visit: &mut impl FnMut(&Partial, usize),
) {
    let sources = if left == 0 {
        0
    } else {
        partial.sources(die as u32, blocked) & ((2 << highest) - 1)
    };
    if sources == 0 {
        visit(&partial, 4 - left);
        return;
    }
    descending(sources, |from| {
        deepen(partial.step(from, die), die, blocked, from, left - 1, visit);
    });
}
