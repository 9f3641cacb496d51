//! Time management, where it can be tested without waiting.

use std::time::Duration;

use ludex_search::support::random::stream;
use ludex_search::{Clock, Limits, TimeControl, TimePlan};
use rand::RngExt;

#[test]
fn a_stopped_clock_is_never_over() {
    let clock = Clock::stopped();
    assert_eq!(clock.elapsed(), Duration::ZERO);
    assert!(!clock.is_over() && !clock.is_late(0.0));
}

#[test]
fn without_a_limit_of_time_no_time_runs_out() {
    let clock = Clock::start(&Limits::nodes(5));
    assert!(!clock.is_over() && !clock.is_late(0.0));
}

#[test]
fn no_time_is_over_at_once() {
    let clock = Clock::start(&Limits::time(Duration::ZERO));
    assert!(clock.is_over() && clock.is_late(1.0));
}

#[test]
fn a_fixed_time_is_used_to_its_end_and_a_clock_is_saved() {
    let hour = Duration::from_hours(1);
    let fixed = Clock::start(&Limits::time(hour));
    assert!(!fixed.is_late(0.0), "a fixed time cannot be saved for later moves");
    let managed = Clock::start(&Limits {
        clock: Some(TimeControl::new(hour, Duration::ZERO)),
        ..Limits::default()
    });
    assert!(managed.is_late(0.0) && !managed.is_late(1.0) && !managed.is_over());
}

const MS: fn(u64) -> Duration = Duration::from_millis;

/// The table in the documentation of the module.
#[test]
fn a_clock_is_planned_as_it_is_written() {
    let rows = [
        (60_000, 600, 48, 1690, 5071),
        (60_000, 600, 0, 5412, 16237),
        (3_000, 50, 48, 90, 271),
        (1_000, 50, 0, 83, 249),
        (500, 50, 0, 25, 75),
        (450, 50, 0, 1, 3),
        (200, 50, 0, 1, 1),
        (1_000, 0, 48, 11, 34),
    ];
    for (remaining, increment, moves_left, soft, hard) in rows {
        let clock = TimeControl::new(MS(remaining), MS(increment)).with_moves_left(moves_left);
        let plan = TimePlan::new(&clock);
        let found = (plan.soft.as_millis(), plan.hard.as_millis());
        assert_eq!(found, (soft, hard), "{remaining} ms, {increment} ms, {moves_left}");
    }
}

#[test]
fn a_stall_at_the_hard_limit_costs_no_game() {
    for remaining in 1..5_000 {
        for (increment, moves_left, overhead) in
            [(0, 0, 50), (50, 60, 50), (5_000, 1, 0), (600, 20, 400)]
        {
            let clock = TimeControl::new(MS(remaining), MS(increment));
            let clock = clock.with_moves_left(moves_left).with_overhead(MS(overhead));
            let TimePlan { soft, hard } = TimePlan::new(&clock);
            assert!(soft <= hard && hard >= MS(1), "{clock:?}");
            let kept = clock.overhead + clock.stall;
            assert!(hard == MS(1) || hard + kept <= clock.remaining, "{clock:?}: {hard:?}");
        }
    }
}

/// The plan for half of a clock is half of the plan for the whole clock.
#[test]
fn searches_that_share_a_move_share_its_plan() {
    let whole = TimeControl::new(MS(60_000), MS(600)).with_moves_left(40);
    let (whole, part) = (TimePlan::new(&whole), TimePlan::new(&whole.part(2)));
    assert!(
        whole.soft.abs_diff(part.soft * 2) < MS(1) && whole.hard.abs_diff(part.hard * 2) < MS(1)
    );
}

/// Simulates the time of a player in a game of 300 plies: the time left after each move; `None` after it runs out. Moves take between 0.7
/// and 2.4 times their planned time, as in games of Takt, and about one in `rarely` moves is delayed by a stall of 200 ms.
fn simulate(
    start: TimeControl,
    plan: fn(&TimeControl) -> TimePlan,
    rarely: u32,
    game: u64,
) -> Vec<Duration> {
    let mut rng = stream(7, game);
    let (mut clock, mut left, mut stalls) = (start, Vec::new(), 0);
    for moves in 0..150_u32 {
        let TimePlan { soft, hard } = plan(&clock.with_moves_left(48_u32.saturating_sub(moves)));
        let mut used = soft.mul_f64(rng.random_range(0.7..2.4)).min(hard);
        // Without an increment, the time of a stall cannot be regained.
        if rng.random_range(0..rarely) == 0 && (clock.increment > Duration::ZERO || stalls == 0) {
            used += MS(200);
            stalls += 1;
        }
        let Some(remaining) = clock.remaining.checked_sub(used) else {
            return left;
        };
        clock.remaining = remaining + clock.increment;
        left.push(clock.remaining);
    }
    left
}

#[test]
fn no_game_is_lost_on_time_by_a_machine_that_stalls() {
    for (remaining, increment) in [(60_000, 600), (3_000, 50), (10_000, 100), (1_000, 0)] {
        for game in 0..500 {
            let clock = TimeControl::new(MS(remaining), MS(increment));
            let left = simulate(clock, TimePlan::new, 150, game);
            assert_eq!(left.len(), 150, "{remaining} ms + {increment} ms, game {game}");
        }
    }
}

/// The earlier rule, 1/30 of the time and ¾ of the increment: it used up the clock by the thirtieth move.
fn thirtieth(clock: &TimeControl) -> TimePlan {
    let usable = clock.remaining.saturating_sub(MS(15));
    let soft = (usable / 30 + clock.increment * 3 / 4).min(usable / 2);
    let hard = (soft * 3).min(usable * 6 / 10).max(MS(1));
    TimePlan { soft, hard }
}

#[test]
fn long_games_have_more_time_left_than_a_thirtieth_for_each_move_left() {
    let clock = TimeControl::new(MS(3_000), MS(50));
    let mut sums = [Duration::ZERO; 2];
    for game in 0..100 {
        for (sum, plan) in sums.iter_mut().zip([TimePlan::new, thirtieth]) {
            let left = simulate(clock, plan, u32::MAX, game);
            *sum += left[30..40].iter().sum::<Duration>();
        }
    }
    assert!(sums[0] * 2 >= sums[1] * 3, "{sums:?}");
}
