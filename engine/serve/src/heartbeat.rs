//! Detects dead WebSockets: a live client answers pings, even a browser whose tab is suspended.

use std::time::Duration;

use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

/// Time between two pings.
const PING: Duration = Duration::from_secs(20);

/// When the next ping is due, and whether the client has sent anything since the last one.
pub(super) struct Heartbeat {
    ticks: Interval,
    is_quiet: bool,
}

impl Heartbeat {
    pub(super) fn new() -> Self {
        let mut ticks = interval_at(Instant::now() + PING, PING);
        // If the server was busy and a tick came late, the client still has the whole interval to answer.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { ticks, is_quiet: false }
    }

    /// Records that the client has sent something, for example a pong.
    pub(super) fn note_activity(&mut self) {
        self.is_quiet = false;
    }

    /// Waits until a ping is due; false if the client has sent nothing since the last ping. Safe to cancel.
    pub(super) async fn next_ping(&mut self) -> bool {
        self.ticks.tick().await;
        !std::mem::replace(&mut self.is_quiet, true)
    }
}
