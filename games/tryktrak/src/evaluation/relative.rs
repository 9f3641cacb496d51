//! What the networks of contact see besides counts at fixed places and expert inputs: how the end of the game is going for each side,
//! the board as it lies ahead of the rearmost checkers, and small numbers, alone and in pairs.
//!
//! Who wins and whether it is a gammon depends on exact things that counts of checkers at fixed places tell badly: whether the last three
//! checkers go off in two rolls or in three, which points stand in front of a straggler wherever he stands, how a home can be cleared
//! from its highest point without a shot, how many are held by how many closed points.

use super::bearoff::{OneSided, PIPS_OF_A_ROLL};
use super::sets::{checkers_in, highest, places};
use crate::rules::board::{BAR, Board, CHECKERS, POINTS, Side};
use ludex_learn::Active;

/// The last so many checkers are counted one by one.
const LAST_CHECKERS: usize = 8;
/// The rolls for which the table tells the chance to be off by then.
const SOON: usize = 4;
/// Mean rolls, from these numbers on.
const HINGES: [f32; 3] = [0.0, 3.0, 6.0];
/// Inputs about bearing off: checkers left, mean rolls, chances to be off soon, the way home, and what is left of it to save a gammon.
const BEARING_OFF: usize = LAST_CHECKERS + HINGES.len() + SOON + 5;

/// Places ahead of a checker that are looked at one by one: two dice reach no farther.
const AHEAD: usize = 12;
/// Inputs about what the other side has ahead of one checker: its points and its blots.
const BLOCKADE: usize = 2 * AHEAD;
/// The second rearmost checkers count if they stand behind this place.
const MIDDLE: u32 = POINTS as u32 / 2;

/// Places ahead of the rearmost checker where the side's own are looked at one by one.
const BEHIND: usize = 9;
/// The most checkers on one place that are told apart.
const STACK: usize = 5;
/// Inputs about the side's own checkers ahead of its rearmost: blots and more, points, more than points; and those on its place.
const STRUCTURE: usize = 3 * BEHIND + STACK;

/// The most of each: checkers in the other's home, checkers not yet past, checkers to spare at home, empty points at home.
const MOST: [usize; 4] = [4, 5, 4, 6];
/// Inputs that count small numbers, each from none to its most, and whether the highest point at home holds an even number.
const SMALL: usize = MOST[0] + MOST[1] + MOST[2] + MOST[3] + 4 + 2;

/// Inputs of one side alone.
const SIDE: usize = BEARING_OFF + 2 * BLOCKADE + STRUCTURE + SMALL;

/// Leads in pips, from these on.
const LEADS: [f32; 4] = [0.0, 12.0, 30.0, 60.0];
/// Pips below which a side is near its end.
const NEAR_END: f32 = 80.0;
/// Numbers of closed points at home: none to all six.
const CLOSED: usize = 7;
/// The most checkers on the bar, and in the other's home or on the bar, that are told apart.
const HELD: [usize; 2] = [2, 4];
/// The most blots at home that are told apart, and who may hit them: nobody, who stands there, who comes in from the bar.
const BLOTS: [usize; 2] = [3, 3];
/// Inputs about a side and the other together: the race, who is held by how many closed points, blots at home.
const PAIRS: usize =
    LEADS.len() + 2 + (HELD[0] + 1 + HELD[1] + 1) * CLOSED + (BLOTS[0] + 1) * BLOTS[1];

/// The number of these inputs.
pub(super) const RELATIVE: usize = 2 * (SIDE + PAIRS);

/// Appends those of these inputs, the first of which is number `at`, that one side alone decides.
pub(super) fn inputs_of_side(side: Side, index: usize, at: usize, out: &mut Vec<Active>) {
    let at = at + index * SIDE;
    let mut writer = Writer { at, out };
    bearing_off(side, &mut writer);
    writer.at += 2 * BLOCKADE;
    structure(side, &mut writer);
    debug_assert_eq!(writer.at, at + SIDE - SMALL);
}

/// Appends those that both sides decide.
pub(super) fn inputs_of_both(board: Board, at: usize, out: &mut Vec<Active>) {
    let sides = [(board.mine, board.theirs), (board.theirs, board.mine)];
    let mut writer = Writer { at, out };
    for (own, other) in sides {
        writer.at += BEARING_OFF;
        blockades(own, other, &mut writer);
        writer.at += STRUCTURE;
        small_numbers(own, other, &mut writer);
    }
    debug_assert_eq!(writer.at, at + 2 * SIDE);
    let pips = [board.mine.pips(), board.theirs.pips()].map(|pips| pips as f32);
    for ((own, other), (mine, theirs)) in
        sides.into_iter().zip([(pips[0], pips[1]), (pips[1], pips[0])])
    {
        race(mine, theirs, &mut writer);
        pairs(own, other, &mut writer);
    }
    debug_assert_eq!(writer.at, at + RELATIVE);
}

/// Writes inputs that are not zero, group after group.
struct Writer<'o> {
    at: usize,
    out: &'o mut Vec<Active>,
}

impl Writer<'_> {
    fn value(&mut self, value: f32) {
        if value != 0.0 {
            self.out.push((self.at as u16, value));
        }
        self.at += 1;
    }

    /// The lowest `n` bits.
    fn bits(&mut self, mut bits: u32, n: usize) {
        bits &= (1 << n) - 1;
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            self.out.push(((self.at + bit) as u16, 1.0));
            bits &= bits - 1;
        }
        self.at += n;
    }

    /// One input of `n`, or none of them.
    fn one_of(&mut self, which: Option<usize>, n: usize) {
        if let Some(which) = which.filter(|&which| which < n) {
            self.out.push(((self.at + which) as u16, 1.0));
        }
        self.at += n;
    }
}

/// How soon a side would be off if nobody stood in its way, those outside first brought to the highest point of its home.
fn bearing_off(own: Side, writer: &mut Writer<'_>) {
    let left = usize::from(CHECKERS - own.off());
    writer.one_of(left.checked_sub(1), LAST_CHECKERS);

    let mut counts = [0; BAR];
    let (mut outside, mut pips) = (0, 0);
    for place in 1..=BAR {
        let count = own.count(place);
        counts[place.min(6) - 1] += count;
        if place > 6 {
            outside += count;
            pips += u32::from(count) * (place as u32 - 6);
        }
    }
    let (outside, pips) = (f32::from(outside) / 5.0, pips as f32);
    let brought = Side::from_counts(&counts).expect("the checkers of a side");
    let rolls = OneSided::shared().rolls(brought).expect("all are home");
    let mean = rolls.mean() + pips / PIPS_OF_A_ROLL;
    for hinge in HINGES {
        writer.value((mean - hinge).max(0.0) / 10.0);
    }
    let mut soon = 0.0;
    for roll in 1..=SOON {
        soon += rolls.exactly(roll);
        writer.value(if own.is_home() { soon } else { 0.0 });
    }

    let to_home = pips / 50.0;
    let is_none_off = f32::from(u8::from(own.off() == 0));
    writer.value(outside);
    writer.value(to_home);
    writer.value(is_none_off * to_home);
    writer.value(is_none_off * outside);
    writer.value(is_none_off);
}

/// What the other side has ahead of the rearmost checkers, and of those behind them if they stand far back too.
fn blockades(own: Side, other: Side, writer: &mut Writer<'_>) {
    let occupied = own.occupied();
    let last = highest(occupied);
    let second = highest(occupied & !(1 << last));
    let made = other.made();
    let blots = other.occupied() & !made;
    for place in [last, if second > MIDDLE { second } else { 0 }] {
        // My place p is the other's 25 − p, so the next one ahead of me is 26 − p. Nothing lies ahead of place 0.
        let next = BAR as u32 + 1 - place;
        writer.bits(made >> next, AHEAD);
        writer.bits(blots >> next, AHEAD);
    }
}

/// The side's own checkers ahead of its rearmost.
fn structure(own: Side, writer: &mut Writer<'_>) {
    let last = highest(own.occupied());
    for set in [own.occupied() & !own.made(), own.made(), own.stacked()] {
        // The last `BEHIND` places before `last`, the farthest first.
        let before = u64::from(set & ((1 << last) - 1)) << BEHIND;
        writer.bits((before >> last) as u32, BEHIND);
    }
    let stack = usize::from(own.count(last as usize)).min(STACK);
    writer.one_of(stack.checked_sub(1), STACK);
}

/// Small numbers: stragglers, checkers that are not yet past, what can be moved at home without a break and what is missing there.
fn small_numbers(own: Side, other: Side, writer: &mut Writer<'_>) {
    let all = own.occupied();
    let home = all & places(1, 6);
    let line = BAR as u32 - highest(other.occupied());
    let spare = (1..=6).map(|place| u32::from(own.count(place).saturating_sub(2)));
    let numbers = [
        checkers_in(own, all & places(19, 25)),
        checkers_in(own, all & places(line + 1, 25)),
        spare.sum(),
        6 - home.count_ones(),
    ];
    for (number, most) in numbers.into_iter().zip(MOST) {
        writer.one_of(Some((number as usize).min(most)), most + 1);
    }
    let on_highest = usize::from(own.count(highest(home) as usize));
    writer.one_of((home != 0).then_some(on_highest % 2), 2);
}

/// By how much a side leads in pips, and how near its end is.
fn race(own: f32, other: f32, writer: &mut Writer<'_>) {
    let lead = other - own;
    for least in LEADS {
        writer.value((lead - least).max(0.0) / 40.0);
    }
    writer.value(4.0 * lead.max(0.0) / (own + other));
    writer.value((NEAR_END - own).max(0.0) / NEAR_END);
}

/// Small numbers that say more together: checkers held and points closed, blots and who may hit them.
fn pairs(own: Side, other: Side, writer: &mut Writer<'_>) {
    let home = places(1, 6);
    let back = |side: Side| checkers_in(side, side.occupied() & places(19, 25)) as usize;
    let closed = (other.made() & home).count_ones() as usize;
    for (held, most) in [usize::from(own.bar()), back(own)].into_iter().zip(HELD) {
        writer.one_of(Some(held.min(most) * CLOSED + closed), (most + 1) * CLOSED);
    }
    let blots = (own.occupied() & !own.made() & home).count_ones() as usize;
    let hitters = match (other.bar(), back(other)) {
        (0, 0) => 0,
        (0, _) => 1,
        _ => 2,
    };
    let which = blots.min(BLOTS[0]) * BLOTS[1] + hitters;
    writer.one_of(Some(which), (BLOTS[0] + 1) * BLOTS[1]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(places: &[(usize, u8)]) -> Side {
        let mut counts = [0; BAR];
        for &(place, count) in places {
            counts[place - 1] = count;
        }
        Side::from_counts(&counts).unwrap()
    }

    fn relative_inputs(board: Board, out: &mut Vec<Active>) {
        inputs_of_side(board.mine, 0, 0, out);
        inputs_of_side(board.theirs, 1, 0, out);
        inputs_of_both(board, 0, out);
    }

    /// The inputs of one side behind those of contact, by their numbers.
    fn told(board: Board, index: usize) -> Vec<(usize, f32)> {
        let mut active = Vec::new();
        relative_inputs(board, &mut active);
        let first = index * SIDE;
        active
            .into_iter()
            .map(|(input, value)| (usize::from(input), value))
            .filter(|(input, _)| (first..first + SIDE).contains(input))
            .map(|(input, value)| (input - first, value))
            .collect()
    }

    fn assert_told(told: &[(usize, f32)], input: usize, wanted: f32) {
        let value = (told.iter().find(|entry| entry.0 == input)).map_or(0.0, |entry| entry.1);
        assert!((value - wanted).abs() < 1e-6, "input {input} is {value}");
    }

    #[test]
    fn three_last_checkers_and_a_straggler_behind_them() {
        let board = Board {
            mine: side(&[(3, 3)]),
            theirs: side(&[(1, 4), (4, 2), (5, 2), (6, 3), (16, 1), (17, 1), (23, 2)]),
        };
        let mine = told(board, 0);
        // Three are left, and they go off in one roll by doubles of threes and more: 4 of 36.
        assert_told(&mine, 2, 1.0);
        let soon = LAST_CHECKERS + HINGES.len();
        assert_told(&mine, soon, 4.0 / 36.0);
        // In front of my rearmost checkers, on 3, stands their point 23, on my 2: the first place.
        assert_told(&mine, BEARING_OFF, 1.0);
        assert_told(&mine, BEARING_OFF + AHEAD, 0.0);

        let theirs = told(board, 1);
        // They are not home: nothing is said about the next rolls, but they have none off and a way to go.
        assert_told(&theirs, soon, 0.0);
        assert_told(&theirs, soon + SOON + 1, 55.0 / 50.0);
        assert_told(&theirs, soon + SOON + 4, 1.0);
        // Ahead of theirs on 23 stand my three on 3, their place 22: a point, one ahead.
        assert_told(&theirs, BEARING_OFF, 1.0);
        // Their own next ones, on 17 and 16, are six and seven places ahead: blots.
        let structure = BEARING_OFF + 2 * BLOCKADE;
        assert_told(&theirs, structure + BEHIND - 6, 1.0);
        assert_told(&theirs, structure + BEHIND - 7, 1.0);
        assert_told(&theirs, structure + BEHIND - 5, 0.0);
    }

    #[test]
    fn two_on_the_bar_before_five_points_and_a_lead_of_fourteen_pips() {
        let board = Board {
            mine: side(&[(1, 2), (2, 3), (4, 2), (6, 4), (13, 2), (25, 2)]),
            theirs: side(&[(1, 1), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (20, 4)]),
        };
        let mut active = Vec::new();
        relative_inputs(board, &mut active);
        let told = |index: usize| -> Vec<(usize, f32)> {
            let first = 2 * SIDE + index * PAIRS;
            (active.iter().map(|&(input, value)| (usize::from(input), value)))
                .filter(|(input, _)| (first..first + PAIRS).contains(input))
                .map(|(input, value)| (input - first, value))
                .collect()
        };
        let bar = LEADS.len() + 2;
        let back = bar + (HELD[0] + 1) * CLOSED;
        let blots = back + (HELD[1] + 1) * CLOSED;
        // 116 pips of mine against 121: theirs is the longer way by five.
        assert_eq!(board.mine.pips() + 5, board.theirs.pips());
        let mine = told(0);
        assert_told(&mine, 0, 5.0 / 40.0);
        assert_told(&mine, 1, 0.0);
        assert_told(&mine, bar + 2 * CLOSED + 5, 1.0);
        assert_told(&mine, back + 2 * CLOSED + 5, 1.0);
        assert_told(&mine, blots + 1, 1.0);
        let theirs = told(1);
        assert_told(&theirs, 0, 0.0);
        // None on the bar, four in my home, where four points are closed; a blot, which my men on the bar may hit.
        assert_told(&theirs, bar + 4, 1.0);
        assert_told(&theirs, back + 4 * CLOSED + 4, 1.0);
        assert_told(&theirs, blots + BLOTS[1] + 2, 1.0);
    }

    #[test]
    fn each_side_is_told_alike() {
        let board = Board {
            mine: side(&[(1, 6), (2, 3), (6, 2), (24, 1), (25, 1)]),
            theirs: side(&[(2, 2), (3, 3), (4, 2), (7, 1), (22, 2), (25, 1)]),
        };
        assert_eq!(told(board, 0), told(board.flipped(), 1));
        assert_eq!(told(board, 1), told(board.flipped(), 0));
    }
}
