//! A transposition table that all threads of a search share without locks.
//!
//! A bucket is one cache line with four entries. An entry is two words that are read and written separately. The first word is combined
//! with the second by exclusive or. So if two threads write at the same time, the mixed words match no hash and count as a miss. CITE:
//! Robert Hyatt, Timothy Mann, "A lock-less transposition-table implementation for parallel search", ICGA Journal 25(1), 2002.
//!
//! **Invariant:** The distance of a proven score is counted from the node that is stored, not from the root. `exhausted` says whether a
//! score depends on finished games only; an iteration that is far deeper than the longest line uses only such entries
//! (`search/tests/it/table.rs`).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::interface::score::Score;
use crate::interface::window::Bound;
use crate::support::pages::prefer_huge_pages;
use crate::support::parallel::drop_aside;
use crate::support::prefetch::prefetch;

/// What the table stores about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, encoded by [`Tactics::pack`](crate::Tactics::pack), or zero.
    pub mv: u32,
    /// The score. Distances of proven results are counted from the position.
    pub score: Score,
    /// The static evaluation of the position, if it was computed.
    pub evaluation: Option<Score>,
    /// The depth to which the score was searched, 0 to 255.
    pub depth: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the score depends on finished games only: no evaluation, no pruning that may be wrong.
    pub exhausted: bool,
}

/// The table. Its memory is allocated at once but used only as the table fills.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Index of the first word that starts a cache line.
    first: usize,
    buckets: usize,
    age: AtomicU8,
}

const LINE: usize = 64;
const WORDS: usize = LINE / 8;
const AGES: u8 = 32;
/// An odd number. Multiplying by it spreads a difference in the data over the upper bits, where the hash is stored.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
const NO_EVALUATION: u16 = i16::MIN as u16;

impl TranspositionTable {
    /// A table of at most this many MiB.
    pub fn new(mib: usize) -> Self {
        Self::with_buckets((mib << 20) / LINE)
    }

    /// A table with this number of buckets, at least one; fewer if the system does not have enough memory.
    pub fn with_buckets(mut buckets: usize) -> Self {
        let fits = |buckets: usize| {
            let mut words = Vec::<u64>::new();
            words.try_reserve_exact((buckets + 1) * WORDS).is_ok()
        };
        while buckets > 1 && !fits(buckets) {
            buckets /= 2;
        }
        buckets = buckets.max(1);
        // The system provides zeroed pages without writing to them, and the conversion happens in place, at no cost.
        let zeros = vec![0_u64; (buckets + 1) * WORDS];
        prefer_huge_pages(&zeros);
        let words: Vec<AtomicU64> = zeros.into_iter().map(AtomicU64::new).collect();
        let past_line = words.as_ptr().addr() % LINE;
        Self { first: (LINE - past_line) % LINE / 8, words, buckets, age: AtomicU8::new(0) }
    }

    /// The number of buckets.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Writes to the memory of the table (the first part of a large one) so that the system provides its pages before a clock runs. The
    /// table must be empty.
    pub fn touch(&self) {
        /// Words in a page of 4 KiB.
        const PAGE: usize = 512;
        for word in self.words.iter().step_by(PAGE).take(MOST_PAGES) {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        *self = Self::with_buckets(self.buckets);
    }

    /// Starts another search: entries of earlier searches are replaced first.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Prefetches the bucket of a hash into the cache.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.bucket(hash)[0]);
    }

    /// The entry of the position with this hash.
    #[inline]
    pub fn probe(&self, hash: u64) -> Option<Entry> {
        for entry in self.bucket(hash).as_chunks::<2>().0 {
            let data = entry[1].load(Ordering::Relaxed);
            let key = entry[0].load(Ordering::Relaxed) ^ data.wrapping_mul(SPREAD);
            if key >> 16 == hash & KEY && data >> BOUND & 3 != 0 {
                return Some(unpack(key, data));
            }
        }
        None
    }

    /// Stores an entry. It replaces an entry of the same position, unless that entry is of this search and much deeper; otherwise the
    /// shallowest and oldest entry of the bucket.
    pub fn store(&self, hash: u64, mut new: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let entries = self.bucket(hash).as_chunks::<2>().0;
        let (mut victim, mut least) = (&entries[0], i32::MAX);
        for entry in entries {
            let data = entry[1].load(Ordering::Relaxed);
            let key = entry[0].load(Ordering::Relaxed) ^ data.wrapping_mul(SPREAD);
            if key >> 16 == hash & KEY && data != 0 {
                let old = unpack(key, data);
                let fresh = data >> AGE == u64::from(age);
                let is_surer = new.exhausted && !old.exhausted;
                if fresh && !is_surer && new.bound != Bound::Exact && old.depth > new.depth + 3 {
                    return;
                }
                if new.mv == 0 {
                    new.mv = old.mv;
                }
                victim = entry;
                break;
            }
            let worth = worth(data, age);
            if worth < least {
                (victim, least) = (entry, worth);
            }
        }
        let data = pack(&new, age);
        let evaluation = new.evaluation.map_or(NO_EVALUATION, |score| score.value() as i16 as u16);
        let key = hash << 16 | u64::from(evaluation);
        victim[0].store(key ^ data.wrapping_mul(SPREAD), Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
    }

    /// The share of entries written since [`grow_older`](Self::grow_older), in thousandths, estimated from a part of the table.
    pub fn hashfull(&self) -> u32 {
        let age = u64::from(self.age.load(Ordering::Relaxed));
        let sample = self.buckets.min(1000);
        let words = &self.words[self.first..][..sample * WORDS];
        let filled = words.as_chunks::<2>().0.iter().filter(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            data != 0 && data >> AGE == age
        });
        (filled.count() * 1000 / (sample * WORDS / 2)) as u32
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let index = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        &self.words[self.first + index * WORDS..][..WORDS]
    }
}

/// A larger table (in bytes) is freed on a separate thread, because freeing it takes as long as filling it with zeros.
const LARGE: usize = 16 << 20;

impl Drop for TranspositionTable {
    fn drop(&mut self) {
        let words = std::mem::take(&mut self.words);
        if size_of_val(words.as_slice()) > LARGE {
            drop_aside(Box::new(words));
        }
    }
}

/// The system provides this many pages of 4 KiB in a tenth of a second; a search that needs more pages runs long enough to fetch them
/// itself.
const MOST_PAGES: usize = (256 << 20) / 4096;

/// The part of a hash that an entry stores. The upper bits select the bucket.
const KEY: u64 = (1 << 48) - 1;
// Layout of the data word, from the lowest bit: move 32, score 16, depth 8, bound 2, exhausted 1, age 5.
const SCORE: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const EXHAUSTED: u32 = 58;
const AGE: u32 = 59;

fn pack(entry: &Entry, age: u8) -> u64 {
    let bound: u64 = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.mv)
        | u64::from(entry.score.value() as i16 as u16) << SCORE
        | (entry.depth.clamp(0, 255) as u64) << DEPTH
        | bound << BOUND
        | u64::from(entry.exhausted) << EXHAUSTED
        | u64::from(age) << AGE
}

#[inline]
fn unpack(key: u64, data: u64) -> Entry {
    let evaluation = key as u16;
    Entry {
        mv: data as u32,
        score: Score::from_raw(i32::from((data >> SCORE) as i16)),
        evaluation: (evaluation != NO_EVALUATION)
            .then(|| Score::from_raw(i32::from(evaluation as i16))),
        depth: i32::from((data >> DEPTH) as u8),
        bound: match data >> BOUND & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        exhausted: data >> EXHAUSTED & 1 == 1,
    }
}

/// The priority of an entry: its depth, less eight plies for each search since the entry was written. An exact score counts one ply more.
fn worth(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let years = age.wrapping_sub((data >> AGE) as u8) & (AGES - 1);
    i32::from((data >> DEPTH) as u8) + i32::from(data >> BOUND & 3 == 3) - 8 * i32::from(years)
}
