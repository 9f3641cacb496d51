//! Network inputs for contact positions: the number of checkers on each point, and features that expert players consider.
//!
//! The board is from the view of the player who rolls next, and that player's inputs come first. CITE: Tesauro, "Temporal difference
//! learning and TD-Gammon", 1995, for the counts; Berliner, "Backgammon computer program beats world champion", 1980, and the GNU
//! Backgammon authors for the kinds of expert inputs (hits and escapes in 36 rolls, containment, mobility, timing).

use super::relative::{self, RELATIVE};
use super::sets::{checkers_in, highest, places};
use super::shots::{self, ESCAPES};
use crate::rules::board::{BAR, Board, CHECKERS, POINTS, Side, mirrored};
use ludex_learn::Active;

/// The kinds of positions with separate networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Checkers can still hit each other.
    Contact,
    /// Contact, and one side has few useful checkers left.
    Crashed,
    /// Contact, and one side is already bearing off or has buried many checkers, though neither side is crashed.
    Ending,
    /// No checker can be hit any more.
    Race,
}

impl Class {
    /// All classes, in the order in which networks are stored.
    pub const ALL: [Self; 4] = [Self::Contact, Self::Crashed, Self::Ending, Self::Race];

    /// The class of a board that is not won yet.
    #[inline(always)]
    pub fn classify(board: Board) -> Self {
        if board.is_race() {
            Self::Race
        } else if is_crashed(board.mine) || is_crashed(board.theirs) {
            Self::Crashed
        } else if is_ending(board.mine) || is_ending(board.theirs) {
            Self::Ending
        } else {
            Self::Contact
        }
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Crashed => "crashed",
            Self::Ending => "ending",
            Self::Race => "race",
        }
    }
}

/// A side is crashed if at most this many checkers are neither borne off nor buried on its last two points.
const FEW: u8 = 6;

#[inline(always)]
fn is_crashed(side: Side) -> bool {
    15 - side.off() - side.count(1) - side.count(2) <= FEW
}

/// A side's board is about to crash if at least this many checkers are on its last two points.
const MANY_BURIED: u8 = 7;

#[inline(always)]
fn is_ending(side: Side) -> bool {
    side.off() > 0 || side.count(1) + side.count(2) >= MANY_BURIED
}

/// Number of inputs that encode the checkers on one place (a point or the bar).
const UNITS: usize = 4;
/// Number of inputs that encode one side's checkers.
const SIDE_COUNTS: usize = UNITS * BAR;
/// Number of expert inputs per side.
const EXPERT: usize = 28;

/// Number of count and expert inputs.
const COMMON: usize = 2 * SIDE_COUNTS + 2 * EXPERT;

/// Number of inputs of a contact position.
pub const CONTACT: usize = COMMON + RELATIVE;

/// The inputs of a contact position consist of three parts: those that depend only on the side of the player who rolls next, those that
/// depend only on the opponent's side, and those that depend on both.
pub const PARTS: usize = 3;

/// Appends the inputs of a contact position. Races have [other inputs](race_inputs).
pub fn contact_inputs(board: Board, out: &mut Vec<Active>) {
    for part in 0..PARTS {
        part_of_inputs(board, part, out);
    }
}

/// Appends one part of the inputs of a contact position.
pub fn part_of_inputs(board: Board, part: usize, out: &mut Vec<Active>) {
    let sides = [board.mine, board.theirs];
    if let Some(&side) = sides.get(part) {
        let masks = Masks::new(side);
        let sums = counts(masks, part * SIDE_COUNTS, out);
        expert_alone(masks, sums, 2 * SIDE_COUNTS + part * EXPERT, out);
        relative::inputs_of_side(side, part, COMMON, out);
    } else {
        let sides = sides.map(Masks::new);
        for (index, (own, other)) in [(0, 1), (1, 0)].into_iter().enumerate() {
            expert_together(sides[own], sides[other], 2 * SIDE_COUNTS + index * EXPERT, out);
        }
        relative::inputs_of_both(board, COMMON, out);
    }
}

/// Number of inputs for the points of a side.
const POINT_COUNTS: usize = UNITS * POINTS;
/// End of the inputs for the number of checkers left, 1 to 15.
const LEFT: usize = POINT_COUNTS + CHECKERS as usize;

/// Number of inputs of one side in a race.
pub const RACE: usize = LEFT + 6;

/// Appends the inputs of one side in a race: checkers on each point, checkers left, and sums. `fraction` is the fractional part of
/// the number of rolls at which the network's outputs begin.
pub fn race_inputs(side: Side, fraction: f32, out: &mut Vec<Active>) {
    let (mut pips, mut outside, mut crossings, mut to_home) = (0, 0, 0, 0);
    let mut set = side.occupied();
    while set != 0 {
        let place = set.trailing_zeros();
        set &= set - 1;
        let count = side.count(place as usize);
        push_count(count, UNITS * (place as usize - 1), out);
        let count = u32::from(count);
        pips += count * place;
        crossings += count * place.div_ceil(6);
        if place > 6 {
            outside += count;
            to_home += count * (place - 6);
        }
    }
    let left = usize::from(CHECKERS - side.off()).max(1);
    out.push(((POINT_COUNTS + left - 1) as u16, 1.0));
    let values = [
        pips as f32 / 100.0,
        crossings as f32 / 30.0,
        outside as f32 / 10.0,
        to_home as f32 / 50.0,
        fraction,
        (fraction - 0.5).abs(),
    ];
    out.extend((LEFT as u16..).zip(values));
}

/// Number of inputs of the pruning network, which receives only the checker counts.
pub const PRUNING: usize = 2 * SIDE_COUNTS;

/// Appends the inputs of the pruning network: the counts of both sides.
pub fn pruning_inputs(board: Board, out: &mut Vec<Active>) {
    for (index, side) in [board.mine, board.theirs].into_iter().enumerate() {
        counts(Masks::new(side), index * SIDE_COUNTS, out);
    }
}

/// Appends the changes of the pruning network's inputs from `before` to `after`.
#[inline(always)]
pub fn pruning_changes(before: Board, after: Board, out: &mut Vec<Active>) {
    let sides = [(before.mine, after.mine), (before.theirs, after.theirs)];
    for (index, (before, after)) in sides.into_iter().enumerate() {
        let mut changed = before.packed() ^ after.packed();
        changed &= !0xf;
        while changed != 0 {
            let place = changed.trailing_zeros() as usize / 4;
            changed &= !(0xf << (4 * place));
            let at = index * SIDE_COUNTS + UNITS * (place - 1);
            let first = out.len();
            push_count(before.count(place), at, out);
            for unit in &mut out[first..] {
                unit.1 = -unit.1;
            }
            push_count(after.count(place), at, out);
        }
    }
}

/// A side, and its places as bit sets.
#[derive(Clone, Copy)]
struct Masks {
    side: Side,
    occupied: u32,
    made: u32,
}

impl Masks {
    #[inline(always)]
    fn new(side: Side) -> Self {
        Self { side, occupied: side.occupied(), made: side.made() }
    }
}

/// Sums over the checkers of one side.
#[derive(Clone, Copy, Default)]
struct SideSums {
    pips: u32,
    squares: u32,
    checkers: u32,
    stacked: u32,
}

/// Appends the inputs of one place with `count` checkers: exactly one, exactly two, three or more, and the number above three.
#[inline(always)]
fn push_count(count: u8, at: usize, out: &mut Vec<Active>) {
    match count {
        0 => {}
        1 => out.push((at as u16, 1.0)),
        2 => out.push((at as u16 + 1, 1.0)),
        _ => {
            out.push((at as u16 + 2, 1.0));
            if count > 3 {
                out.push((at as u16 + 3, f32::from(count - 3) * 0.5));
            }
        }
    }
}

#[inline(always)]
fn counts(masks: Masks, at: usize, out: &mut Vec<Active>) -> SideSums {
    let mut sums = SideSums::default();
    let mut places = masks.occupied;
    while places != 0 {
        let place = places.trailing_zeros();
        places &= places - 1;
        let count = masks.side.count(place as usize);
        push_count(count, at + UNITS * (place as usize - 1), out);
        let count = u32::from(count);
        sums.checkers += count;
        sums.pips += count * place;
        sums.squares += count * place * place;
        sums.stacked += count.saturating_sub(3);
    }
    sums
}

/// The longest run of adjacent places.
#[inline(always)]
fn longest_run(mut set: u32) -> u32 {
    let mut length = 0;
    while set != 0 {
        set &= set >> 1;
        length += 1;
    }
    length
}

/// The expert inputs that depend on one side alone.
#[inline(always)]
fn expert_alone(own: Masks, sums: SideSums, at: usize, out: &mut Vec<Active>) {
    let mut values = [0.0f32; EXPERT];
    let off = f32::from(own.side.off());
    for (third, value) in values[..3].iter_mut().enumerate() {
        *value = ((off - 5.0 * third as f32) / 5.0).clamp(0.0, 1.0);
    }
    values[3] = sums.pips as f32 / 167.0;

    values[6] = highest(own.occupied) as f32 / 25.0;
    let anchors = own.made & places(19, 24);
    values[7] = highest(own.made & places(1, 24)) as f32 / 24.0;
    let advanced = own.made & places(13, 24);
    if advanced != 0 {
        values[8] = (25 - advanced.trailing_zeros()) as f32 / 12.0;
    }
    values[9] = anchors.count_ones() as f32 / 2.0;
    values[10] = checkers_in(own.side, own.occupied & places(19, 25)) as f32 / 4.0;

    let mean = sums.pips as f32 / sums.checkers.max(1) as f32;
    values[18] = (sums.squares as f32 / sums.checkers.max(1) as f32 - mean * mean) / 60.0;
    let home = (own.made & places(1, 6)).count_ones() as f32;
    values[21] = home / 6.0;
    values[22] = (home - 3.0).max(0.0) / 3.0;
    values[23] = longest_run(own.made & places(1, 24)) as f32 / 6.0;
    let blots = own.occupied & !own.made;
    values[24] = (blots & places(1, 6)).count_ones() as f32 / 3.0;
    values[25] = sums.stacked as f32 / 8.0;
    // Pips that can be played before a valuable point must be broken.
    let free = own.occupied & places(7, 18);
    values[26] = checkers_in(own.side, free) as f32 / 8.0;
    values[27] = checkers_in(own.side, own.occupied & places(1, 3)) as f32 / 8.0;
    push_values(&values, at, out);
}

/// The expert inputs of a side that depend on both sides.
#[inline(always)]
fn expert_together(own: Masks, other: Masks, at: usize, out: &mut Vec<Active>) {
    let mut values = [0.0f32; EXPERT];
    // The number of pips that the player's checkers need to pass the opponent's rearmost checker.
    let their_last = highest(other.occupied);
    let line = 25 - their_last;
    let mut beyond = own.occupied & !places(0, line);
    let mut to_pass = 0;
    let mut mobility = 0;
    while beyond != 0 {
        let place = beyond.trailing_zeros();
        beyond &= beyond - 1;
        let count = u32::from(own.side.count(place as usize));
        to_pass += count * (place - line);
        if place > 6 {
            mobility += count * (place - 6) * escapes(place, other.made);
        }
    }
    values[4] = to_pass as f32 / 100.0;
    values[5] = mobility as f32 / 3600.0;

    let danger = shots::danger(
        other.side,
        other.occupied,
        mirrored(own.occupied & !own.made),
        mirrored(own.made),
    );
    values[11] = danger.hits as f32 / 36.0;
    values[12] = danger.pips as f32 / 360.0;
    values[13] = danger.doubles as f32 / 36.0;

    let last = highest(own.occupied);
    let freedom = escapes(last, other.made);
    values[14] = freedom as f32 / 36.0;
    let held = (36 - freedom) as f32 / 36.0;
    values[15] = held * held;
    let least = (16..=last.max(16)).map(|place| escapes(place, other.made)).min().unwrap_or(36);
    values[16] = (36 - least) as f32 / 36.0;
    let least_entered = (19..=25).map(|place| escapes(place, other.made)).min().unwrap_or(36);
    let contained = (36 - least_entered) as f32 / 36.0;
    values[17] = contained * contained;

    let closed = (other.made & places(1, 6)).count_ones() as f32 / 6.0;
    if own.side.bar() > 0 {
        values[19] = closed * closed;
        values[20] = closed * f32::from(own.side.bar()) * 0.5;
    }
    push_values(&values, at, out);
}

fn push_values(values: &[f32], at: usize, out: &mut Vec<Active>) {
    for (index, &value) in values.iter().enumerate() {
        if value != 0.0 {
            out.push(((at + index) as u16, value));
        }
    }
}

/// The number of rolls, out of 36, with which a checker on `place` can escape past the opponent's points using the whole roll.
#[inline(always)]
fn escapes(place: u32, their_made: u32) -> u32 {
    // The player's point `place − d` is the opponent's point `25 − place + d`.
    let ahead = their_made >> (26 - place) & 0xfff;
    u32::from(ESCAPES[ahead as usize])
}
