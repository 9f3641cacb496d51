//! What the events of a position are worth, remembered for the first events of games, which many games share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Events of a game that are remembered. With dice a rollout of 1296 games meets 1, 21 and 441 positions before the first
/// three, and hardly any before the fourth twice.
pub(super) const REMEMBERED: u32 = 3;
/// Positions that are remembered, at most.
const MOST: usize = 1 << 13;

/// The values after each event, by the hash of the position before it. They depend on the position alone, so it makes no
/// difference which thread found them.
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
