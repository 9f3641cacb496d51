//! The table of a proof search. It starts small and grows to its limit; then it keeps the entries of larger subtrees.

use super::numbers::{DisproofBasis, NodeProof, Numbers};

/// The value that means no limit of plies.
pub(super) const UNLIMITED: u16 = u16::MAX;

/// Stores what is known about nodes. The facts remain true between searches, so the table need not be cleared.
pub(super) struct ProofTable<M> {
    buckets: Vec<[ProofEntry<M>; BUCKET]>,
    most_buckets: usize,
    used: usize,
}

const BUCKET: usize = 4;
const FIRST_BUCKETS: usize = 256;

#[derive(Clone, Copy)]
struct ProofEntry<M> {
    key: u64,
    proof: u32,
    disproof: u32,
    /// The number of nodes searched below; zero marks an unused entry.
    work: u32,
    /// The limit of plies for which the numbers were computed.
    remaining: u16,
    best: Option<M>,
}

impl<M: Copy> ProofEntry<M> {
    const UNUSED: Self = Self { key: 0, proof: 1, disproof: 1, work: 0, remaining: 0, best: None };

    /// Whether the numbers are valid for a search of `remaining` plies: a proof also for more plies, a refutation also for fewer.
    fn serves(&self, remaining: u16) -> bool {
        self.remaining == remaining
            || (self.proof == 0 && self.remaining < remaining)
            || (self.disproof == 0 && self.remaining > remaining)
    }

    fn found(&self) -> NodeProof<M> {
        let basis = DisproofBasis { limit: self.remaining != UNLIMITED, ..DisproofBasis::RULES };
        NodeProof::new(Numbers::new(self.proof, self.disproof), self.best, basis)
    }
}

impl<M: Copy> ProofTable<M> {
    /// A table of at most `mib` MiB.
    pub(super) fn new(mib: usize) -> Self {
        Self::with_bytes(mib << 20)
    }

    /// A table of at most `bytes` bytes, but at least one bucket.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let fitting = bytes / size_of::<[ProofEntry<M>; BUCKET]>();
        // The greatest power of two that fits.
        let most_buckets = (fitting + 1).next_power_of_two() / 2;
        Self { buckets: Vec::new(), most_buckets: most_buckets.max(1), used: 0 }
    }

    /// Clears the table and frees its memory.
    pub(super) fn clear(&mut self) {
        self.buckets = Vec::new();
        self.used = 0;
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    /// What is known about a node within `remaining` plies; otherwise at least a move to try first, if there is one.
    pub(super) fn probe(&self, key: u64, remaining: u16) -> Option<NodeProof<M>> {
        let bucket = self.buckets.get(self.index(key))?;
        let mut best: Option<NodeProof<M>> = None;
        for entry in bucket.iter().filter(|entry| entry.key == key && entry.work > 0) {
            let found = if entry.serves(remaining) {
                entry.found()
            } else {
                NodeProof::new(Numbers::UNKNOWN, entry.best, DisproofBasis::RULES)
            };
            if found.numbers.is_solved() {
                return Some(found);
            }
            if best.is_none() || entry.serves(remaining) {
                best = Some(found);
            }
        }
        best
    }

    /// Stores what is known about a node, after `work` nodes were searched below it.
    pub(super) fn store(&mut self, key: u64, remaining: u16, found: &NodeProof<M>, work: u64) {
        if self.buckets.is_empty() || self.is_crowded() {
            self.grow();
        }
        // A failure that never reached the limit is valid for every limit.
        let boundless = found.numbers.is_disproven() && !found.basis.limit;
        let entry = ProofEntry {
            key,
            proof: found.numbers.proof,
            disproof: found.numbers.disproof,
            work: work.clamp(1, u64::from(u32::MAX)) as u32,
            remaining: if boundless { UNLIMITED } else { remaining },
            best: found.best,
        };
        self.insert(entry);
    }

    fn insert(&mut self, entry: ProofEntry<M>) {
        let index = self.index(entry.key);
        let bucket = &mut self.buckets[index];
        let same = |old: &ProofEntry<M>| {
            old.work > 0 && old.key == entry.key && {
                // An older entry is replaced if the new one says at least as much.
                old.remaining == entry.remaining
                    || (entry.proof == 0 && old.remaining >= entry.remaining)
                    || (entry.disproof == 0 && old.remaining <= entry.remaining && old.proof > 0)
            }
        };
        let slot = bucket.iter().position(same).unwrap_or_else(|| {
            let works = bucket.iter().enumerate();
            works.min_by_key(|(_, old)| old.work).map_or(0, |(slot, _)| slot)
        });
        self.used += usize::from(bucket[slot].work == 0);
        bucket[slot] = entry;
    }

    /// The bucket of a key: the hash modulo the next power of two, or modulo half of that if the bucket does not exist yet.
    fn index(&self, key: u64) -> usize {
        let mask = self.buckets.len().next_power_of_two() - 1;
        match key as usize & mask {
            index if index < self.buckets.len() => index,
            index => index & (mask >> 1),
        }
    }

    fn is_crowded(&self) -> bool {
        self.used * 3 > self.buckets.len() * BUCKET && self.buckets.len() < self.most_buckets
    }

    /// Splits the next bucket in two. Because each call moves only one bucket, a search never waits for the whole table. CITE: Litwin,
    /// "Linear hashing: a new tool for file and table addressing", VLDB 1980.
    fn grow(&mut self) {
        let n_buckets = self.buckets.len();
        if n_buckets == 0 {
            let first = FIRST_BUCKETS.min(self.most_buckets);
            self.buckets.resize(first, [ProofEntry::UNUSED; BUCKET]);
            return;
        }
        let has_room = n_buckets < self.buckets.capacity();
        if !has_room && self.buckets.try_reserve_exact(n_buckets).is_err() {
            // The system has no more memory.
            self.most_buckets = n_buckets;
            return;
        }
        let split = n_buckets - (n_buckets + 1).next_power_of_two() / 2;
        let entries = std::mem::replace(&mut self.buckets[split], [ProofEntry::UNUSED; BUCKET]);
        self.buckets.push([ProofEntry::UNUSED; BUCKET]);
        for entry in entries.into_iter().filter(|entry| entry.work > 0) {
            self.used -= 1;
            self.insert(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_grows_loses_little_and_keeps_within_its_bytes() {
        let mut table: ProofTable<u8> = ProofTable::with_bytes(1 << 20);
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let is_known = |table: &ProofTable<u8>, number| table.probe(key(number), 9).is_some();
        let found = NodeProof::new(Numbers::new(3, 4), Some(7), DisproofBasis::RULES);
        for number in 0..10_000 {
            table.store(key(number), 9, &found, 1);
            assert!(is_known(&table, number));
            let entries = table.buckets.iter().flatten();
            if number % 1_000 == 0 {
                assert_eq!(table.used, entries.filter(|entry| entry.work > 0).count());
            }
        }
        let kept = (0..10_000).filter(|&number| is_known(&table, number));
        assert!(kept.count() > 9_000);
        for number in 10_000..200_000 {
            table.store(key(number), 9, &found, 1);
        }
        assert!(table.bytes() <= 1 << 20 && table.bytes() > 1 << 18);
    }
}
