//! Tryktrak: listing, counting and playing the plays of every roll, in positions of a self-play game.
//!
//! The throughput counts the positions that the rolls can lead to, per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_games::tryktrak::Board;
use ludex_games::tryktrak::notation::position_id;
use ludex_games::tryktrak::rules::{dice, movegen};
use std::hint::black_box;

/// Contact positions, checkers on the bar and bear-offs, from many games (rows of `games/tryktrak/tests/data/movegen_checks.tsv`).
const TABLE: &str = include_str!("../../games/tryktrak/tests/data/movegen_checks.tsv");

/// The position of every row, once.
fn positions() -> Vec<Board> {
    let mut ids: Vec<&str> = TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').next())
        .collect();
    ids.dedup();
    ids.iter().filter_map(|id| position_id::read("row", id).ok()).collect()
}

fn tryktrak(criterion: &mut Criterion) {
    let boards = positions();
    let rolls =
        || boards.iter().flat_map(|&board| dice::ROLLS.map(|(roll, _)| (board, (roll.0, roll.1))));
    let mut plays = Vec::new();
    let reached: usize = rolls()
        .map(|(board, roll)| {
            plays.clear();
            movegen::plays(board, roll, &mut plays);
            plays.len()
        })
        .sum();
    let mut group = criterion.benchmark_group("tryktrak");
    group.throughput(Throughput::Elements(reached as u64));
    group.bench_function("plays", |bencher| {
        bencher.iter(|| {
            for (board, roll) in rolls() {
                plays.clear();
                movegen::plays(black_box(board), roll, &mut plays);
                black_box(&plays);
            }
        });
    });
    group.bench_function("count", |bencher| {
        bencher.iter(|| {
            rolls().map(|(board, roll)| movegen::count(black_box(board), roll)).sum::<u64>()
        });
    });
    group.finish();
}

criterion_group!(benches, tryktrak);
criterion_main!(benches);
