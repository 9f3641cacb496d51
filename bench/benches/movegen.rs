//! Generating, counting and playing moves.

use criterion::{Criterion, criterion_group, criterion_main};
use ludex_bench::{TAKT_POSITIONS, takt};
use ludex_search::{Game, MoveList};
use std::hint::black_box;

fn movegen(criterion: &mut Criterion) {
    for (name, tps) in TAKT_POSITIONS {
        let (game, mut pos) = takt(tps);
        let mut moves = MoveList::new();
        criterion.bench_function(&format!("takt/legal_moves/{name}"), |bencher| {
            bencher.iter(|| {
                moves.clear();
                game.legal_moves(black_box(&pos), &mut moves);
                moves.len()
            });
        });
        criterion.bench_function(&format!("takt/count_moves/{name}"), |bencher| {
            bencher.iter(|| game.count_moves(black_box(&pos)));
        });
        criterion.bench_function(&format!("takt/play_undo_all/{name}"), |bencher| {
            bencher.iter(|| {
                for &mv in &moves {
                    let undo = game.play(&mut pos, mv);
                    black_box(game.hash(&pos));
                    game.undo(&mut pos, mv, undo);
                }
            });
        });
    }
}

criterion_group!(benches, movegen);
criterion_main!(benches);
