//! The only place of the crate that reads the time.

use std::time::{Duration, Instant};

use crate::Limits;

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
    /// Kept back from a clock for the way of the move to the opponent.
    const OVERHEAD: Duration = Duration::from_millis(15);

    /// Starts the clock. Without a limit of time it is read for reports only.
    pub fn start(limits: &Limits) -> Self {
        let (mut soft, mut hard) = (Duration::MAX, Duration::MAX);
        if let Some(time) = limits.time {
            (soft, hard) = (time, time);
        }
        if let Some(clock) = limits.clock {
            let usable = clock.remaining.saturating_sub(Self::OVERHEAD);
            // A game is taken to last some thirty moves more; a move's share may be overdrawn three times over.
            let share = (usable / 30 + clock.increment * 3 / 4).min(usable / 2);
            soft = soft.min(share);
            hard = hard
                .min((share * 3).min(usable * 6 / 10))
                .max(Duration::from_millis(1));
        }
        Self {
            started: Some(Instant::now()),
            soft,
            hard,
            saves: limits.clock.is_some(),
        }
    }

    /// A clock that is never read: every duration is zero and no time runs out.
    pub fn stopped() -> Self {
        Self {
            started: None,
            soft: Duration::MAX,
            hard: Duration::MAX,
            saves: false,
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started
            .map_or(Duration::ZERO, |started| started.elapsed())
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
