//! The table of a proof search: it starts small, grows with use up to its bound, and then keeps the larger subtrees.

use super::found::{Found, Ground, Numbers};
use super::prover::UNLIMITED;

/// What is remembered of nodes. Facts stay true from search to search, so the table need not be cleared between them.
pub(super) struct ProofTable<M> {
    buckets: Vec<[Entry<M>; BUCKET]>,
    most_buckets: usize,
    used: usize,
}

const BUCKET: usize = 4;
const FIRST_BUCKETS: usize = 256;

#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    proof: u32,
    disproof: u32,
    /// Nodes spent below; zero marks an unused entry.
    work: u32,
    /// The limit of plies that the numbers belong to.
    remaining: u16,
    best: Option<M>,
}

impl<M: Copy> Entry<M> {
    const UNUSED: Self = Self {
        key: 0,
        proof: 1,
        disproof: 1,
        work: 0,
        remaining: 0,
        best: None,
    };

    /// Whether the numbers hold for a search of `remaining` plies: a proof also with more, a refutation also with fewer.
    fn serves(&self, remaining: u16) -> bool {
        self.remaining == remaining
            || (self.proof == 0 && self.remaining < remaining)
            || (self.disproof == 0 && self.remaining > remaining)
    }

    fn found(&self) -> Found<M> {
        let ground = Ground {
            limit: self.remaining != UNLIMITED,
            ..Ground::RULES
        };
        Found::new(Numbers::new(self.proof, self.disproof), self.best, ground)
    }
}

impl<M: Copy> ProofTable<M> {
    /// A table of at most `mib` MiB; while it grows to that, half as much again.
    pub(super) fn new(mib: usize) -> Self {
        Self::with_bytes(mib << 20)
    }

    /// A table of at most so many bytes, or of one bucket.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let fitting = bytes / size_of::<[Entry<M>; BUCKET]>();
        // The greatest power of two that fits.
        let most_buckets = (fitting + 1).next_power_of_two() / 2;
        Self {
            buckets: Vec::new(),
            most_buckets: most_buckets.max(1),
            used: 0,
        }
    }

    /// Forgets everything, and gives the memory back.
    pub(super) fn clear(&mut self) {
        self.buckets = Vec::new();
        self.used = 0;
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    /// What holds for a node within `remaining` plies; if nothing does, at least a move to try first.
    pub(super) fn probe(&self, key: u64, remaining: u16) -> Option<Found<M>> {
        let bucket = self.buckets.get(self.index(key))?;
        let mut best: Option<Found<M>> = None;
        for entry in bucket
            .iter()
            .filter(|entry| entry.key == key && entry.work > 0)
        {
            let found = if entry.serves(remaining) {
                entry.found()
            } else {
                Found::new(Numbers::UNKNOWN, entry.best, Ground::RULES)
            };
            if found.numbers.is_settled() {
                return Some(found);
            }
            if best.is_none() || entry.serves(remaining) {
                best = Some(found);
            }
        }
        best
    }

    /// Remembers a node after `work` nodes below it.
    pub(super) fn store(&mut self, key: u64, remaining: u16, found: &Found<M>, work: u64) {
        if self.buckets.is_empty() || self.is_crowded() {
            self.grow();
        }
        // A failure that never met the limit holds whatever the limit.
        let boundless = found.numbers.is_disproven() && !found.ground.limit;
        let entry = Entry {
            key,
            proof: found.numbers.proof,
            disproof: found.numbers.disproof,
            work: work.clamp(1, u64::from(u32::MAX)) as u32,
            remaining: if boundless { UNLIMITED } else { remaining },
            best: found.best,
        };
        self.insert(entry);
    }

    fn insert(&mut self, entry: Entry<M>) {
        let index = self.index(entry.key);
        let bucket = &mut self.buckets[index];
        let same = |old: &Entry<M>| {
            old.work > 0 && old.key == entry.key && {
                // What the new entry says at least as well need not be kept twice.
                old.remaining == entry.remaining
                    || (entry.proof == 0 && old.remaining >= entry.remaining)
                    || (entry.disproof == 0 && old.remaining <= entry.remaining && old.proof > 0)
            }
        };
        let slot = bucket.iter().position(same).unwrap_or_else(|| {
            let works = bucket.iter().enumerate();
            works
                .min_by_key(|(_, old)| old.work)
                .map_or(0, |(slot, _)| slot)
        });
        self.used += usize::from(bucket[slot].work == 0);
        bucket[slot] = entry;
    }

    fn index(&self, key: u64) -> usize {
        key as usize & self.buckets.len().wrapping_sub(1)
    }

    fn is_crowded(&self) -> bool {
        self.used * 2 > self.buckets.len() * BUCKET && self.buckets.len() < self.most_buckets
    }

    fn grow(&mut self) {
        let n_buckets = match self.buckets.len() {
            0 => FIRST_BUCKETS.min(self.most_buckets),
            n => n * 2,
        };
        let mut larger = Vec::new();
        if larger.try_reserve_exact(n_buckets).is_err() && !self.buckets.is_empty() {
            // The system has no memory for more.
            self.most_buckets = self.buckets.len();
            return;
        }
        larger.resize(n_buckets, [Entry::UNUSED; BUCKET]);
        let old = std::mem::replace(&mut self.buckets, larger);
        self.used = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry.work > 0) {
            self.insert(entry);
        }
    }
}
