//! Intermediate results of a search, for observers.

use std::fmt;
use std::time::Duration;

/// Intermediate result of a search. It is converted to text only when an observer asks for it.
pub struct SoFar<'a, T> {
    /// The last completed depth.
    pub depth: u32,
    /// Nodes; [`SearchInfo::nodes`](crate::SearchInfo::nodes) says what a node is.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    words: &'a dyn Fn() -> T,
}

impl<'a, T> SoFar<'a, T> {
    pub(super) fn new(
        (depth, nodes, elapsed): (u32, u64, Duration),
        words: &'a dyn Fn() -> T,
    ) -> Self {
        Self { depth, nodes, elapsed, words }
    }

    /// The whole result as text.
    pub fn words(&self) -> T {
        (self.words)()
    }
}

impl<T> fmt::Debug for SoFar<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, nodes, elapsed, .. } = self;
        write!(f, "depth {depth}, {nodes} nodes, {elapsed:?}")
    }
}
