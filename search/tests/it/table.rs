//! Tests of the transposition table.

use ludex_search::support::table::{Entry, TranspositionTable};
use ludex_search::{Bound, Score};

use crate::games::spread;

fn entry(depth: i32) -> Entry {
    Entry {
        mv: 1,
        score: Score::new(-77),
        evaluation: Some(Score::new(-12)),
        depth,
        bound: Bound::Lower,
        exhausted: true,
    }
}

#[test]
fn entries_come_back_whole() {
    let table = TranspositionTable::new(1);
    let extremes = [
        Entry {
            mv: u32::MAX,
            score: Score::WIN,
            evaluation: Some(Score::new(31_000)),
            depth: 255,
            bound: Bound::Exact,
            exhausted: true,
        },
        Entry {
            mv: 0,
            score: Score::LOSS,
            evaluation: None,
            depth: 0,
            bound: Bound::Upper,
            exhausted: false,
        },
        entry(9),
    ];
    for (hash, entry) in (0..).map(spread).zip(extremes) {
        assert_eq!(table.probe(hash), None);
        table.store(hash, entry);
        assert_eq!(table.probe(hash), Some(entry));
    }
}

#[test]
fn the_shallowest_entry_makes_room_and_an_older_one_before_it() {
    let table = TranspositionTable::with_buckets(1);
    for depth in 1..=4 {
        table.store(spread(depth), entry(depth as i32 + 4));
    }
    table.store(spread(5), entry(2));
    assert_eq!(table.probe(spread(1)), None, "depth 5 was the shallowest");
    table.grow_older();
    table.store(spread(2), entry(6));
    table.store(spread(5), entry(2));
    table.store(spread(6), entry(1));
    assert_eq!(table.probe(spread(3)), None, "an old entry of depth 7");
    assert_eq!(table.probe(spread(2)), Some(entry(6)));
    assert_eq!(table.probe(spread(5)), Some(entry(2)));
}

#[test]
fn a_move_outlives_a_result_without_one() {
    let table = TranspositionTable::with_buckets(4);
    table.store(1, entry(3));
    table.store(1, Entry { mv: 0, ..entry(4) });
    assert_eq!(table.probe(1), Some(entry(4)));
    table.store(1, entry(0));
    assert_eq!(table.probe(1), Some(entry(4)), "a much deeper result stays");
}

#[test]
fn hashfull_counts_this_search_only() {
    let mut table = TranspositionTable::with_buckets(64);
    assert_eq!(table.hashfull(), 0);
    for key in 0..10_000 {
        table.store(spread(key), entry(1));
    }
    assert_eq!(table.hashfull(), 1000);
    table.grow_older();
    assert_eq!(table.hashfull(), 0);
    assert!(table.probe(spread(9_999)).is_some());
    table.clear();
    assert_eq!(table.probe(spread(9_999)), None);
}

/// Every entry that a thread stores is derived from its hash, so the test notices an entry that mixes two others.
#[test]
fn concurrent_hammering_never_mixes_entries() {
    let made = |hash: u64, version: u64| {
        let noise = spread(hash ^ version);
        Entry {
            mv: (hash as u32 & 0xFFFF) << 16 | version as u32,
            score: Score::new((noise % 1000) as i32),
            evaluation: Some(Score::new((noise % 777) as i32)),
            depth: (noise % 100) as i32,
            bound: Bound::Exact,
            exhausted: hash & 1 == 1,
        }
    };
    let table = TranspositionTable::with_buckets(8);
    let hits: u64 = std::thread::scope(|scope| {
        let hammer = |seed: u64| {
            let table = &table;
            let work = move || {
                let mut hits = 0;
                for step in 0..200_000_u64 {
                    let dice = spread(seed << 32 | step);
                    let hash = spread(dice % 64);
                    if dice & 1 << 40 == 0 {
                        table.store(hash, made(hash, dice >> 50));
                    } else if let Some(found) = table.probe(hash) {
                        hits += 1;
                        assert_eq!(found, made(hash, u64::from(found.mv & 0xFFFF)));
                    }
                }
                hits
            };
            scope.spawn(work)
        };
        let threads: Vec<_> = (1..=4).map(hammer).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(hits > 1000, "{hits}");
}
