//! What a search has found so far, for whoever listens.

use std::fmt;
use std::time::Duration;

/// What a search has found so far. It becomes text when somebody asks for its words, and not before.
pub struct SoFar<'a, T> {
    /// The depth that is finished.
    pub depth: u32,
    /// Nodes; [`SearchInfo::nodes`](crate::SearchInfo::nodes) says what that is.
    pub nodes: u64,
    /// The time since the search began.
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

    /// All of it as text.
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
