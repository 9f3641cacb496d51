//! The transposition table: random stores and probes in a table larger than the caches.

use criterion::{Criterion, criterion_group, criterion_main};
use ludex_search::support::table::{Entry, TranspositionTable};
use ludex_search::{Bound, Score};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::hint::black_box;

fn table(criterion: &mut Criterion) {
    let table = TranspositionTable::new(256);
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let entry = Entry {
        exhausted: false,
        mv: 77,
        score: Score::new(12),
        evaluation: Some(Score::new(5)),
        depth: 6,
        bound: Bound::Lower,
    };
    criterion.bench_function("table/store", |bencher| {
        bencher.iter(|| table.store(black_box(rng.next_u64()), entry));
    });
    criterion.bench_function("table/probe", |bencher| {
        bencher.iter(|| table.probe(black_box(rng.next_u64())));
    });
}

criterion_group!(benches, table);
criterion_main!(benches);
