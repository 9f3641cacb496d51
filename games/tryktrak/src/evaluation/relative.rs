//! Further network inputs for contact positions: the progress of the bear-off, the board relative to each side's rearmost checkers, and
//! small counts, alone and in pairs.
//!
//! The result, and whether it is a gammon, depends on exact facts that counts of checkers on fixed places represent badly: whether the last
//! three checkers go off in two rolls or three, which points block a straggler wherever it is, whether the home board can be cleared from
//! its highest point without leaving a shot, and how many checkers are trapped by how many closed points.

use super::bearoff::{OneSided, PIPS_OF_A_ROLL, mean_rolls};
use super::sets::{checkers_in, highest, places};
use crate::rules::board::{BAR, Board, CHECKERS, POINTS, Side};
use ludex_learn::Active;

/// If at most this many checkers are left, each number of checkers has a separate input.
const LAST_CHECKERS: usize = 8;
/// The probabilities of being off after 1 to this number of rolls are inputs.
const SOON: usize = 4;
/// For each of these thresholds there is an input: the mean number of rolls above the threshold, or 0.
const HINGES: [f32; 3] = [0.0, 3.0, 6.0];
/// Number of inputs about bearing off: checkers left, mean rolls, probabilities of being off soon, checkers and pips outside home, and
/// copies of these two inputs that are set only if no checker is off yet (to save the gammon).
const BEARING_OFF: usize = LAST_CHECKERS + HINGES.len() + SOON + 5;

/// Number of places ahead of a checker for which there are separate inputs. Two dice reach no farther, except doubles.
const AHEAD: usize = 12;
/// Number of inputs about the opponent's points and blots ahead of one checker.
const BLOCKADE: usize = 2 * AHEAD;
/// The second rearmost checkers have inputs only if they are beyond this place.
const MIDDLE: u32 = POINTS as u32 / 2;

/// Number of places ahead of the rearmost checker for which there are separate inputs about the side's own checkers.
const BEHIND: usize = 9;
/// Larger stacks share the last input.
const STACK: usize = 5;
/// Number of inputs about the side's own checkers ahead of its rearmost ones (blots, points, stacks), and about the number of
/// checkers on the rearmost place.
const STRUCTURE: usize = 3 * BEHIND + STACK;

/// The largest values with separate inputs: checkers in the opponent's home, checkers that have not passed the opponent yet, spare
/// checkers at home, empty points at home.
const MOST: [usize; 4] = [4, 5, 4, 6];
/// Number of inputs for these small counts, and for the parity of the checkers on the highest home point.
const SMALL: usize = MOST[0] + MOST[1] + MOST[2] + MOST[3] + 4 + 2;

/// Number of inputs of one side.
const SIDE: usize = BEARING_OFF + 2 * BLOCKADE + STRUCTURE + SMALL;

/// For each of these thresholds there is an input: the lead in pips above the threshold, or 0.
const LEADS: [f32; 4] = [0.0, 12.0, 30.0, 60.0];
/// If a side's pip count is below this number, an input shows how near the side is to the end.
const NEAR_END: f32 = 80.0;
/// Number of inputs for closed home points: none to all six.
const CLOSED: usize = 7;
/// The largest values with separate inputs: checkers on the bar; checkers in the opponent's home or on the bar.
const HELD: [usize; 2] = [2, 4];
/// The largest number of blots at home with a separate input, and the number of cases for the checkers that may hit them: none, checkers in
/// the home board, checkers that enter from the bar.
const BLOTS: [usize; 2] = [3, 3];
/// Number of inputs that compare one side with the other: the race, checkers trapped by closed points, blots at home.
const PAIRS: usize =
    LEADS.len() + 2 + (HELD[0] + 1 + HELD[1] + 1) * CLOSED + (BLOTS[0] + 1) * BLOTS[1];

/// Total number of these inputs.
pub(super) const RELATIVE: usize = 2 * (SIDE + PAIRS);

/// Appends the inputs that depend on one side alone. `at` is the index of the first input that this module computes.
pub(super) fn inputs_of_side(side: Side, index: usize, at: usize, out: &mut Vec<Active>) {
    let at = at + index * SIDE;
    let mut writer = Writer { at, out };
    bearing_off(side, &mut writer);
    writer.at += 2 * BLOCKADE;
    structure(side, &mut writer);
    debug_assert_eq!(writer.at, at + SIDE - SMALL);
}

/// Appends the inputs that depend on both sides.
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

/// Writes non-zero inputs group by group.
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

    /// Writes the lowest `n` bits as inputs.
    fn bits(&mut self, mut bits: u32, n: usize) {
        bits &= (1 << n) - 1;
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            self.out.push(((self.at + bit) as u16, 1.0));
            bits &= bits - 1;
        }
        self.at += n;
    }

    /// Sets one of `n` inputs, or none.
    fn one_of(&mut self, which: Option<usize>, n: usize) {
        if let Some(which) = which.filter(|&which| which < n) {
            self.out.push(((self.at + which) as u16, 1.0));
        }
        self.at += n;
    }
}

/// Writes the inputs that show how soon a side would be off without opposition. Checkers outside home are first moved to the highest home
/// point.
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
    let mean = mean_rolls(brought).expect("all are home") + pips / PIPS_OF_A_ROLL;
    for hinge in HINGES {
        writer.value((mean - hinge).max(0.0) / 10.0);
    }
    if own.is_home() {
        let rolls = OneSided::shared().rolls(own).expect("all are home");
        let mut soon = 0.0;
        for roll in 1..=SOON {
            soon += rolls.exactly(roll);
            writer.value(soon);
        }
    } else {
        writer.at += SOON;
    }

    let to_home = pips / 50.0;
    let is_none_off = f32::from(u8::from(own.off() == 0));
    writer.value(outside);
    writer.value(to_home);
    writer.value(is_none_off * to_home);
    writer.value(is_none_off * outside);
    writer.value(is_none_off);
}

/// The opponent's points and blots ahead of the rearmost checkers, and ahead of the second rearmost ones if they are far back too.
fn blockades(own: Side, other: Side, writer: &mut Writer<'_>) {
    let occupied = own.occupied();
    let last = highest(occupied);
    let second = highest(occupied & !(1 << last));
    let made = other.made();
    let blots = other.occupied() & !made;
    for place in [last, if second > MIDDLE { second } else { 0 }] {
        // The player's place p is the opponent's 25 − p, so the next place ahead is their 26 − p. Nothing is ahead of place 0.
        let next = BAR as u32 + 1 - place;
        writer.bits(made >> next, AHEAD);
        writer.bits(blots >> next, AHEAD);
    }
}

/// The side's own checkers ahead of its rearmost ones.
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

/// Small numbers: stragglers, checkers that have not passed yet, spare checkers at home, and empty points at home.
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

/// A side's lead in pips, and how near it is to bearing off its last checker.
fn race(own: f32, other: f32, writer: &mut Writer<'_>) {
    let lead = other - own;
    for least in LEADS {
        writer.value((lead - least).max(0.0) / 40.0);
    }
    writer.value(4.0 * lead.max(0.0) / (own + other));
    writer.value((NEAR_END - own).max(0.0) / NEAR_END);
}

/// Pairs of small counts that are more informative together: trapped checkers with closed points, and blots with the checkers that may hit
/// them.
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

    /// The inputs of one side. Each is an index, counted from the side's first input, and a value.
    fn inputs_of(board: Board, index: usize) -> Vec<(usize, f32)> {
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

    fn assert_input(inputs: &[(usize, f32)], input: usize, wanted: f32) {
        let value = (inputs.iter().find(|entry| entry.0 == input)).map_or(0.0, |entry| entry.1);
        assert!((value - wanted).abs() < 1e-6, "input {input} is {value}");
    }

    #[test]
    fn three_last_checkers_and_a_straggler_behind_them() {
        let board = Board {
            mine: side(&[(3, 3)]),
            theirs: side(&[(1, 4), (4, 2), (5, 2), (6, 3), (16, 1), (17, 1), (23, 2)]),
        };
        let mine = inputs_of(board, 0);
        // Three checkers are left. Only 3-3 and higher doubles bear them all off in one roll: 4 of 36 rolls.
        assert_input(&mine, 2, 1.0);
        let soon = LAST_CHECKERS + HINGES.len();
        assert_input(&mine, soon, 4.0 / 36.0);
        // My rearmost checkers are on my point 3. The next place ahead, my point 2, is their point 23, where they have two checkers: a
        // point at distance 1.
        assert_input(&mine, BEARING_OFF, 1.0);
        assert_input(&mine, BEARING_OFF + AHEAD, 0.0);

        let theirs = inputs_of(board, 1);
        // Their checkers are not all home, so the probabilities of being off soon are 0. The inputs for saving the gammon are set, because
        // they have no checker off and still need pips to bring all checkers home.
        assert_input(&theirs, soon, 0.0);
        assert_input(&theirs, soon + SOON + 1, 55.0 / 50.0);
        assert_input(&theirs, soon + SOON + 4, 1.0);
        // Their rearmost checkers are on their point 23. The next place ahead, their point 22, is my point 3, where I have three checkers:
        // a point at distance 1.
        assert_input(&theirs, BEARING_OFF, 1.0);
        // Their next own checkers, on 17 and 16, are blots six and seven places ahead.
        let structure = BEARING_OFF + 2 * BLOCKADE;
        assert_input(&theirs, structure + BEHIND - 6, 1.0);
        assert_input(&theirs, structure + BEHIND - 7, 1.0);
        assert_input(&theirs, structure + BEHIND - 5, 0.0);
    }

    #[test]
    fn two_on_the_bar_before_five_points_and_a_lead_of_fourteen_pips() {
        let board = Board {
            mine: side(&[(1, 2), (2, 3), (4, 2), (6, 4), (13, 2), (25, 2)]),
            theirs: side(&[(1, 1), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (20, 4)]),
        };
        let mut active = Vec::new();
        relative_inputs(board, &mut active);
        let inputs_of = |index: usize| -> Vec<(usize, f32)> {
            let first = 2 * SIDE + index * PAIRS;
            (active.iter().map(|&(input, value)| (usize::from(input), value)))
                .filter(|(input, _)| (first..first + PAIRS).contains(input))
                .map(|(input, value)| (input - first, value))
                .collect()
        };
        let bar = LEADS.len() + 2;
        let back = bar + (HELD[0] + 1) * CLOSED;
        let blots = back + (HELD[1] + 1) * CLOSED;
        // I need 116 pips and they need 121, five more.
        assert_eq!(board.mine.pips() + 5, board.theirs.pips());
        let mine = inputs_of(0);
        assert_input(&mine, 0, 5.0 / 40.0);
        assert_input(&mine, 1, 0.0);
        assert_input(&mine, bar + 2 * CLOSED + 5, 1.0);
        assert_input(&mine, back + 2 * CLOSED + 5, 1.0);
        assert_input(&mine, blots + 1, 1.0);
        let theirs = inputs_of(1);
        assert_input(&theirs, 0, 0.0);
        // They have no checker on the bar and four checkers in my home board, where I have closed four points. They have one blot at home,
        // which my checkers on the bar may hit.
        assert_input(&theirs, bar + 4, 1.0);
        assert_input(&theirs, back + 4 * CLOSED + 4, 1.0);
        assert_input(&theirs, blots + BLOTS[1] + 2, 1.0);
    }

    #[test]
    fn each_side_is_told_alike() {
        let board = Board {
            mine: side(&[(1, 6), (2, 3), (6, 2), (24, 1), (25, 1)]),
            theirs: side(&[(2, 2), (3, 3), (4, 2), (7, 1), (22, 2), (25, 1)]),
        };
        assert_eq!(inputs_of(board, 0), inputs_of(board.flipped(), 1));
        assert_eq!(inputs_of(board, 1), inputs_of(board.flipped(), 0));
    }
}
