//! A cache of the values of chance nodes, shared by the threads of a search.

use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;

use crate::support::deepening::Coverage;

/// The hash of a position and the depth below it, in plies.
type CacheKey = (u64, u32);

/// Values by position and depth, each with its coverage. A full cache accepts no entries until it is [trimmed](Self::trim).
pub(crate) struct ValueCache<V> {
    values: DashMap<CacheKey, (V, Coverage)>,
    room: AtomicUsize,
    capacity: usize,
}

impl<V: Copy> ValueCache<V> {
    pub(super) fn new(capacity: usize) -> Self {
        Self { values: DashMap::new(), room: AtomicUsize::new(capacity), capacity }
    }

    pub(super) fn get(&self, key: CacheKey) -> Option<(V, Coverage)> {
        self.values.get(&key).map(|entry| *entry)
    }

    pub(super) fn insert(&self, key: CacheKey, entry: (V, Coverage)) {
        let taken = self
            .room
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(1));
        if taken.is_ok() && self.values.insert(key, entry).is_some() {
            self.room.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Clears the cache if it is full. Called before a search.
    pub(super) fn trim(&self) {
        if self.room.load(Ordering::Relaxed) == 0 {
            self.clear();
        }
    }

    pub(super) fn clear(&self) {
        self.values.clear();
        self.room.store(self.capacity, Ordering::Relaxed);
    }
}
