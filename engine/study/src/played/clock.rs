//! The players' clocks.

use std::fmt;
use std::time::Duration;

use ludex_search::TimeControl;
use serde::{Deserialize, Serialize};

/// The remaining time of each player, human or engine.
#[derive(Clone, Debug)]
pub struct Clocks(Vec<TimeControl>);

/// A clock in the format of saved games.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SavedClock {
    remaining_ms: u64,
    increment_ms: u64,
}

impl Clocks {
    /// Clocks for all players, with the same time and increment.
    pub fn new(clock: TimeControl, n_players: usize) -> Self {
        Self(vec![clock; n_players])
    }

    /// The clock of a player, counted from 1.
    pub fn clock_of(&self, player: usize) -> TimeControl {
        self.0[player - 1]
    }

    /// Whether the player has used more than the remaining time.
    pub fn is_over(&self, player: usize, spent: Duration) -> bool {
        spent > self.clock_of(player).remaining
    }

    /// The clocks while a player has been thinking for the time `spent`.
    #[must_use]
    pub fn running(&self, player: usize, spent: Duration) -> Self {
        let mut clocks = self.clone();
        clocks.charge(player, spent);
        clocks
    }

    /// The clocks padded to a width. If they are wider with tenths, the tenths are omitted.
    pub fn padded_to(&self, width: usize) -> String {
        let text = self.to_string();
        let text = if text.len() > width {
            self.0.iter().map(whole_seconds).collect::<Vec<_>>().join(" ")
        } else {
            text
        };
        format!("{text:>width$}")
    }

    /// Subtracts the time of a move from a clock.
    pub fn charge(&mut self, player: usize, spent: Duration) {
        let clock = &mut self.0[player - 1];
        clock.remaining = clock.remaining.saturating_sub(spent);
    }

    /// Adds the increment when the turn passes to another player.
    pub fn end_turn(&mut self, player: usize) {
        let clock = &mut self.0[player - 1];
        clock.remaining += clock.increment;
    }

    /// The clocks in the format of saved games.
    pub fn to_saved(&self) -> Vec<SavedClock> {
        let kept = |clock: &TimeControl| SavedClock {
            remaining_ms: clock.remaining.as_millis() as u64,
            increment_ms: clock.increment.as_millis() as u64,
        };
        self.0.iter().map(kept).collect()
    }

    /// Restores saved clocks, with a new value of the overhead: the time lost per move outside the search.
    pub fn from_saved(kept: &[SavedClock], overhead: Duration) -> Self {
        let clock = |kept: &SavedClock| {
            TimeControl::new(
                Duration::from_millis(kept.remaining_ms),
                Duration::from_millis(kept.increment_ms),
            )
            .with_overhead(overhead)
        };
        Self(kept.iter().map(clock).collect())
    }
}

/// `4:59 5:00`, in the order of the players; with tenths in the last twenty seconds.
impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, clock) in self.0.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            let left = clock.remaining;
            if left < Duration::from_secs(20) {
                write!(f, "{blank}0:{:04.1}", left.as_secs_f64())?;
            } else {
                write!(f, "{blank}{}", whole_seconds(clock))?;
            }
        }
        Ok(())
    }
}

fn whole_seconds(clock: &TimeControl) -> String {
    let seconds = clock.remaining.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_and_gains_when_the_turn_passes() {
        let control = TimeControl::new(Duration::from_mins(5), Duration::from_secs(2));
        let mut clocks = Clocks::new(control, 2);
        clocks.charge(1, Duration::from_secs(11));
        assert_eq!(clocks.to_string(), "4:49 5:00");
        clocks.charge(1, Duration::from_secs(1));
        clocks.end_turn(1);
        assert_eq!(clocks.to_string(), "4:50 5:00");
        assert!(clocks.is_over(1, Duration::from_secs(291)));
        clocks.charge(2, Duration::from_millis(287_450));
        assert_eq!(clocks.to_string(), "4:50 0:12.6");
        // A prompt keeps its width while the clocks run.
        assert_eq!(clocks.padded_to(10), " 4:50 0:12");
        assert_eq!(clocks.padded_to(13), "  4:50 0:12.6");
        let again = Clocks::from_saved(&clocks.to_saved(), TimeControl::OVERHEAD);
        assert_eq!(again.to_string(), clocks.to_string());
    }
}
