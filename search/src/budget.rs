//! What a search on one thread may spend: nodes, time, and the patience of whoever may stop it.

use std::time::Duration;

use crate::{Clock, Limits, StopFlag};

/// Counts the nodes of a search and says when to end it. Once it says so, it keeps saying so.
#[derive(Debug)]
pub struct Budget<'a> {
    clock: Clock,
    stop: &'a StopFlag,
    nodes: u64,
    most_nodes: u64,
    next_poll: u64,
    spent: bool,
}

impl<'a> Budget<'a> {
    /// The clock and the flag are looked at once in so many nodes: a fraction of a millisecond.
    const POLL_INTERVAL: u64 = 1024;

    /// A budget by these limits; its clock starts now. With `clockless` no time is read, for reproducible results.
    pub fn new(limits: &Limits, stop: &'a StopFlag, clockless: bool) -> Self {
        Self {
            clock: if clockless {
                Clock::stopped()
            } else {
                Clock::start(limits)
            },
            stop,
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            next_poll: 0,
            spent: false,
        }
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

    /// A part of this budget: the same clock and the same flag, so many nodes, none of them counted yet.
    #[must_use]
    pub fn share(&self, most_nodes: u64) -> Self {
        Self {
            nodes: 0,
            most_nodes,
            next_poll: 0,
            spent: self.spent,
            ..*self
        }
    }

    /// The nodes that may still be counted.
    pub fn nodes_left(&self) -> u64 {
        self.most_nodes.saturating_sub(self.nodes)
    }

    /// Whether the search must end now.
    #[inline]
    pub fn is_spent(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.spent
    }

    /// Whether another iteration should not be begun.
    pub fn is_late(&mut self) -> bool {
        self.is_spent() || self.clock.is_late(1.0)
    }

    /// Calls of `play` so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn poll(&mut self) {
        self.spent |=
            self.nodes >= self.most_nodes || self.stop.is_stopped() || self.clock.is_over();
        self.next_poll = (self.nodes + Self::POLL_INTERVAL).min(self.most_nodes);
    }
}
