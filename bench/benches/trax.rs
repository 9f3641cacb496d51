//! Trax: perft by counting and by playing the last ply, the search for attacks, the evaluation, a search and proofs.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_games::trax::evaluation::features::LineEndsEvaluator;
use ludex_games::trax::evaluation::threats;
use ludex_games::trax::search::proof::EveryTurn;
use ludex_games::trax::{Position, Trax, alpha_beta};
use ludex_kit::Notation;
use ludex_search::proof::{ProofOptions, Solver};
use ludex_search::support::perft::{perft, perft_played};
use ludex_search::{Evaluator, Game, Limits, Root, SearchOptions, Searcher, StopFlag};

/// A position of the middle game, after fourteen turns and with thirty tiles on the board.
const MIDDLE: &str =
    "@0/ A2/ B2+ C1+ C2\\ D1/ D3/ A0/ @1/ D5/ F2+ F5/ D6+ C6+ B6/ G2+ B7/ A7+ B8/ @8+";

fn after(game: &Trax, moves: &str) -> Position {
    let mut pos = game.start();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&pos, text).expect("a legal turn");
        game.play(&mut pos, mv);
    }
    pos
}

fn rules(criterion: &mut Criterion) {
    let game = Trax::new();
    let mut group = criterion.benchmark_group("trax/perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(7_209_480));
    let start = game.start();
    group.bench_function("counted_6", |bencher| {
        bencher.iter(|| perft(&game, &start, 6));
    });
    group.bench_function("played_6", |bencher| {
        bencher.iter(|| perft_played(&game, &start, 6));
    });
}

fn judging(criterion: &mut Criterion) {
    let game = Trax::new();
    let pos = after(&game, MIDDLE);
    let mut group = criterion.benchmark_group("trax/position");
    group.bench_function("attacks", |bencher| {
        bencher.iter(|| threats::attacks(&game, &pos));
    });
    let lines = LineEndsEvaluator::default();
    group.bench_function("evaluation", |bencher| {
        bencher.iter(|| lines.evaluate(&game, &pos));
    });
}

fn searching(criterion: &mut Criterion) {
    let game = Trax::new();
    let (root, stop) = (Root::<Trax>::new(after(&game, MIDDLE)), StopFlag::default());
    let mut group = criterion.benchmark_group("trax/search");
    group.sample_size(10);
    let options = SearchOptions { hash_mib: 16, ..SearchOptions::default() };
    let mut search = alpha_beta(&game, options);
    group.throughput(Throughput::Elements(100_000));
    group.bench_function("nodes_100000", |bencher| {
        bencher.iter(|| {
            search.new_game();
            let limits = Limits::nodes(100_000);
            search.search(&root, &limits, &stop, &mut |_| ()).nodes
        });
    });
    group.bench_function("solve_5", |bencher| {
        bencher.iter(|| {
            let mut solver = Solver::new(game.clone(), EveryTurn, ProofOptions::default());
            let limits = Limits::depth(5);
            solver.solve(&root, &limits, &stop, &mut |_| ()).nodes
        });
    });
}

criterion_group!(benches, rules, judging, searching);
criterion_main!(benches);
