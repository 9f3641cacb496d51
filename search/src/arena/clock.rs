//! The clock of a player in a game.

use std::time::Duration;

use crate::interface::limits::Limits;

/// The limits of a player in a game in progress, with the current clock.
#[derive(Clone, Copy, Debug)]
pub struct PlayerClock {
    limits: Limits,
    margin: Duration,
}

/// A player exceeded the allowed time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstepped {
    /// The time used for the move.
    pub used: Duration,
    /// The time allowed for the move.
    pub allowed: Duration,
}

impl PlayerClock {
    /// The clock of a player with these limits. They apply to each move, except for a clock, which applies to the whole game. A player who
    /// exceeds the time by more than `margin` loses.
    pub fn new(limits: Limits, margin: Duration) -> Self {
        Self { limits, margin }
    }

    /// The limits of the next move.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The time by which a player may exceed a limit without losing.
    pub fn margin(&self) -> Duration {
        self.margin
    }

    /// The time allowed for the next move, if it is limited.
    pub fn allowed(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|clock| clock.remaining);
        self.limits.time.into_iter().chain(clock).min()
    }

    /// Subtracts the time of a move from the clock and adds the increment.
    pub fn spend(&mut self, used: Duration) -> Result<(), Overstepped> {
        let allowed = self.allowed();
        if let Some(clock) = &mut self.limits.clock {
            clock.remaining = clock.remaining.saturating_sub(used) + clock.increment;
        }
        match allowed {
            Some(allowed) if used > allowed + self.margin => Err(Overstepped { used, allowed }),
            _ => Ok(()),
        }
    }
}
