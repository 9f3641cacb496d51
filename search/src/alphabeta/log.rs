//! The table entries that a worker of the deterministic search wrote in a round.

use crate::support::table::Entry;

/// Entries for the other workers to copy at the next barrier.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) entries: Vec<(u64, Entry)>,
}

impl Log {
    /// Entries of a smaller depth are not copied, because searching these positions again is faster.
    const LEAST_DEPTH: i32 = 3;
    const MOST: usize = 1 << 16;

    #[inline]
    pub(super) fn note(&mut self, hash: u64, entry: Entry) {
        if entry.depth >= Self::LEAST_DEPTH && self.entries.len() < Self::MOST {
            self.entries.push((hash, entry));
        }
    }
}
