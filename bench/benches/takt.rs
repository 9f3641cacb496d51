//! Takt: move generation, the evaluation with its threat search, searches to a fixed depth, proofs, and the transposition table.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ludex_games::takt::evaluation::features::HandCrafted;
use ludex_games::takt::search::proof::RoadThreats;
use ludex_games::takt::search::tactics::RoadTactics;
use ludex_games::takt::{Position, Takt, alpha_beta};
use ludex_kit::Notation;
use ludex_search::proof::{ProofOptions, Solver};
use ludex_search::support::table::{Entry, TranspositionTable};
use ludex_search::{
    Bound, Evaluator, Game, Limits, MoveList, Root, Score, SearchOptions, Searcher, StopFlag,
    Tactics,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Positions on 6×6: the start, and five middle games from the tests of other engines.
const POSITIONS: [(&str, &str); 6] = [
    ("start", "x6/x6/x6/x6/x6/x6 1 1"),
    ("early", "x6/x2,1,x3/x2,2,2,x2/x,1,1,x3/x6/x6 1 4"),
    ("cap duel", "x4,2,1/x3,2,2,1/x3,2,2,1/x,1,1C,x,21,x/x,1,x,1212112C,1,x/x3,1,2,x 2 16"),
    (
        "stacks",
        "x2,2,1,1,1/2,x2,2S,11111112S,121/2,2,22221C,x,1,112/1,x2,1111112C,2222121S,x/2,21,2,12,112S,x/2,x,2,x,1,x 1 49",
    ),
    ("walls", "1,2,1,1,1,1/x2,212112S,221,1,x/x,2,x,12C,21,2/x2,2,2,2,x/x,221122221C,x4/x6 2 29"),
    (
        "crowded",
        "2,2,1,1,x,2/2,2,x2,1,2/1,2S,x,2,1,x/x,11121S,x,112S,21112221,2/22221S,11,1112S,1,2S,2112221C/x,1212121S,1,2C,x2 2 57",
    ),
];

fn positions() -> impl Iterator<Item = (&'static str, Takt<6>, Position<6>)> {
    POSITIONS.into_iter().map(|(name, tps)| {
        let game = Takt::<6>::new();
        let pos = game.parse_position(tps).expect("the positions are legal");
        (name, game, pos)
    })
}

fn moves(criterion: &mut Criterion) {
    for (name, game, mut pos) in positions() {
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

fn evaluation(criterion: &mut Criterion) {
    let evaluator = HandCrafted::for_size(6);
    for (name, game, pos) in positions() {
        criterion.bench_function(&format!("takt/evaluate/{name}"), |bencher| {
            bencher.iter(|| evaluator.evaluate(&game, black_box(&pos)));
        });
        criterion.bench_function(&format!("takt/survey/{name}"), |bencher| {
            bencher.iter(|| RoadTactics.node_info(&game, black_box(&pos)));
        });
    }
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("takt");
    group.sample_size(10);
    for (name, game, pos) in positions() {
        let (root, stop) = (Root::new(pos), StopFlag::default());
        let options = SearchOptions { hash_mib: 16, ..SearchOptions::default() };
        let mut search = alpha_beta(&game, options);
        group.bench_function(format!("depth_5/{name}"), |bencher| {
            bencher.iter(|| {
                search.new_game();
                search.search(&root, &Limits::depth(5), &stop, &mut |_| ()).nodes
            });
        });
        group.bench_function(format!("tinue_7/{name}"), |bencher| {
            bencher.iter(|| {
                let mut solver = Solver::new(game.clone(), RoadThreats, ProofOptions::default());
                solver.solve(&root, &Limits::depth(7), &stop, &mut |_| ()).nodes
            });
        });
    }
}

/// Random stores and probes in a table larger than the caches.
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

criterion_group!(benches, moves, evaluation, searches, table);
criterion_main!(benches);
