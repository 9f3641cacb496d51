//! Tryktrak's inputs and networks.

use ludex_games::tryktrak::evaluation::inputs::{self, Class};
use ludex_games::tryktrak::evaluation::networks::{self, Buffers, finished};
use ludex_games::tryktrak::evaluation::ranking::RankingScratch;
use ludex_games::tryktrak::evaluation::shots::{self, ESCAPES};
use ludex_games::tryktrak::rules::movegen;
use ludex_games::tryktrak::{Board, Roll, Side, shipped_networks};
use ludex_search::support::random;
use rand::RngExt;

/// Boards of games by plays at random, each with the throw to be played.
fn boards(games: u64) -> Vec<(Board, (u8, u8))> {
    let (mut all, mut reached) = (Vec::new(), Vec::new());
    for game in 0..games {
        let mut rng = random::stream(5, game);
        let mut board = Board::START;
        while finished(board).is_none() {
            let dice = Roll::random(&mut rng).pair();
            all.push((board, dice));
            reached.clear();
            movegen::plays(board, dice, &mut reached);
            board = reached[rng.random_range(0..reached.len())].board.flipped();
        }
    }
    all
}

fn side(places: &[(usize, u8)]) -> Side {
    let mut counts = [0; 25];
    for &(place, count) in places {
        counts[place - 1] = count;
    }
    Side::from_counts(&counts).expect("at most 15 checkers")
}

#[test]
fn the_sketch_sees_changes_as_it_sees_boards() {
    let mut reached = Vec::new();
    for (board, dice) in boards(5) {
        reached.clear();
        movegen::plays(board, dice, &mut reached);
        for after in &reached {
            let mut sums = vec![0.0; inputs::PRUNING];
            let mut active = Vec::new();
            inputs::pruning_inputs(board.flipped(), &mut active);
            inputs::pruning_changes(board.flipped(), after.board.flipped(), &mut active);
            for (input, value) in active {
                sums[usize::from(input)] += value;
            }
            let mut fresh = vec![0.0; inputs::PRUNING];
            let mut active = Vec::new();
            inputs::pruning_inputs(after.board.flipped(), &mut active);
            for (input, value) in active {
                fresh[usize::from(input)] += value;
            }
            assert_eq!(sums, fresh);
        }
    }
}

#[test]
fn inputs_are_in_range() {
    let mut classes = [0; 3];
    for (board, _) in boards(40) {
        let class = Class::of(board);
        classes[class as usize] += 1;
        let mut active = Vec::new();
        inputs::inputs(board, class, &mut active);
        for (input, value) in active {
            assert!(usize::from(input) < class.inputs());
            assert!(
                value.is_finite() && value.abs() <= 8.0,
                "input {input} of {class:?} is {value}"
            );
        }
    }
    assert!(classes.iter().all(|&count| count > 0), "{classes:?}");
}

/// What is known about single shots: a blot so many points away is hit by so many of 36 throws.
#[test]
fn shots() {
    let rolls = [
        (1, 11),
        (2, 12),
        (3, 14),
        (4, 15),
        (5, 15),
        (6, 17),
        (7, 6),
        (8, 6),
        (9, 5),
        (10, 3),
        (11, 2),
        (12, 3),
    ];
    for (distance, hits) in rolls {
        let hitter = side(&[(20, 1)]);
        let danger = shots::danger(hitter, hitter.occupied(), 1 << (20 - distance), 0);
        assert_eq!(danger.hits, hits, "{distance} points away");
        assert_eq!(danger.doubles, 0);
        assert_eq!(danger.pips, hits * (20 - distance));
    }
    // From the bar: a blot on the ace point is hit by every 1.
    let hitter = side(&[(25, 1)]);
    assert_eq!(
        shots::danger(hitter, hitter.occupied(), 1 << 24, 0).hits,
        11
    );
    // With two on the bar no checker can go on with the second number of two; with 2-2 both enter, and one goes on.
    let hitter = side(&[(25, 2)]);
    assert_eq!(
        shots::danger(hitter, hitter.occupied(), 1 << 21, 0).hits,
        12
    );
}

#[test]
fn escapes() {
    assert_eq!(ESCAPES[0], 36);
    assert_eq!(ESCAPES[0b11_1111], 0);
    // Past a block of five right ahead: a 6 and then anything that is free.
    assert_eq!(ESCAPES[0b1_1111], 11);
}

#[test]
fn shipped_networks_make_sense() {
    let networks = shipped_networks();
    let mut buffers = Buffers::default();
    let start = networks.evaluate(Board::START, &mut buffers);
    assert!(
        (0.5..0.56).contains(&start.win()),
        "the start is won by {}",
        start.win()
    );
    assert!((0.1..0.2).contains(&start.win_gammon()));
    for (board, _) in boards(10) {
        let outcome = networks.evaluate(board, &mut buffers);
        assert_eq!(outcome, outcome.clamped());
        if board.theirs.off() > 0 {
            assert!(outcome.win_gammon() <= 0.0);
        }
    }
}

#[test]
fn the_sketch_keeps_good_plays() {
    let networks = shipped_networks();
    let mut scratch = RankingScratch::default();
    let (mut lost, mut n) = (0.0, 0);
    for (board, dice) in boards(6) {
        let (mut all, mut few) = (Vec::new(), Vec::new());
        networks.rank_cubeless(board, dice, usize::MAX, &mut scratch, &mut all);
        networks.rank_cubeless(board, dice, 1, &mut scratch, &mut few);
        assert!(all.is_sorted_by(|a, b| a.utility >= b.utility));
        lost += all[0].utility - few[0].utility;
        n += 1;
    }
    // Thousandths of a point in positions out of nonsense; good play reaches tamer ones.
    assert!(
        lost / (n as f32) < 0.01,
        "the sketch loses {} a play",
        lost / n as f32
    );
    assert!(networks.of(Class::Contact).outputs() == networks::OUTPUTS);
}
