//! Tantrix: random games, legal placements, tree search.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ludex_games::tantrix::search::baselines;
use ludex_games::tantrix::{Position, Tantrix};
use ludex_kit::{Playable, SearchSetup};
use ludex_search::{Game, Limits, Root, StopFlag, Turn};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The position after this number of random placements.
fn position(game: &Tantrix, placements: usize, rng: &mut Pcg64Mcg) -> Position {
    let mut pos = game.start();
    loop {
        match game.turn(&pos) {
            Turn::Chance => {
                let tile = game.sample(&pos, rng);
                game.apply_chance(&mut pos, tile);
            }
            Turn::Player(_) if pos.board().n_tiles() < placements => {
                let mv = game.random_placement(&pos, rng);
                game.play(&mut pos, mv);
            }
            _ => return pos,
        }
    }
}

fn games(c: &mut Criterion) {
    let game = Tantrix::new();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let start = game.start();
    c.bench_function("tantrix random game, scored", |b| {
        b.iter(|| {
            let mut pos = start.clone();
            baselines::play_out(&game, &mut pos, &mut rng);
            black_box(game.returns(&pos))
        });
    });
    let middle = position(&game, 24, &mut rng);
    c.bench_function("tantrix copy", |b| b.iter(|| black_box(middle.clone())));
    let mut moves = Vec::new();
    c.bench_function("tantrix list of placements", |b| {
        b.iter(|| {
            moves.clear();
            game.legal_moves(&middle, &mut moves);
            black_box(moves.len())
        });
    });
    game.legal_moves(&middle, &mut moves);
    let mut pos = middle.clone();
    c.bench_function("tantrix play and undo", |b| {
        b.iter(|| {
            let undo = game.play(&mut pos, moves[0]);
            game.undo(&mut pos, moves[0], undo);
        });
    });
    c.bench_function("tantrix tree search, 100 k placements", |b| {
        let mut search =
            Tantrix::SEARCHES[0].build(&game, &SearchSetup::default()).expect("the default search");
        b.iter(|| {
            search.new_game();
            let root = Root::new(middle.clone());
            let limits = Limits::nodes(100_000);
            search.search(&root, &limits, &StopFlag::default(), &mut |_| ())
        });
    });
}

criterion_group! {
    name = tantrix;
    config = Criterion::default().sample_size(20);
    targets = games
}
criterion_main!(tantrix);
