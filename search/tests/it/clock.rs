//! The clock, as far as it can be tested without waiting.

use std::time::Duration;

use ludex_search::{Clock, Limits, TimeControl};

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
    assert!(!fixed.is_late(0.0), "there is nothing to save it for");
    let managed = Clock::start(&Limits {
        clock: Some(TimeControl {
            remaining: hour,
            increment: Duration::ZERO,
        }),
        ..Limits::default()
    });
    assert!(managed.is_late(0.0) && !managed.is_late(1.0) && !managed.is_over());
}
