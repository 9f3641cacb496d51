//! Tests that alpha-beta respects its limits.

use std::time::{Duration, Instant};

use ludex_search::alphabeta::AlphaBeta;
use ludex_search::{
    Evaluator, Game, Limits, Root, Score, SearchOptions, Searcher, Stateless, StopFlag,
    TimeControl, Wdl,
};
use rayon::prelude::*;

use super::{check_lines, options};
use crate::games::connect_four::{ConnectFour, ConnectFourEvaluator, Position};

type Search = AlphaBeta<ConnectFour, Stateless<ConnectFourEvaluator>, ConnectFourEvaluator>;

fn connect_four(threads: usize) -> (Search, Root<ConnectFour>) {
    let game = ConnectFour::new(7, 6, 4);
    let own = ConnectFourEvaluator;
    let options = SearchOptions { threads, ..options() };
    let root: Root<ConnectFour> = Root::<ConnectFour>::new(game.start());
    (AlphaBeta::new(game, Stateless(own), own, options), root)
}

#[test]
fn a_limit_of_nodes_is_exact_and_reproducible() {
    for nodes in [0, 1, 5, 7, 100, 12_345] {
        let run = || {
            let (mut search, root) = connect_four(1);
            let report =
                search.search(&root, &Limits::nodes(nodes), &StopFlag::default(), &mut |_| {});
            check_lines(search.game(), &root.position, &report);
            (report.nodes, report.lines, report.depth, report.seldepth)
        };
        let first = run();
        assert_eq!(first.0, nodes);
        assert_eq!(first, run());
    }
}

#[test]
fn nodes_are_shared_by_threads() {
    let (mut search, root) = connect_four(2);
    let report = search.search(&root, &Limits::nodes(100_000), &StopFlag::default(), &mut |_| {});
    assert!((100_000..104_000).contains(&report.nodes), "{}", report.nodes);
    assert_eq!(report.threads, 2);
}

#[test]
fn a_depth_is_finished_and_each_is_reported() {
    let (mut search, root) = connect_four(1);
    let mut depths = Vec::new();
    let report = search.search(&root, &Limits::depth(6), &StopFlag::default(), &mut |report| {
        depths.push(report.depth);
    });
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    assert_eq!(report.depth, 6);
    assert!(report.seldepth >= 6);
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_move() {
    let stop = StopFlag::default();
    stop.stop();
    let no_time = Limits::time(Duration::ZERO);
    for (threads, limits) in [(1, Limits::default()), (2, Limits::default()), (1, no_time)] {
        let (mut search, root) = connect_four(threads);
        let report = search.search(&root, &limits, &stop, &mut |_| {});
        assert!(report.depth >= 1);
        check_lines(search.game(), &root.position, &report);
    }
}

/// An evaluator that takes a millisecond for each position.
struct Slow;

impl Evaluator<ConnectFour> for Slow {
    fn evaluate(&self, game: &ConnectFour, pos: &Position) -> Score {
        std::thread::sleep(Duration::from_millis(1));
        ConnectFourEvaluator.evaluate(game, pos)
    }

    fn bounds(&self) -> (Score, Score) {
        ConnectFourEvaluator.bounds()
    }

    fn wdl(&self, score: Score) -> Wdl {
        ConnectFourEvaluator.wdl(score)
    }
}

#[test]
fn where_positions_take_long_not_even_the_first_depth_is_finished_after_a_stop() {
    let game = ConnectFour::new(20, 2, 4);
    let own = ConnectFourEvaluator;
    let mut search = AlphaBeta::new(game, Stateless(Slow), own, options());
    let root: Root<ConnectFour> = Root::<ConnectFour>::new(game.start());
    let stop = StopFlag::default();
    stop.stop();
    let report = search.search(&root, &Limits::default(), &stop, &mut |_| {});
    assert_eq!((report.depth, report.nodes), (0, 17));
    check_lines(search.game(), &root.position, &report);
}

#[test]
fn a_stop_from_outside_ends_an_endless_search() {
    for threads in [1, 2] {
        let (mut search, root) = connect_four(threads);
        let stop = StopFlag::default();
        let raised = stop.clone();
        let mut reported = 0;
        // The search itself raises the flag, so that the test does not depend on time.
        let report = search.search(&root, &Limits::default(), &stop, &mut |report| {
            reported = report.depth;
            if report.depth == 5 {
                raised.stop();
            }
        });
        assert_eq!(reported, 5);
        // A helper may have searched deeper.
        assert!(report.depth == 5 || report.depth > 5 && threads > 1);
    }
}

#[test]
fn a_clock_is_not_overstepped() {
    let (mut search, root) = connect_four(1);
    let limits = Limits {
        clock: Some(TimeControl::new(Duration::from_secs(20), Duration::ZERO)),
        ..Limits::default()
    };
    let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
    assert!(report.elapsed < Duration::from_secs(20), "{report:?}");
}

#[test]
fn searches_with_threads_of_their_own_keep_their_time_inside_a_pool() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let search_once = |_| {
        let (mut search, root) = connect_four(2);
        let started = Instant::now();
        let limits = Limits::time(Duration::from_millis(100));
        search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
        started.elapsed()
    };
    let times: Vec<_> = pool.install(|| (0..4).into_par_iter().map(search_once).collect());
    assert!(times.iter().all(|time| *time < Duration::from_secs(5)), "{times:?}");
}

#[test]
fn a_search_learns_and_forgets() {
    let (mut search, root) = connect_four(1);
    let mut nodes = || {
        let limits = Limits::depth(9);
        search.search(&root, &limits, &StopFlag::default(), &mut |_| {}).nodes
    };
    let (first, again) = (nodes(), nodes());
    assert!(again < first / 2, "{again} after {first}");
    search.new_game();
    let report = search.search(&root, &Limits::depth(9), &StopFlag::default(), &mut |_| {});
    assert_eq!(report.nodes, first);
}

#[test]
fn positions_are_left_as_they_were() {
    let game = ConnectFour::new(7, 6, 4);
    let before: Position = game.start();
    let (mut search, root) = connect_four(1);
    search.search(&root, &Limits::nodes(5_000), &StopFlag::default(), &mut |_| {});
    assert_eq!(root.position, before);
}
