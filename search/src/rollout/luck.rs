//! A cache for the values after each event of a position. It covers the first events of games, which many games share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many events of each game are cached. With dice, a rollout of 1296 games reaches 1, 21 and 441 positions before its first, second
/// and third event. Before the fourth event hardly any position occurs twice.
pub(super) const REMEMBERED: u32 = 3;
/// The greatest number of cached positions.
const MOST: usize = 1 << 13;

/// The values after each event, by the hash of the position before it. They depend on the position alone, so it does not matter which
/// thread computed them.
pub(super) struct LuckMemory<V>(Mutex<HashMap<u64, Arc<[V]>>>);

impl<V> LuckMemory<V> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(HashMap::new()))
    }

    pub(super) fn get(&self, hash: u64) -> Option<Arc<[V]>> {
        self.known().get(&hash).cloned()
    }

    pub(super) fn keep(&self, hash: u64, values: &Arc<[V]>) {
        let mut known = self.known();
        if known.len() < MOST {
            known.insert(hash, values.clone());
        }
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Arc<[V]>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
