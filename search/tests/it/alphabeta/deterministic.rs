//! Tests of the deterministic search.

use ludex_search::alphabeta::AlphaBeta;
use ludex_search::{
    Limits, ProofResult, Report, Root, SearchOptions, Searcher, Stateless, StopFlag,
};

use super::{check_lines, options};
use crate::brute_force::Solution;
use crate::games::connect_four::{ConnectFour, ConnectFourEvaluator};

/// All reports, without the number of threads.
fn reports(threads: usize, workers: usize, multipv: usize, limits: Limits) -> Vec<Report<u8>> {
    let game = ConnectFour::new(7, 6, 4);
    let own = ConnectFourEvaluator;
    let options = SearchOptions { threads, workers, multipv, deterministic: true, ..options() };
    let mut search = AlphaBeta::new(game, Stateless(own), own, options);
    let root = Root::<ConnectFour>::new(game.after("44354"));
    let mut reports = Vec::new();
    for _ in 0..2 {
        let last = search.search(&root, &limits, &StopFlag::default(), &mut |report| {
            reports.push(report.clone());
        });
        reports.push(last);
    }
    for report in &mut reports {
        check_lines(&game, &root.position, report);
        report.threads = 0;
    }
    reports
}

#[test]
fn the_output_is_equal_whatever_the_number_of_threads() {
    for (workers, multipv) in [(4, 1), (4, 3), (1, 1), (9, 2)] {
        for limits in [Limits::depth(8), Limits::nodes(30_000)] {
            let alone = reports(1, workers, multipv, limits);
            for threads in [2, 3] {
                assert_eq!(alone, reports(threads, workers, multipv, limits));
            }
        }
    }
}

#[test]
fn limits_hold() {
    let reports = reports(2, 4, 1, Limits::nodes(30_000));
    assert!(reports.iter().all(|report| report.nodes <= 30_000));
    assert!(reports.iter().all(|report| report.elapsed.is_zero()));
    assert!(reports[0].depth == 1 && reports.last().unwrap().depth > 4);
}

#[test]
fn forced_results_are_found() {
    let game = ConnectFour::new(5, 4, 4);
    let mut solution = Solution::default();
    for columns in ["3344", "11224", "554421"] {
        let pos = game.after(columns);
        let (result, plies) = solution.solve(&game, &pos);
        let own = ConnectFourEvaluator;
        let options = SearchOptions { deterministic: true, ..options() };
        let mut search = AlphaBeta::new(game, Stateless(own), own, options);
        let root = Root::<ConnectFour>::new(pos);
        let report = search.search(&root, &Limits::depth(60), &StopFlag::default(), &mut |_| {});
        let proof = report.proof.unwrap();
        let expected = match result {
            1 => ProofResult::Win,
            0 => ProofResult::Draw,
            _ => ProofResult::Loss,
        };
        assert_eq!(proof.result, expected, "{columns}");
        assert!(result == 0 || proof.plies == plies, "{columns}");
    }
}
