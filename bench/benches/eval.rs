//! Static evaluation, and the search for threats that comes before it.

use criterion::{Criterion, criterion_group, criterion_main};
use ludex_bench::{TAKT_POSITIONS, takt};
use ludex_games::takt::evaluation::features::HandCrafted;
use ludex_games::takt::search::tactics::RoadTactics;
use ludex_search::{Evaluator, Tactics};
use std::hint::black_box;

fn evaluation(criterion: &mut Criterion) {
    let evaluator = HandCrafted::for_size(6);
    for (name, tps) in TAKT_POSITIONS {
        let (game, pos) = takt(tps);
        criterion.bench_function(&format!("takt/evaluate/{name}"), |bencher| {
            bencher.iter(|| evaluator.evaluate(&game, black_box(&pos)));
        });
        criterion.bench_function(&format!("takt/survey/{name}"), |bencher| {
            bencher.iter(|| RoadTactics.node_info(&game, black_box(&pos)));
        });
    }
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
