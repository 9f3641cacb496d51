//! Tryktrak's inputs and networks.

use ludex_learn::Active;
use ludex_search::support::random;
use ludex_tryktrak::evaluation::bearoff::OneSided;
use ludex_tryktrak::evaluation::inputs::{self, Class};
use ludex_tryktrak::evaluation::networks::{Buffers, finished};
use ludex_tryktrak::evaluation::race::{BINS, Goal, RaceBuffers};
use ludex_tryktrak::evaluation::ranking::RankingScratch;
use ludex_tryktrak::evaluation::shots::{self, ESCAPES};
use ludex_tryktrak::notation::position_id;
use ludex_tryktrak::rules::movegen;
use ludex_tryktrak::{Board, Outcome, Roll, Side, shipped_networks};
use rand::RngExt;

/// Boards from games with random plays, each with a roll to be played.
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
    let mut classes = [0; Class::ALL.len()];
    for (board, _) in boards(40) {
        let class = Class::classify(board);
        classes[class as usize] += 1;
        let mut active = Vec::new();
        let check = |active: &mut Vec<Active>, most: usize| {
            for (input, value) in active.drain(..) {
                assert!(usize::from(input) < most);
                assert!(
                    value.is_finite() && value.abs() <= 8.0,
                    "input {input} of {class:?} is {value}"
                );
            }
        };
        if class == Class::Race {
            for goal in Goal::ALL {
                goal.inputs(board.mine, &mut active);
                check(&mut active, inputs::RACE);
            }
        } else {
            inputs::contact_inputs(board, &mut active);
            check(&mut active, inputs::CONTACT);
        }
    }
    assert!(classes.iter().all(|&count| count > 0), "{classes:?}");
}

/// The known numbers of rolls, out of 36, that hit a single blot at each distance.
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
    // A checker on the bar hits a blot on the ace point with every 1.
    let hitter = side(&[(25, 1)]);
    assert_eq!(shots::danger(hitter, hitter.occupied(), 1 << 24, 0).hits, 11);
    // Both checkers on the bar must enter, so with two different dice no step remains for hitting. With 2-2, both checkers enter and one of
    // them continues.
    let hitter = side(&[(25, 2)]);
    assert_eq!(shots::danger(hitter, hitter.occupied(), 1 << 21, 0).hits, 12);
}

#[test]
fn escapes() {
    assert_eq!(ESCAPES[0], 36);
    assert_eq!(ESCAPES[0b11_1111], 0);
    // The five points directly ahead are blocked. Only a 6 escapes, and the checker can then play any other number.
    assert_eq!(ESCAPES[0b1_1111], 11);
}

#[test]
fn shipped_networks_make_sense() {
    let networks = shipped_networks();
    let mut buffers = Buffers::default();
    let start = networks.evaluate(Board::START, &mut buffers);
    assert!((0.5..0.56).contains(&start.win()), "the start is won by {}", start.win());
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
fn the_pruning_network_keeps_good_plays() {
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
    // At most a hundredth of a point is lost per play in random positions. Positions of good play are simpler and lose less.
    assert!(lost / (n as f32) < 0.01, "the pruning network loses {} per play", lost / n as f32);
}

/// `n` random sides with 2 to 15 checkers, of which at least one is not home.
fn random_sides(seed: u64, n: usize) -> Vec<Side> {
    let mut rng = random::stream(seed, 0);
    let mut sides = Vec::new();
    while sides.len() < n {
        let (checkers, farthest) = (rng.random_range(2..=15), rng.random_range(7..=24));
        let mut counts = [0; 25];
        for _ in 0..checkers {
            counts[rng.random_range(0..farthest)] += 1;
        }
        let side = Side::from_counts(&counts).expect("at most 15 checkers");
        if !side.is_home() {
            sides.push(side);
        }
    }
    sides
}

#[test]
fn the_rolls_of_a_race_agree_with_looking_one_roll_ahead() {
    let networks = shipped_networks();
    let mut buffers = RaceBuffers::default();
    for goal in Goal::ALL {
        let mean = |bins: [f32; BINS]| -> f32 {
            (0..).zip(bins).map(|(rolls, chance)| rolls as f32 * chance).sum()
        };
        let (mut squares, mut n) = (0.0, 0);
        for side in random_sides(11, 150) {
            if goal == Goal::FirstOff && side.off() > 0 {
                continue;
            }
            let race = networks.race();
            let predicted = race.predict(goal, side, &mut buffers).expect("some are not home");
            let ahead = race.label(goal, side, &mut buffers).expect("some are not home");
            assert!((predicted.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!((ahead.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            squares += (mean(predicted) - mean(ahead)).powi(2);
            n += 1;
        }
        let error = (squares / n as f32).sqrt();
        assert!(n > 5 && error < 0.06, "{goal:?}: the mean of {n} sides is wrong by {error} rolls");
    }
}

#[test]
fn races_with_all_checkers_home_use_the_table() {
    let networks = shipped_networks();
    let mut buffers = Buffers::default();
    let mut rng = random::stream(12, 0);
    for _ in 0..200 {
        let mut home = || {
            let mut counts = [0; 25];
            for _ in 0..rng.random_range(1..=15) {
                counts[rng.random_range(0..6)] += 1;
            }
            Side::from_counts(&counts).expect("at most 15 checkers")
        };
        let board = Board { mine: home(), theirs: home() };
        let table = OneSided::shared().outcome(board).expect("all are home");
        assert_eq!(networks.evaluate(board, &mut buffers), table);
    }
}

/// Compares unusual races with rollouts of 20,736 games, without cube and variance reduction. An earlier network that evaluated both sides
/// at once was wrong by 0.1 or more in most of these races (2026-11-23).
#[test]
fn unusual_races() {
    let networks = shipped_networks();
    let mut buffers = Buffers::default();
    let races = [
        ("JQMAAEAgAAAAAA", 0.571),
        ("LLUWAEDabAAAAA", 0.750),
        ("ssMLAJBZ1AUAAA", 0.245),
        ("TQAAACAAAgAAAA", 0.076),
        ("y6UAAGhUAAAAAA", 0.935),
        ("FY1EAOytTAAAAA", 0.841),
    ];
    for (id, win) in races {
        let board = position_id::read("id", id).expect("a position");
        let outcome = networks.evaluate(board, &mut buffers);
        assert!((outcome.win() - win).abs() < 0.02, "{id}: {outcome:?}, by rollout {win}");
    }
}

#[test]
fn a_player_far_behind_may_lose_a_backgammon() {
    let networks = shipped_networks();
    let mut buffers = Buffers::default();
    // The winner has one checker left and bears it off with the next roll, while the opponent still has a checker in the winner's home
    // board.
    let board = Board { mine: side(&[(1, 1)]), theirs: side(&[(6, 14), (20, 1)]) };
    assert_eq!(networks.evaluate(board, &mut buffers), Outcome::won(3));
    // If the opponent rolls first, only 66 brings their last checker home and another one off, so 35 of 36 rolls lose a gammon.
    let outcome = networks.evaluate(board.flipped(), &mut buffers);
    assert!(outcome.chances()[0] < 1e-3);
    assert!((outcome.lose_gammon() - 35.0 / 36.0).abs() < 0.02, "{outcome:?}");
    // Every roll has at least the two pips that move the checker out of the winner's home board, so no backgammon is lost.
    assert!(outcome.lose_backgammon() < 1e-3, "{outcome:?}");
}
