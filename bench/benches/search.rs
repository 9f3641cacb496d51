//! Whole searches to a fixed depth, and proofs.

use criterion::{Criterion, criterion_group, criterion_main};
use ludex_bench::{TAKT_POSITIONS, takt};
use ludex_games::takt::alpha_beta;
use ludex_games::takt::search::proof::RoadThreats;
use ludex_search::proof::{ProofOptions, Solver};
use ludex_search::{Limits, Root, SearchOptions, Searcher, StopFlag};

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("takt");
    group.sample_size(10);
    for (name, tps) in TAKT_POSITIONS {
        let (game, pos) = takt(tps);
        let (root, stop) = (Root::new(pos), StopFlag::default());
        let options = SearchOptions {
            hash_mib: 16,
            ..SearchOptions::default()
        };
        let mut search = alpha_beta(&game, options);
        group.bench_function(format!("depth_5/{name}"), |bencher| {
            bencher.iter(|| {
                search.new_game();
                search
                    .search(&root, &Limits::depth(5), &stop, &mut |_| ())
                    .nodes
            });
        });
        group.bench_function(format!("tinue_7/{name}"), |bencher| {
            bencher.iter(|| {
                let mut solver = Solver::new(game.clone(), RoadThreats, ProofOptions::default());
                solver
                    .solve(&root, &Limits::depth(7), &stop, &mut |_| ())
                    .nodes
            });
        });
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
