//! Quoridor: perft leaves per second, from the start and in positions with walls, and the cost of a flood fill.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_games::quoridor::{Position, Quoridor};
use ludex_kit::Notation;
use ludex_search::{Player, perft};
use std::hint::black_box;

/// The start, and five positions of middle games with walls all over the board.
const POSITIONS: [(&str, &str, u32); 7] = [
    ("start, depth 3", "//e1 e9/10 10/1", 3),
    ("start, depth 4", "//e1 e9/10 10/1", 4),
    ("corridor", "a5c5e5g5/h4/e2 e8/6 9/2", 3),
    ("ala", "d3f3/c4g4/e4 e6/6 10/2", 3),
    ("five walls", "b1e2e3/h5d6/d4 d7/7 8/1", 3),
    ("nine walls", "d2f3b5/h1b2c3h4g6h7/e2 f8/5 6/1", 3),
    ("fourteen walls", "g1a3b4b5e5c6d7/f2c3f4g4d6b7a8/e4 d9/4 2/1", 3),
];

fn position(game: &Quoridor, text: &str) -> Position {
    game.parse_position(text).expect("the positions are legal")
}

fn leaves(criterion: &mut Criterion) {
    let game = Quoridor::default();
    let mut group = criterion.benchmark_group("quoridor perft");
    group.sample_size(10);
    for (name, text, depth) in POSITIONS {
        let pos = position(&game, text);
        let nodes = perft(&game, &pos, depth);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |bencher| {
            bencher.iter(|| perft(&game, black_box(&pos), depth));
        });
    }
    group.finish();
}

fn floods(criterion: &mut Criterion) {
    let game = Quoridor::default();
    let mut group = criterion.benchmark_group("quoridor flood");
    for (name, text, _) in &POSITIONS[1..] {
        let pos = position(&game, text);
        group.bench_function(*name, |bencher| {
            bencher.iter(|| game.distance(black_box(&pos), black_box(Player(0))));
        });
    }
    group.finish();
}

criterion_group!(benches, leaves, floods);
criterion_main!(benches);
