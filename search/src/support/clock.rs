//! Time management, and the only module of the crate that reads the time.
//!
//! The plan reserves a part of the time that is left: the *overhead* of the move, and two *stalls* (times for which a busy machine pauses
//! the program, 200 ms each), because a machine that pauses once often pauses again. The rest is the *spare* time. *n* is the number of
//! moves that the player still has to make: the game's estimate, but at least 12.
//!
//! - Normally a move takes `spare ÷ n + ¾ increment`, but at most half of the spare time.
//! - The search may extend this to three times as much. The hard limit is at most 0.6 of the time that is left after subtracting the
//!   overhead and **one** stall, so that a stall of 200 ms right at the limit does not lose the game.
//! - Without spare time a move takes 1/400 of the time left, so that increments fill the clock again.
//!
//! | time left | increment | moves left | normal  | at most |
//! |----------:|----------:|-----------:|--------:|--------:|
//! |      60 s |    600 ms |         48 | 1690 ms | 5071 ms |
//! |      60 s |    600 ms |       none | 5412 ms | 16.2 s  |
//! |       3 s |     50 ms |         48 |   90 ms |  271 ms |
//! |       1 s |     50 ms |       none |   83 ms |  249 ms |
//! |    500 ms |     50 ms |       none |   25 ms |   75 ms |
//! |    450 ms |     50 ms |       none |    1 ms |    3 ms |
//! |    200 ms |     50 ms |       none |    1 ms |    1 ms |
//! |       1 s |         0 |         48 |   11 ms |   34 ms |
//!
//! The table assumes an overhead of 50 ms. Two earlier rules were worse in games of Takt on 6×6 with 3 s on the clock and an increment of
//! 50 ms; such games last up to 120 plies. The first one, 1/30 of the time and ¾ of the increment, left 0.18 s after 60 plies and 0.1 s
//! after 80 (six games, 2026-11-22). The second one planned for 60 moves in all, and always for at least 25 more. It left 1.0 s after 60
//! plies and 0.65 s after 80 (120 games against Tiltak, 2026-11-22).
//!
//! The estimate of each game is a number of moves that the rest of the game does not exceed in nine of ten games (80 games of the program
//! against itself at 3,000 nodes a move, 2026-11-23):
//!
//! | ply | Takt 6×6 | Takt 5×5 | Quoridor | Trax |
//! |----:|---------:|---------:|---------:|-----:|
//! |   0 |       49 |       40 |       38 |   25 |
//! |  20 |       39 |       30 |       28 |   15 |
//! |  40 |       29 |       20 |       18 |   19 |
//! |  60 |       19 |       11 |       10 |    9 |
//! |  80 |       11 |        3 |        8 |      |

use std::time::{Duration, Instant};

use crate::interface::limits::{Limits, TimeControl};

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// After this time no new iteration starts.
    pub soft: Duration,
    /// The search ends at this time at the latest.
    pub hard: Duration,
}

impl TimePlan {
    /// Time is planned for at least this many moves, because the length of a long game is unknown.
    const FEWEST_MOVES: u32 = 12;
    /// The least time for a move.
    const LEAST: Duration = Duration::from_millis(1);

    /// The plan for this clock; the module's documentation explains the rule.
    pub fn new(clock: &TimeControl) -> Self {
        let above = clock.remaining.saturating_sub(clock.overhead + clock.stall);
        let spare = above.saturating_sub(clock.stall);
        let share = spare / clock.moves_left.max(Self::FEWEST_MOVES) + clock.increment * 3 / 4;
        let least = Self::LEAST.max(clock.remaining / 400);
        let soft = share.min(spare / 2).max(least);
        let hard = (soft * 3).min(above * 6 / 10).max(Self::LEAST);
        Self { soft: soft.min(hard), hard }
    }
}

/// The clock of one search: how long it has run, and when it must end.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: Option<Instant>,
    soft: Duration,
    hard: Duration,
    /// Whether the search may end early to save time for later moves.
    saves: bool,
}

impl Clock {
    /// Starts the clock. Without a time limit it is read for reports only.
    pub fn start(limits: &Limits) -> Self {
        let time = limits.time.unwrap_or(Duration::MAX);
        let plan = limits.clock.as_ref().map(TimePlan::new);
        let (soft, hard) = plan.map_or((time, time), |plan| (plan.soft, plan.hard));
        Self {
            started: Some(Instant::now()),
            soft: soft.min(time),
            hard: hard.min(time),
            saves: limits.clock.is_some(),
        }
    }

    /// A clock that is never read: every duration is zero and no limit is reached.
    pub fn stopped() -> Self {
        Self { started: None, soft: Duration::MAX, hard: Duration::MAX, saves: false }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.map_or(Duration::ZERO, |started| started.elapsed())
    }

    /// Whether the search must end now.
    pub fn is_over(&self) -> bool {
        self.hard != Duration::MAX && self.elapsed() >= self.hard
    }

    /// Whether it is too late to start another iteration. `stretch` (normally 1) extends the time of an unsettled search. A fixed time for
    /// one move is always used completely.
    pub fn is_late(&self, stretch: f64) -> bool {
        if self.soft == Duration::MAX {
            return false;
        }
        let stretch = if self.saves { stretch } else { 1.0 };
        self.elapsed() >= self.soft.mul_f64(stretch).min(self.hard)
    }
}

/// Chooses the number of steps between two readings of the clock: as many as take half a millisecond, measured in the current position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The greatest number of steps between two readings.
    most: u32,
    steps: u32,
    /// The time of the last reading.
    seen: Duration,
}

impl Pace {
    const WORK: Duration = Duration::from_micros(500);

    /// Never more than `most` steps; the first few readings follow each other quickly.
    pub(crate) fn new(most: u32) -> Self {
        Self { most, steps: 1, seen: Duration::ZERO }
    }

    /// The number of steps until the next reading, or the greatest number if time is not limited.
    pub(crate) fn next(&mut self, clock: &Clock) -> u32 {
        if clock.hard == Duration::MAX {
            return self.most;
        }
        self.after(clock.elapsed())
    }

    fn after(&mut self, now: Duration) -> u32 {
        let work = now.saturating_sub(self.seen).as_micros();
        self.seen = now;
        self.steps = if work > Self::WORK.as_micros() {
            (u128::from(self.steps) * Self::WORK.as_micros() / work).max(1) as u32
        } else {
            self.steps.saturating_mul(2).min(self.most)
        };
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps between readings if each step takes this many microseconds.
    fn intervals(pace: &mut Pace, micros: u32, now: &mut Duration) -> Vec<u32> {
        let mut interval = |_| {
            *now += Duration::from_micros(micros.into()) * pace.steps;
            pace.after(*now)
        };
        (0..8).map(&mut interval).collect()
    }

    #[test]
    fn the_clock_is_read_after_each_half_millisecond_of_work() {
        let (mut pace, mut now) = (Pace::new(64), Duration::ZERO);
        assert_eq!(intervals(&mut pace, 1, &mut now), [2, 4, 8, 16, 32, 64, 64, 64]);
        let slow = intervals(&mut pace, 400, &mut now);
        assert!(slow.iter().all(|&steps| steps <= 2), "{slow:?}");
        assert_eq!(intervals(&mut pace, 5_000, &mut now)[1..], [1; 7]);
        assert_eq!(intervals(&mut pace, 1, &mut now)[6..], [64; 2]);
        assert_eq!(Pace::new(64).next(&Clock::stopped()), 64);
    }
}
