//! The time of a player in a game.

use std::time::Duration;

use crate::interface::limits::Limits;

/// The limits of a player in a game under way, with the clock as it is now.
#[derive(Clone, Copy, Debug)]
pub struct PlayerClock {
    limits: Limits,
    margin: Duration,
}

/// A player who took longer for a move than was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstepped {
    /// The time that the move took.
    pub used: Duration,
    /// The time that was allowed.
    pub allowed: Duration,
}

impl PlayerClock {
    /// A player with these limits for each move, and with the clock in them for the whole game. Exceeding the time of a move by
    /// more than the margin loses.
    pub fn new(limits: Limits, margin: Duration) -> Self {
        Self { limits, margin }
    }

    /// The limits of the next move.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What is allowed beyond the time.
    pub fn margin(&self) -> Duration {
        self.margin
    }

    /// The time that is allowed for the next move, if it is limited.
    pub fn allowed(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|clock| clock.remaining);
        self.limits.time.into_iter().chain(clock).min()
    }

    /// Takes the time of a move from the clock, and adds the increment.
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
