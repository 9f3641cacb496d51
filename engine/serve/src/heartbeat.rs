//! The pulse of a socket: a client that is there answers pings, also a browser whose tab is asleep.

use std::time::Duration;

use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

/// The time between two pings.
const PING: Duration = Duration::from_secs(20);

/// When the next ping is due, and whether anything has come since the last one.
pub(super) struct Heartbeat {
    ticks: Interval,
    is_quiet: bool,
}

impl Heartbeat {
    pub(super) fn new() -> Self {
        let mut ticks = interval_at(Instant::now() + PING, PING);
        // After a busy time of the server a client still has the whole interval to answer.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { ticks, is_quiet: false }
    }

    /// Notes that something has come, for example the answer to a ping.
    pub(super) fn note_activity(&mut self) {
        self.is_quiet = false;
    }

    /// Waits until a ping is due; false if nothing has come since the one before. The wait can be cancelled safely.
    pub(super) async fn next_ping(&mut self) -> bool {
        self.ticks.tick().await;
        !std::mem::replace(&mut self.is_quiet, true)
    }
}
