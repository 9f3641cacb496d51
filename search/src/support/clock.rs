//! The only place of the crate that reads the time, and the rule by which a player's clock is spent.
//!
//! Some of the time left is never planned with: the *overhead* of the move, and *stalls*, for which a busy machine stands
//! still (200 ms each). The plan keeps back the overhead and two stalls, because a machine that stalls once stalls again;
//! what is left is the *spare* time. With *n* moves to be made, as many as the game says but never fewer than 12,
//!
//! - a move normally takes `spare ÷ n + ¾ increment`, but at most half of the spare time;
//! - it may be overdrawn three times over, but the hard limit takes at most 6 tenths of what lies above the overhead and
//!   **one** stall: a stall of 200 ms right at the limit costs no game;
//! - without spare time a move takes a four-hundredth of what is left, so that an increment fills the clock again.
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
//! The numbers assume an overhead of 50 ms. A thirtieth of the time and ¾ of the increment, an earlier rule, left
//! 0.18 s of 3 s + 50 ms after 60 plies of Takt on 6×6 and 0.1 s after 80; such games last up to 120 (six games, 2026-11-22).
//! With 60 moves and never fewer than 25, another, 1.0 s was left after 60 plies and 0.65 s after 80 (120 games against Tiltak, 2026-11-22).
//!
//! How many moves a player has yet to make in nine games of ten, at most (80 games of the program against itself at 3,000 nodes
//! a move, 2026-11-23), and so what the games say:
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

/// What one move takes of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// The time after which nothing new is begun.
    pub soft: Duration,
    /// The time that is never exceeded.
    pub hard: Duration,
}

impl TimePlan {
    /// The fewest moves that time is kept for: nobody knows how long a long game will last.
    const FEWEST_MOVES: u32 = 12;
    /// The least time for a move.
    const LEAST: Duration = Duration::from_millis(1);

    /// The rule of this module.
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

/// The clock of one search: how long it has run, and when it should end.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: Option<Instant>,
    soft: Duration,
    hard: Duration,
    /// Whether the search may end early to save time for later moves.
    saves: bool,
}

impl Clock {
    /// Starts the clock. Without a limit of time it is read for reports only.
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

    /// A clock that is never read: every duration is zero and no time runs out.
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

    /// Whether another iteration should not be begun; `stretch` (1 is normal) lengthens the time of an unsettled search.
    /// A fixed time for one move is used to its end.
    pub fn is_late(&self, stretch: f64) -> bool {
        if self.soft == Duration::MAX {
            return false;
        }
        let stretch = if self.saves { stretch } else { 1.0 };
        self.elapsed() >= self.soft.mul_f64(stretch).min(self.hard)
    }
}

/// How many steps a search makes from one look at the clock to the next: as many as take half a millisecond, whatever a step
/// takes in the position at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The most steps.
    most: u32,
    steps: u32,
    /// The time of the last look.
    seen: Duration,
}

impl Pace {
    const WORK: Duration = Duration::from_micros(500);

    /// At most so many steps; the first few looks follow each other quickly.
    pub(crate) fn new(most: u32) -> Self {
        Self { most, steps: 1, seen: Duration::ZERO }
    }

    /// The steps until the next look. Where no time is limited there is nothing to see.
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

    /// The steps between looks where each step takes so many microseconds.
    fn looks(pace: &mut Pace, micros: u32, now: &mut Duration) -> Vec<u32> {
        let mut look = |_| {
            *now += Duration::from_micros(micros.into()) * pace.steps;
            pace.after(*now)
        };
        (0..8).map(&mut look).collect()
    }

    #[test]
    fn looks_at_the_clock_are_as_far_apart_as_half_a_millisecond_of_work() {
        let (mut pace, mut now) = (Pace::new(64), Duration::ZERO);
        assert_eq!(looks(&mut pace, 1, &mut now), [2, 4, 8, 16, 32, 64, 64, 64]);
        let slow = looks(&mut pace, 400, &mut now);
        assert!(slow.iter().all(|&steps| steps <= 2), "{slow:?}");
        assert_eq!(looks(&mut pace, 5_000, &mut now)[1..], [1; 7]);
        assert_eq!(looks(&mut pace, 1, &mut now)[6..], [64; 2]);
        assert_eq!(Pace::new(64).next(&Clock::stopped()), 64);
    }
}
