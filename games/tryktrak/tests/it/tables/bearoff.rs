//! Tests of the bear-off tables.

use std::collections::HashMap;

use ludex_tryktrak::evaluation::bearoff::{OneSided, TableError, TwoSided};
use ludex_tryktrak::notation::position_id;
use ludex_tryktrak::rules::movegen;
use ludex_tryktrak::{Board, Side};

fn side(home: [u8; 6]) -> Side {
    let mut counts = [0; 25];
    counts[..6].copy_from_slice(&home);
    Side::from_counts(&counts).expect("at most 15 checkers")
}

fn home(text: &str) -> [u8; 6] {
    let counts: Vec<u8> = text.split(',').map(|count| count.parse().expect("a count")).collect();
    counts.try_into().expect("six points")
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

#[test]
fn listed_two_sided_values() {
    let table = TwoSided::shared();
    let mut checked = 0;
    for row in super::rows(include_str!("../../data/bearoff_checks.tsv")) {
        let board = position_id::read("row", row[0]).expect("a legal position");
        assert_eq!(board, Board { mine: side(home(row[1])), theirs: side(home(row[2])) });
        let known = table.known(board).expect("both home with six checkers");
        let win = f64::from(known.outcome.win());
        assert!((win - number(row[3])).abs() < 1e-6, "{row:?} {win}");
        let found = [
            known.outcome.money_equity(),
            known.equities.mine,
            known.equities.centre,
            known.equities.theirs,
        ];
        for (found, listed) in found.iter().zip(&row[4..]) {
            assert!((f64::from(*found) - number(listed)).abs() < 2e-4, "{row:?} {known:?}");
        }
        checked += 1;
    }
    assert!(checked > 30);
}

#[test]
fn listed_one_sided_means() {
    let table = OneSided::shared();
    let mut checked = 0;
    for row in super::rows(include_str!("../../data/bearoff_onesided.tsv")) {
        let side = side(home(row[0]));
        assert_eq!(position_id::read("row", row[1]).expect("a legal position").mine, side);
        let mean = f64::from(table.rolls(side).expect("all home").mean());
        assert!((mean - number(row[2])).abs() < 6e-4, "{row:?} {mean}");
        if let Some(exact) = row.get(4).filter(|exact| !exact.is_empty()) {
            assert!((mean - number(exact)).abs() < 2e-6, "{row:?} {mean}");
        }
        let pips = f64::from(table.effective_pips(side).expect("all home"));
        assert!((pips - number(row[3])).abs() < 6e-3, "{row:?} {pips}");
        checked += 1;
    }
    assert!(checked > 10);
}

const ROLLS: [(u8, u8); 21] = {
    let mut rolls = [(0, 0); 21];
    let (mut high, mut low) = (1, 1);
    let mut index = 0;
    while index < 21 {
        rolls[index] = (high, low);
        (high, low) = if low == high { (high + 1, 1) } else { (high, low + 1) };
        index += 1;
    }
    rolls
};

fn weight(roll: (u8, u8)) -> f64 {
    if roll.0 == roll.1 { 1.0 / 36.0 } else { 2.0 / 36.0 }
}

/// Values computed without tables: no cube, own cube, cube in the middle, opponent's cube.
fn plain(board: Board, memo: &mut HashMap<Board, [f64; 4]>) -> [f64; 4] {
    if board.theirs.off() == 15 {
        return [-1.0; 4];
    }
    if let Some(known) = memo.get(&board) {
        return *known;
    }
    let mut sum = [0.0; 4];
    for roll in ROLLS {
        let mut reached = Vec::new();
        movegen::plays(board, roll, &mut reached);
        let mut best = [f64::MIN; 4];
        for after in reached {
            let [cubeless, owned, centre, enemy] = plain(after.board.flipped(), memo);
            let doubled = (2.0 * enemy).min(1.0);
            let values = [-cubeless, -enemy, -centre.max(doubled), -owned.max(doubled)];
            for (best, value) in best.iter_mut().zip(values) {
                *best = best.max(value);
            }
        }
        for (sum, best) in sum.iter_mut().zip(best) {
            *sum += weight(roll) * best;
        }
    }
    memo.insert(board, sum);
    sum
}

#[test]
fn small_positions_against_plain_recursion() {
    let table = TwoSided::compute(3, 1);
    let mut memo = HashMap::new();
    let mut checked = 0;
    for (mine, theirs) in [
        ([0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 3]),
        ([1, 0, 0, 0, 1, 1], [0, 0, 1, 1, 0, 1]),
        ([0, 2, 0, 0, 0, 1], [0, 0, 2, 0, 1, 0]),
    ] {
        plain(Board { mine: side(mine), theirs: side(theirs) }, &mut memo);
    }
    for (&board, values) in &memo {
        let known = table.known(board).expect("at most three checkers");
        let found = [
            known.outcome.money_equity(),
            known.equities.mine,
            known.equities.centre,
            known.equities.theirs,
        ];
        for (found, value) in found.iter().zip(values) {
            assert!((f64::from(*found) - value).abs() < 1e-6, "{board:?} {known:?} {values:?}");
        }
        checked += 1;
    }
    assert!(checked > 1000, "{checked}");
}

/// Mean rolls by plain recursion over the moves of the game.
fn plain_mean(side: Side, memo: &mut HashMap<Side, f64>) -> f64 {
    if side.off() == 15 {
        return 0.0;
    }
    if let Some(known) = memo.get(&side) {
        return *known;
    }
    let board = Board { mine: side, theirs: self::side([1, 0, 0, 0, 0, 0]) };
    let mut mean = 1.0;
    for roll in ROLLS {
        let mut reached = Vec::new();
        movegen::plays(board, roll, &mut reached);
        let best =
            reached.iter().map(|after| plain_mean(after.board.mine, memo)).fold(f64::MAX, f64::min);
        mean += weight(roll) * best;
    }
    memo.insert(side, mean);
    mean
}

#[test]
fn mean_rolls_against_plain_recursion() {
    let mut memo = HashMap::new();
    plain_mean(side([0, 0, 0, 1, 2, 3]), &mut memo);
    for (&side, &mean) in &memo {
        let found = f64::from(OneSided::shared().rolls(side).expect("home").mean());
        assert!((found - mean).abs() < 2e-6, "{side:?} {found} {mean}");
    }
}

#[test]
fn two_distributions_nearly_give_the_exact_chance() {
    let (one, two) = (OneSided::shared(), TwoSided::shared());
    let mut worst: f32 = 0.0;
    for row in super::rows(include_str!("../../data/bearoff_checks.tsv")) {
        let board = position_id::read("row", row[0]).expect("a legal position");
        let exact = two.known(board).expect("home").outcome.win();
        let found = one.outcome(board).expect("home");
        assert_eq!(found.chances()[1..], [0.0; 4]);
        worst = worst.max((found.win() - exact).abs());
    }
    assert!(worst < 0.01, "{worst}");
}

#[test]
fn gammons_of_bear_offs() {
    let table = OneSided::shared();
    // One side needs one more roll, and the other side has 15 checkers left, so every game is a gammon.
    let sure = Board { mine: side([1, 0, 0, 0, 0, 0]), theirs: side([5, 5, 5, 0, 0, 0]) };
    let outcome = table.outcome(sure).expect("home");
    assert!((outcome.win_gammon() - 1.0).abs() < 1e-6 && (outcome.win() - 1.0).abs() < 1e-6);
    // All 15 checkers are on the six point. A checker can be borne off with a 6, and also with 5-1, 4-2, 3-3 and 2-2. The winner needs at
    // most two rolls.
    let board = Board { mine: side([3, 0, 0, 0, 0, 0]), theirs: side([0, 0, 0, 0, 0, 15]) };
    let first = table.rolls_to_first(board.theirs).expect("home");
    let none = 19.0 / 36.0;
    assert!((1.0 - first.exactly(1) - none).abs() < 1e-6, "{first:?}");
    let one_roll = table.rolls(board.mine).expect("home").exactly(1);
    let expected = one_roll + (1.0 - one_roll) * none;
    let found = table.outcome(board).expect("home").win_gammon();
    assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    // If the opponent is on roll, they get one more roll to save the gammon.
    let found = table.outcome(board.flipped()).expect("home").lose_gammon();
    let none_in_two = none - first.exactly(2);
    let expected = one_roll * none + (1.0 - one_roll) * none_in_two;
    assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    let outside = Board::START;
    assert_eq!(table.outcome(outside), None);
    assert_eq!(TwoSided::shared().known(outside), None);
}

#[test]
fn tables_do_not_depend_on_threads_and_travel_as_bytes() {
    let table = TwoSided::compute(4, 1);
    assert_eq!(TwoSided::compute(4, 3), table);
    let mut bytes = Vec::new();
    table.write(&mut bytes).expect("writing to memory cannot fail");
    let read = TwoSided::read(bytes.as_slice()).expect("a whole table");
    assert_eq!(read, table);
    let cut = TwoSided::read(&bytes[..bytes.len() - 9]).expect_err("too short");
    assert!(matches!(cut, TableError::Damaged), "{cut}");
    let mut changed = bytes.clone();
    changed[5000] ^= 4;
    let error = TwoSided::read(changed.as_slice()).expect_err("changed");
    assert!(matches!(error, TableError::Damaged), "{error}");
    changed[3] ^= 1;
    let error = TwoSided::read(changed.as_slice()).expect_err("no table");
    assert!(matches!(error, TableError::Format), "{error}");
    let mut larger = bytes;
    larger[16] = 200;
    assert!(TwoSided::read(larger.as_slice()).is_err());
}

#[test]
fn smaller_tables_agree_with_larger_ones() {
    let small = TwoSided::compute(4, 1);
    for mine in [[1, 1, 0, 0, 1, 1], [0, 0, 0, 0, 2, 2], [4, 0, 0, 0, 0, 0]] {
        let board = Board { mine: side(mine), theirs: side([0, 1, 1, 0, 1, 1]) };
        let (a, b) =
            (small.known(board).expect("four"), TwoSided::shared().known(board).expect("four"));
        assert!((a.outcome.win() - b.outcome.win()).abs() < 1e-6);
        assert!((a.equities.centre - b.equities.centre).abs() < 1e-6);
    }
}
