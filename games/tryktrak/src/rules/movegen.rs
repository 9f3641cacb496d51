//! The legal plays of a roll: every distinct resulting position, once.
//!
//! The same position can result from different orders of steps. For a double, only plays with sources in descending order are generated:
//! these reach every position exactly once, because a position determines the set of single steps that lead to it. For two different dice,
//! each pair of steps is generated in one order and equal results are dropped.

use super::board::{BAR, Board, OFF, Side};
use super::moves::Play;
use crate::notation::plays;
use ludex_kit::say;

/// A position that a roll can lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The board after the play, still from the view of the player who made it.
    pub board: Board,
    /// The steps that lead there.
    pub play: Play,
}

/// Points 1 to 24 as bits.
const POINT_BITS: u32 = 0x1ff_fffe;
/// Places outside the home board, including the bar, as bits.
const OUTSIDE: u32 = 0x3ff_ff80;

/// The checkers after some steps of a play.
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

    /// The places from which a checker can move `die` steps.
    #[inline(always)]
    fn sources(&self, die: u32, blocked: u32) -> u32 {
        let free = !(blocked << die);
        if self.occupied & 1 << BAR != 0 {
            return 1 << BAR & free;
        }
        let mut sources = self.occupied & free & POINT_BITS & !0 << (die + 1);
        if self.occupied & OUTSIDE == 0 && self.occupied != 0 {
            let last = self.occupied.ilog2();
            // A checker is borne off with the exact number, or with a larger number if it is on the highest occupied point.
            sources |= if last > die { self.occupied & 1 << die } else { 1 << last };
        }
        sources
    }

    /// The state after a checker moved `die` steps from `from`.
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
        Reached { board: Board { mine: self.mine, theirs: self.theirs }, play: self.play }
    }
}

/// Appends every legal play of the roll, one for each resulting position. There is always at least one: the empty play if no checker
/// can move.
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

/// All sequences of steps that play a roll. Two different dice are used in both orders, so several sequences may lead to the same position.
pub(crate) fn sequences(board: Board, dice: (u8, u8)) -> Vec<Reached> {
    let start = Partial::start(board);
    let blocked = board.blocked();
    let mut reached = Vec::new();
    if dice.0 != dice.1 {
        for (first, second) in [dice, (dice.1, dice.0)] {
            descending(start.sources(first.into(), blocked), |from| {
                let between = start.step(from, first.into());
                descending(between.sources(second.into(), blocked), |from| {
                    reached.push(between.step(from, second.into()).reached());
                });
            });
        }
    }
    if reached.is_empty() {
        plays(board, dice, &mut reached);
    }
    reached
}

/// Passes the indices of the set bits to `visit`, highest first.
#[inline(always)]
fn descending(mut bits: u32, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        let place = bits.ilog2();
        bits ^= 1 << place;
        visit(place as usize);
    }
}

/// Two steps lead to the same position in either order. So of the plays that begin with the lower die, only those are added to the list
/// that are impossible in the other order.
fn two_dice(start: Partial, high: usize, low: usize, blocked: u32, out: &mut Vec<Reached>) {
    let first = out.len();
    let with_high = start.sources(high as u32, blocked);
    let with_low = start.sources(low as u32, blocked);
    // For each first step with the higher die, the sources of the second step.
    let mut seconds = [0; BAR + 1];
    descending(with_high, |from| {
        let between = start.step(from, high);
        seconds[from] = between.sources(low as u32, blocked);
        descending(seconds[from], |from| push_new(&between.step(from, low), first, out));
    });
    descending(with_low, |from| {
        let between = start.step(from, low);
        descending(between.sources(high as u32, blocked), |second| {
            if seconds[second] & 1 << from == 0 {
                push_new(&between.step(second, high), first, out);
            }
        });
    });
    if out.len() > first {
        return;
    }
    // It is impossible to use both dice. The higher one must be used if possible, otherwise the lower one.
    let (sources, die) = if with_high != 0 { (with_high, high) } else { (with_low, low) };
    descending(sources, |from| push_new(&start.step(from, die), first, out));
    if out.len() == first {
        out.push(start.reached());
    }
}

/// Appends a position unless it is already in the list.
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

/// Plays up to `left` more steps with sources in non-ascending order. Passes each result and its number of steps to `visit`.
fn deepen(
    partial: Partial,
    die: usize,
    blocked: u32,
    highest: usize,
    left: usize,
    visit: &mut impl FnMut(&Partial, usize),
) {
    let sources =
        if left == 0 { 0 } else { partial.sources(die as u32, blocked) & ((2 << highest) - 1) };
    if sources == 0 {
        visit(&partial, 4 - left);
        return;
    }
    descending(sources, |from| {
        deepen(partial.step(from, die), die, blocked, from, left - 1, visit);
    });
}

/// The number of legal plays of the roll, counted without a list in most cases.
pub fn count(board: Board, dice: (u8, u8)) -> u64 {
    let start = Partial::start(board);
    let blocked = board.blocked();
    let high = u32::from(dice.0.max(dice.1));
    let low = u32::from(dice.0.min(dice.1));
    if high == low {
        let mut longest = (0, 0);
        count_double(start, high, blocked, BAR, 4, &mut longest);
        return longest.1;
    }
    let (mine, outside) = (board.mine, start.occupied & OUTSIDE);
    let one_outside = outside & outside.wrapping_sub(1) == 0 && outside & mine.made() == 0;
    if one_outside || start.occupied & 1 << BAR != 0 {
        let mut reached = Vec::new();
        two_dice(start, high as usize, low as usize, blocked, &mut reached);
        return reached.len() as u64;
    }
    count_two_dice(&start, mine, high, low, blocked)
}

/// The number of plays of two different dice if no checker enters or is borne off. A play is then a pair of sources, or two steps of
/// one checker.
fn count_two_dice(start: &Partial, mine: Side, high: u32, low: u32, blocked: u32) -> u64 {
    let free = !blocked & POINT_BITS;
    let occupied = start.occupied;
    let with_high = occupied & free << high;
    let with_low = occupied & free << low;
    // Two steps of one checker over an empty point, with the dice in either order. Over a point with a checker of the player, the result is
    // the same as moving that other checker, which is counted as a pair of sources.
    let chain =
        |first: u32, both_free: u32, with_first: u32| with_first & !(occupied << first) & both_free;
    let both_free = free << (high + low);
    let high_first = chain(high, both_free, with_high);
    let low_first = chain(low, both_free, with_low);
    // A checker can reach the same target in two ways, over one or the other point. Both ways lead to the same position, unless the checker
    // hits on one of the points.
    let peaceful = !(start.blots << high) & !(start.blots << low);
    let doubled = with_high & with_low & both_free & peaceful;
    let singles = with_high & with_low & !mine.made();
    let pairs = with_high.count_ones() * with_low.count_ones() - singles.count_ones();
    let chains = high_first.count_ones() + low_first.count_ones();
    match pairs + chains - doubled.count_ones() {
        0 if with_high != 0 => u64::from(with_high.count_ones()),
        0 => u64::from(with_low.count_ones().max(1)),
        both => u64::from(both),
    }
}

/// Counts the results of plays of up to `left` more steps. `longest` is the largest number of steps so far, with its number of plays.
fn count_double(
    partial: Partial,
    die: u32,
    blocked: u32,
    highest: usize,
    left: u32,
    longest: &mut (u32, u64),
) {
    let sources = partial.sources(die, blocked) & ((2 << highest) - 1);
    if left == 1 || sources == 0 {
        let steps = 4 - left + u32::from(sources != 0);
        let ends = u64::from(sources.count_ones().max(1));
        if steps > longest.0 {
            *longest = (steps, ends);
        } else if steps == longest.0 {
            longest.1 += ends;
        }
        return;
    }
    descending(sources, |from| {
        let next = partial.step(from, die as usize);
        count_double(next, die, blocked, from, left - 1, longest);
    });
}

/// Why a single step is illegal: the part of a sentence that follows the quoted text. `None` if the step is legal by itself.
pub(crate) fn step_fault(board: Board, from: usize, die: usize) -> Option<String> {
    let partial = Partial::start(board);
    let blocked = board.blocked();
    if partial.sources(die as u32, blocked) & 1 << from != 0 {
        return None;
    }
    let place = plays::place_name(from);
    Some(if board.mine.count(from) == 0 {
        say!("is not legal: no checker is on {place} when a checker should move from there", place)
    } else if from != BAR && board.mine.bar() > 0 {
        say!("is not legal: the checkers on the bar must enter first")
    } else if from > die {
        say!("is not legal: the opponent holds point {point}", point = from - die)
    } else if partial.occupied & OUTSIDE != 0 {
        say!("is not legal: all checkers must be at home before one is borne off")
    } else {
        say!(
            "is not legal: a die larger than {from} bears off from point {from} only if no checker is on a higher point",
            from
        )
    })
}
