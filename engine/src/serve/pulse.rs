//! The pulse of a socket: whoever is there answers pings, also a browser whose tab is asleep.

use std::time::Duration;

use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

/// Between two looks at whether somebody is still there.
const PING: Duration = Duration::from_secs(20);

/// When a client is asked whether he is there, and whether anything has come from him since.
pub(super) struct Pulse {
    ticks: Interval,
    is_quiet: bool,
}

impl Pulse {
    pub(super) fn new() -> Self {
        let mut ticks = interval_at(Instant::now() + PING, PING);
        // Where the server was busy, a client has as long to answer as ever.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            ticks,
            is_quiet: false,
        }
    }

    /// Something has come, be it the answer to a ping.
    pub(super) fn is_heard(&mut self) {
        self.is_quiet = false;
    }

    /// Waits until it is time for a ping; false if the one before was not even answered. Nothing is lost if the wait is broken off.
    pub(super) async fn beat(&mut self) -> bool {
        self.ticks.tick().await;
        !std::mem::replace(&mut self.is_quiet, true)
    }
}
