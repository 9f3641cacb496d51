//! Rollouts of the race, whose exact probabilities are known.

use ludex_search::expectimax::{ExpectimaxOptions, Filter};
use ludex_search::rollout::{
    Certainty, RolloutEnding, RolloutOptions, RolloutReport, RolloutSums, RolloutTask, Rollouts,
};
use ludex_search::{Candidates, Game, SearchOptions, StopFlag, Value, Values};

use crate::games::race::{Chances, Move, Phase, Position};
use crate::games::{Race, RaceModel};

fn options(threads: usize, trials: u64) -> RolloutOptions {
    let search =
        SearchOptions { threads, seed: 7, deterministic: true, ..SearchOptions::default() };
    RolloutOptions {
        search: ExpectimaxOptions::selective(search, Vec::new()),
        trials,
        ..RolloutOptions::default()
    }
}

const RACE: Race = Race { cube: false, steps: [5, 6] };

fn to_throw(left: [[u8; 2]; 2], cube: bool) -> Position {
    Position { left, phase: if cube { Phase::Deciding } else { Phase::Rolling }, ..RACE.start() }
}

fn roll_out(
    game: Race,
    model: RaceModel,
    options: RolloutOptions,
    positions: &[Position],
) -> RolloutReport<Chances> {
    let rollouts = Rollouts::new(game, model, options);
    let task = RolloutTask::new(&positions[0], positions);
    rollouts.run(&task, &StopFlag::default(), &mut |_| {})
}

fn exact(game: Race, pos: &Position) -> Chances {
    RaceModel::exact_one().value(&mut (), &game, pos)
}

/// Checks that a value is within this number of standard errors of its expected value.
fn assert_within(report: &RolloutReport<Chances>, expected: &Chances, errors: f32) {
    let estimate = &report.estimates[0];
    for index in 0..Chances::COMPONENTS {
        let [mean, error, expected] =
            [&estimate.mean, &estimate.error, expected].map(|value| value.component(index));
        // For very rare events, the games determine the error no better than the mean.
        let error = if errors > 0.0 { error.max(0.001) } else { 0.0 };
        assert!(
            (mean - expected).abs() <= errors * error + 1e-5,
            "number {index}: {mean} ± {error}, not {expected}"
        );
    }
}

#[test]
fn games_by_best_play_average_to_the_exact_value() {
    for left in [[[5, 6], [5, 6]], [[2, 7], [4, 3]], [[3, 3], [0, 8]]] {
        let pos = to_throw(left, false);
        let exact = exact(RACE, &pos);
        for stratifies in [false, true] {
            let options =
                RolloutOptions { reduces_variance: false, stratifies, ..options(2, 3600) };
            let report = roll_out(RACE, RaceModel::exact_one(), options, &[pos]);
            assert_eq!(report.trials, 3600);
            assert!(report.estimates[0].utility_error > 0.005);
            assert_within(&report, &exact, 3.0);
        }
    }
}

#[test]
fn without_luck_nothing_is_left_to_chance() {
    // With exact static values, every game has the same value after its luck is subtracted: also with a cube that is turned on the way (in
    // races without a choice of move), and also if games are cut off.
    for (left, cube) in [([[5, 6], [5, 6]], false), ([[6, 0], [5, 0]], true)] {
        let game = Race { cube, ..RACE };
        let pos = to_throw(left, cube);
        for plies in [None, Some(0), Some(3)] {
            let options = RolloutOptions { plies, ..options(1, 72) };
            let report = roll_out(game, RaceModel::exact_one(), options, &[pos]);
            let estimate = &report.estimates[0];
            assert!(estimate.utility_error < 1e-5, "{}", estimate.utility_error);
            let exact = exact(game, &pos);
            let utility = estimate.utility;
            let expected = if cube { exact.live } else { exact.dead };
            assert!((utility - expected).abs() < 1e-4, "{utility}, not {expected}");
        }
    }
}

#[test]
fn a_guess_takes_most_of_the_luck_away() {
    let pos = to_throw([[5, 6], [5, 6]], false);
    let errors = [false, true].map(|reduces_variance| {
        let options = RolloutOptions { reduces_variance, stratifies: false, ..options(2, 1800) };
        let report = roll_out(RACE, RaceModel::Guess, options, &[pos]);
        report.estimates[0].utility_error
    });
    assert!(errors[1] * 2.0 < errors[0], "{errors:?}");
    // Both rollouts choose their moves with the evaluation `Guess`, so both estimate the same value: that of two players who use `Guess`.
    let [plain, reduced] = [false, true].map(|reduces_variance| {
        let options = RolloutOptions { reduces_variance, ..options(2, 3600) };
        roll_out(RACE, RaceModel::Guess, options, &[pos]).estimates[0]
    });
    let error = plain.utility_error.hypot(reduced.utility_error);
    assert!((plain.utility - reduced.utility).abs() < 3.0 * error);
}

#[test]
fn the_first_two_rolls_are_spread_evenly() {
    // After two rolls the value is known exactly, so 36 games with every pair of rolls give the exact value.
    let pos = to_throw([[5, 6], [5, 6]], false);
    let exact = exact(RACE, &pos);
    for (trials, is_exact) in [(36, true), (72, true), (30, false)] {
        let options =
            RolloutOptions { reduces_variance: false, plies: Some(2), ..options(1, trials) };
        let report = roll_out(RACE, RaceModel::exact_one(), options, &[pos]);
        let off = (report.estimates[0].utility - exact.dead).abs();
        assert_eq!(off < 1e-5, is_exact, "{trials} games: {off}");
    }
}

#[test]
fn the_result_is_the_same_on_any_number_of_threads() {
    let game = Race { cube: true, ..RACE };
    let root = Position { phase: Phase::Choosing(2), ..game.start() };
    let plays: Vec<Position> = [0, 1]
        .map(|runner| {
            let mut pos = root;
            game.play(&mut pos, Move::Run(runner));
            pos
        })
        .to_vec();
    let filter = Filter { always: 1, keep: 2, within: 0.2 };
    for (play_depth, end_depth, plies) in [(0, 0, None), (1, 1, Some(3)), (2, 0, Some(2))] {
        let reports = [1, 2, 4].map(|threads| {
            let mut options =
                RolloutOptions { play_depth, end_depth, plies, batch: 50, ..options(threads, 120) };
            options.search.filters = vec![filter];
            let rollouts = Rollouts::new(game, RaceModel::Guess, options);
            let mut batches = Vec::new();
            let stop = StopFlag::default();
            let report = rollouts.run(&RolloutTask::new(&root, &plays), &stop, &mut |report| {
                batches.push(report.clone());
            });
            let trials: Vec<u64> = batches.iter().map(|report| report.trials).collect();
            assert_eq!(trials, [50, 100, 120]);
            let last = batches.last().expect("three batches");
            assert_eq!(last.estimates, report.estimates);
            batches
        });
        assert_eq!(reports[0], reports[1]);
        assert_eq!(reports[0], reports[2]);
    }
}

#[test]
fn plays_are_compared_by_the_same_dice() {
    let root = Position { phase: Phase::Choosing(1), ..to_throw([[1, 7], [5, 6]], false) };
    let plays = [0, 1].map(|runner| {
        let mut pos = root;
        RACE.play(&mut pos, Move::Run(runner));
        pos
    });
    let options = RolloutOptions { reduces_variance: false, ..options(1, 1800) };
    let rollouts = Rollouts::new(RACE, RaceModel::exact_one(), options);
    let report = rollouts.run(&RolloutTask::new(&root, &plays), &StopFlag::default(), &mut |_| {});
    let expected = plays.map(|pos| exact(RACE, &pos).flipped().dead);
    let (difference, error) = report.difference(0, 1);
    let [first, second] = [0, 1].map(|index| report.estimates[index].utility_error);
    assert!(error < first.hypot(second), "{error}, {first} and {second}");
    assert!((difference - (expected[0] - expected[1])).abs() < 3.0 * error);
    assert_eq!(report.difference(1, 1), (0.0, 0.0));
}

#[test]
fn cut_off_games_are_worth_what_they_look_like() {
    let pos = to_throw([[5, 6], [5, 6]], false);
    let guess = RaceModel::Guess.value(&mut (), &RACE, &pos);
    let options = RolloutOptions { plies: Some(0), ..options(1, 36) };
    let report = roll_out(RACE, RaceModel::Guess, options, &[pos]);
    assert_within(&report, &guess, 0.0);
    // One ply computed directly: for each roll the best static value, averaged over the rolls.
    let options = RolloutOptions { plies: Some(1), reduces_variance: false, ..self::options(1, 6) };
    let report = roll_out(RACE, RaceModel::Guess, options, &[pos]);
    let mut mean = 0.0;
    for (eyes, weight) in [(1, 3.0), (2, 2.0), (3, 1.0)] {
        let mut rolled = pos;
        RACE.apply_chance(&mut rolled, eyes);
        mean += RaceModel::Guess.best(&mut (), &RACE, &rolled).dead * weight / 6.0;
    }
    assert!((report.estimates[0].utility - mean).abs() < 1e-5);
}

#[test]
fn nineteen_of_twenty_intervals_hold_the_truth() {
    let pos = to_throw([[3, 4], [4, 3]], false);
    let truth = exact(RACE, &pos).dead;
    let mut held = 0;
    for seed in 0..400 {
        let mut options =
            RolloutOptions { reduces_variance: false, stratifies: false, ..options(1, 100) };
        options.search.search.seed = seed;
        let report = roll_out(RACE, RaceModel::exact_one(), options, &[pos]);
        let (low, high) = report.estimates[0].interval();
        held += u32::from((low..=high).contains(&truth));
    }
    // 380 are expected, with a standard deviation of 4.4.
    assert!((367..=393).contains(&held), "{held} of 400");
}

#[test]
fn a_wanted_error_ends_a_rollout_between_batches() {
    let pos = to_throw([[5, 6], [5, 6]], false);
    let options = RolloutOptions { target_error: Some(0.03), batch: 100, ..options(2, 100_000) };
    let report = roll_out(RACE, RaceModel::Guess, options.clone(), &[pos]);
    assert!(report.estimates[0].utility_error <= 0.03);
    assert!(report.trials.is_multiple_of(100) && (200..100_000).contains(&report.trials));
    let without_luck = RolloutOptions { reduces_variance: false, ..options };
    let plain = roll_out(RACE, RaceModel::Guess, without_luck, &[pos]);
    assert!(plain.trials > report.trials);
}

#[test]
fn a_stop_leaves_whole_batches() {
    let pos = to_throw([[5, 6], [5, 6]], false);
    let rollouts = Rollouts::new(RACE, RaceModel::Guess, options(2, 100_000));
    let stop = StopFlag::default();
    let report = rollouts.run(&RolloutTask::new(&pos, &[pos]), &stop, &mut |report| {
        if report.trials >= 72 {
            stop.stop();
        }
    });
    assert_eq!(report.trials, 72);
}

/// A root with two moves: the position after the better one, the position after the other one, and the better position once more.
fn clear_choice() -> (Position, Vec<Position>) {
    let root = Position { phase: Phase::Choosing(1), ..to_throw([[1, 7], [5, 6]], false) };
    let mut plays = [0, 1].map(|runner| {
        let mut pos = root;
        RACE.play(&mut pos, Move::Run(runner));
        pos
    });
    plays.sort_by(|a, b| exact(RACE, a).dead.total_cmp(&exact(RACE, b).dead));
    (root, vec![plays[0], plays[1], plays[0]])
}

const CERTAINTY: Certainty = Certainty { deviations: 2.5, min_trials: 100 };

#[test]
fn what_is_behind_for_certain_is_dropped() {
    let (root, plays) = clear_choice();
    let options = RolloutOptions {
        reduces_variance: false,
        certainty: Some(CERTAINTY),
        ..options(2, 20_000)
    };
    let rollouts = Rollouts::new(RACE, RaceModel::exact_one(), options);
    let stop = StopFlag::default();
    let report = rollouts.run(&RolloutTask::new(&root, &plays), &stop, &mut |_| {});
    // The two equal positions are rolled out to the end.
    let games = |index: usize| report.estimates[index].trials;
    assert_eq!(report.ending, Some(RolloutEnding::Trials));
    assert!((100..20_000).contains(&games(1)), "{}", games(1));
    assert_eq!((games(0), games(2)), (20_000, 20_000));
    assert!(report.lead(0, 2).abs() < 1e-6);
    let task = RolloutTask::new(&root, &plays[..2]);
    let report = rollouts.run(&task, &stop, &mut |_| {});
    assert_eq!(report.ending, Some(RolloutEnding::Certain));
    assert!(report.trials < 20_000 && report.trials.is_multiple_of(36));
    assert!(report.lead(0, 1) >= CERTAINTY.deviations);
    assert!((report.lead(0, 1) + report.lead(1, 0)).abs() < 1e-6);
}

#[test]
fn a_lead_counts_the_smaller_deviation() {
    let (root, plays) = clear_choice();
    let options = RolloutOptions { reduces_variance: false, ..options(1, 720) };
    let rollouts = Rollouts::new(RACE, RaceModel::exact_one(), options);
    let task = RolloutTask::new(&root, &plays[..2]);
    let report = rollouts.run(&task, &StopFlag::default(), &mut |_| {});
    let (difference, paired) = report.difference(0, 1);
    let [one, other] = [0, 1].map(|index| report.estimates[index].utility_error);
    assert!(paired < one.hypot(other));
    assert!((report.lead(0, 1) - difference / paired).abs() < 1e-3);
}

#[test]
fn a_verdict_ends_a_rollout_once_it_is_certain() {
    let pos = to_throw([[5, 6], [5, 6]], false);
    let options = RolloutOptions { certainty: Some(CERTAINTY), ..options(1, 1000) };
    let rollouts = Rollouts::new(RACE, RaceModel::Guess, options);
    let positions = [pos, pos];
    let after_400 = |report: &RolloutReport<Chances>| if report.trials < 400 { 2.0 } else { 3.0 };
    let task = RolloutTask { verdict: Some(&after_400), ..RolloutTask::new(&pos, &positions) };
    let report = rollouts.run(&task, &StopFlag::default(), &mut |_| {});
    assert_eq!((report.ending, report.trials), (Some(RolloutEnding::Certain), 432));
}

#[test]
fn a_rollout_that_goes_on_ends_with_the_same_numbers() {
    let (root, plays) = clear_choice();
    for certainty in [None, Some(CERTAINTY)] {
        let run = |trials: u64, sums: Option<RolloutSums>, stop_at: u64| {
            let options = RolloutOptions { certainty, ..options(2, trials) };
            let rollouts = Rollouts::new(RACE, RaceModel::Guess, options);
            let task = RolloutTask { sums, ..RolloutTask::new(&root, &plays) };
            let stop = StopFlag::default();
            rollouts.run(&task, &stop, &mut |report| {
                if report.trials >= stop_at {
                    stop.stop();
                }
            })
        };
        let whole = run(1000, None, u64::MAX);
        // Some parts end within a batch, because all their games are played.
        let mut parts = run(1000, None, 200);
        assert_eq!(parts.ending, Some(RolloutEnding::Stopped));
        for trials in [300, 300, 650, 1000] {
            let numbers = parts.sums.to_numbers();
            let sums = RolloutSums::from_numbers(&numbers, plays.len(), Chances::COMPONENTS);
            assert_eq!(sums.as_ref(), Some(&parts.sums));
            parts = run(trials, sums, u64::MAX);
        }
        assert_eq!(parts, whole);
    }
}

#[test]
fn what_was_dropped_comes_back_when_the_options_want_it() {
    let (root, plays) = clear_choice();
    let by = |deviations: f32, min_trials: u64| Certainty { deviations, min_trials };
    let (far, late) = (by(1000.0, 100), by(2.5, 2000));
    let run = |certainty: Option<Certainty>, trials: u64, sums: Option<RolloutSums>, n_plays| {
        let options = RolloutOptions {
            reduces_variance: false,
            certainty,
            rechecks_certainty: sums.is_some(),
            ..options(2, trials)
        };
        let rollouts = Rollouts::new(RACE, RaceModel::exact_one(), options);
        let task = RolloutTask { sums, ..RolloutTask::new(&root, &plays[..n_plays]) };
        let mut batches = 0;
        let report = rollouts.run(&task, &StopFlag::default(), &mut |_| batches += 1);
        (report, batches)
    };
    // With three positions, one is dropped during the rollout; with two, only one remains. In both cases the dropped position comes back,
    // and the result is the same as if it had never been dropped.
    for (n_plays, trials) in [(3, 1500), (2, 1500)] {
        let (dropped, _) = run(Some(CERTAINTY), trials, None, n_plays);
        assert!(dropped.estimates[1].trials < 1500, "{dropped:?}");
        for certainty in [Some(far), Some(late), None] {
            let (again, _) = run(certainty, trials, Some(dropped.sums.clone()), n_plays);
            assert_eq!(again, run(certainty, trials, None, n_plays).0);
            assert_eq!(again.ending, Some(RolloutEnding::Trials));
        }
        // A position that is certainly worse under the new options as well remains dropped.
        let near = by(2.0, 100);
        let (again, batches) = run(Some(near), trials, Some(dropped.sums.clone()), n_plays);
        assert_eq!((&again.estimates, batches), (&dropped.estimates, 0));
    }
    // A dropped position also catches up after another interruption, when it has fewer games than the others.
    let (dropped, _) = run(Some(CERTAINTY), 1500, None, 3);
    let (part, _) = run(Some(far), 700, Some(dropped.sums), 3);
    assert_eq!(part.trials, 700);
    let (whole, _) = run(Some(far), 1500, Some(part.sums), 3);
    assert_eq!(whole, run(Some(far), 1500, None, 3).0);
}

#[test]
fn numbers_of_another_rollout_are_none() {
    let numbers = RolloutSums::new(2, 3).to_numbers();
    let read = |numbers: &[f64], positions: usize| RolloutSums::from_numbers(numbers, positions, 3);
    assert!(read(&numbers, 2).is_some());
    assert_eq!(read(&numbers, 3), None);
    assert_eq!(read(&numbers[1..], 2), None);
    assert_eq!(read(&[], 2), None);
    for (place, wrong) in [(0, -1.0), (0, 0.5), (1, 2.0), (2, 1.0), (3, f64::NAN), (4, -1.0)] {
        let mut numbers = numbers.clone();
        numbers[place] = wrong;
        assert_eq!(read(&numbers, 2), None, "{wrong} at {place}");
    }
}
