//! The nodes and the time that a search on one thread may spend; a flag can stop it earlier.
//!
//! **Invariant:** Every loop that may take long checks its budget ([`Budget::is_spent`]), at each node or more often. Large data is freed
//! on a separate thread (`drop_aside`). `bench/stop_latency.py` measures both.

use std::time::Duration;

use crate::interface::limits::{Limits, StopFlag};
use crate::support::clock::Clock;
use crate::support::clock::Pace;

/// Counts the nodes of a search and decides when the search must end. That decision is final.
#[derive(Debug)]
pub struct Budget<'a> {
    clock: Clock,
    stop: &'a StopFlag,
    /// A second flag that ends the search.
    end: &'a StopFlag,
    nodes: u64,
    most_nodes: u64,
    /// The number of calls of [`is_spent`](Self::is_spent) until the clock is read again.
    unread: u32,
    pace: Pace,
    spent: bool,
}

impl<'a> Budget<'a> {
    /// The greatest number of calls between two readings of the clock. Reading it takes about ten nanoseconds.
    const CLOCK_INTERVAL: u32 = 16;

    /// A budget with these limits; its clock starts now. If `clockless`, the clock is never read, so that results are reproducible.
    pub fn new(limits: &Limits, stop: &'a StopFlag, clockless: bool) -> Self {
        Self {
            clock: if clockless { Clock::stopped() } else { Clock::start(limits) },
            stop,
            end: stop,
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            unread: 0,
            pace: Pace::new(Self::CLOCK_INTERVAL),
            spent: false,
        }
    }

    /// The same budget, which also ends when `end` is raised. The main thread ends its helpers this way.
    #[must_use]
    pub fn until(self, end: &'a StopFlag) -> Self {
        Self { end, ..self }
    }

    /// Counts one call of `play`.
    #[inline]
    pub fn count(&mut self) {
        self.nodes += 1;
    }

    /// Counts several calls of `play`.
    #[inline]
    pub fn count_many(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// A part of this budget for another search: the same clock and flag, at most `most_nodes` nodes, and a node count of zero.
    #[must_use]
    pub fn share(&self, most_nodes: u64) -> Self {
        Self { nodes: 0, most_nodes, unread: 0, ..*self }
    }

    /// The number of nodes left.
    pub fn nodes_left(&self) -> u64 {
        self.most_nodes.saturating_sub(self.nodes)
    }

    /// Whether the search must end now. Call it in every loop that may take long, even if the loop plays no move.
    #[inline]
    pub fn is_spent(&mut self) -> bool {
        self.spent =
            self.spent || self.nodes >= self.most_nodes || self.is_stopped() || self.is_over();
        self.spent
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.end.is_stopped()
    }

    /// Whether it is too late to start another iteration.
    pub fn is_late(&mut self) -> bool {
        self.is_spent() || self.clock.is_late(1.0)
    }

    /// The number of calls of `play` so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    #[inline]
    fn is_over(&mut self) -> bool {
        if self.unread > 0 {
            self.unread -= 1;
            return false;
        }
        self.unread = self.pace.next(&self.clock) - 1;
        self.clock.is_over()
    }
}
