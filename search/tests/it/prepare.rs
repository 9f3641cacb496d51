//! Preparing before a clock starts does not change what a search finds.

use std::time::Duration;

use ludex_search::{
    AlphaBeta, ByEvaluator, Expectimax, ExpectimaxOptions, Game, Limits, MaxN, Mcts, MctsOptions,
    NoEvaluator, NoTactics, Report, Root, SearchOptions, Searcher, Stateless, StopFlag,
};

use crate::games::{ConnectFour, ConnectFourEvaluator, Nim, Pig, PigEvaluator};

/// The reports of searches with each of `limits`, in two successive games. With `prepares`, every search is prepared.
fn reports<G: Game, S: Searcher<G>>(
    game: &G,
    mut search: S,
    limits: &[Limits],
    prepares: bool,
) -> Vec<Report<G::Move>> {
    let root = Root::new(game.start());
    let mut found = Vec::new();
    for _ in 0..2 {
        search.new_game();
        for limits in limits {
            if prepares {
                search.prepare();
            }
            let report = search.search(&root, limits, &StopFlag::default(), &mut |_| ());
            found.push(Report { elapsed: Duration::ZERO, ..report });
        }
    }
    found
}

#[track_caller]
fn check<G: Game, S: Searcher<G>>(game: &G, make: impl Fn() -> S, limits: &[Limits]) {
    let plain = reports(game, make(), limits, false);
    assert_eq!(reports(game, make(), limits, true), plain);
}

#[test]
fn a_prepared_search_finds_the_same() {
    let board = ConnectFour::new(7, 6, 4);
    for deterministic in [false, true] {
        let options = SearchOptions { hash_mib: 4, deterministic, ..SearchOptions::default() };
        let evaluator = || Stateless(ConnectFourEvaluator);
        let make = || AlphaBeta::new(board, evaluator(), NoTactics, options.clone());
        // Small searches have small tables, in which entries are replaced.
        let limits =
            [Limits::nodes(5_000), Limits::depth(2), Limits::nodes(20_000), Limits::depth(7)];
        check(&board, make, &limits);
    }
    let make = || Mcts::new(board, ConnectFourEvaluator, MctsOptions::default());
    check(&board, make, &[Limits::nodes(2_000)]);
    let pig = Pig { target: 30, sides: 6 };
    let make =
        || Expectimax::new(pig, ByEvaluator::new(PigEvaluator), ExpectimaxOptions::default());
    check(&pig, make, &[Limits::depth(3)]);
    let nim = Nim { heaps: [1, 2, 3, 0] };
    let make = || MaxN::new(nim, NoEvaluator, SearchOptions::default());
    check(&nim, make, &[Limits::depth(3)]);
}
