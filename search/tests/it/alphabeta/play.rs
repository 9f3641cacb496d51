//! With all its reductions and pruning, alpha-beta finds known results.

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{Game, Limits, ProofResult, Report, Score, SearchOptions, Stateless, Wdl};

use super::{options, search};
use crate::brute_force::Solution;
use crate::games::connect_four::{ConnectFour, ConnectFourEvaluator, Position};

fn find(game: ConnectFour, pos: &Position, threads: usize, depth: u32) -> Report<u8> {
    let options = SearchOptions { threads, ..options() };
    let own = ConnectFourEvaluator;
    // The game has zugzwang, so a null move would hide wins. Everything else is on.
    let parameters = Parameters { null_move: 0, ..Parameters::default() };
    let deep = AlphaBeta::new(game, Stateless(own), own, options).with_parameters(parameters);
    search(deep, pos, Limits::depth(depth))
}

/// In each position, alpha-beta finds the same result and the same length as brute force.
#[test]
fn forced_wins_and_losses_of_connect_four_are_found_with_their_length() {
    let game = ConnectFour::new(5, 4, 4);
    let mut solution = Solution::default();
    let mut proven = 0;
    for columns in ["33", "1122", "332", "2345", "12512", "3344", "2424", "11224", "554421"] {
        let pos = game.after(columns);
        let (result, plies) = solution.solve(&game, &pos);
        for threads in [1, 2] {
            let report = find(game, &pos, threads, 60);
            let score = report.lines[0].score;
            match result {
                1 => assert_eq!(score, Score::win_in(plies), "{columns}"),
                -1 => assert_eq!(score, Score::loss_in(plies), "{columns}"),
                _ => assert_eq!(score, Score::DRAW, "{columns}"),
            }
            if result != 0 {
                proven += 1;
                let proof = report.proof.unwrap();
                assert_eq!(proof.plies, plies);
                assert_eq!(proof.result == ProofResult::Win, result == 1);
                assert_eq!(report.lines[0].pv.len(), plies as usize, "{columns}");
                let certain = Wdl {
                    win: f32::from(u8::from(result == 1)),
                    draw: 0.0,
                    loss: f32::from(u8::from(result != 1)),
                };
                assert_eq!(report.lines[0].wdl, certain);
            }
        }
    }
    assert!(proven >= 4, "the positions are worth a test: {proven}");
}

#[test]
fn wins_are_seen_without_being_played() {
    let game = ConnectFour::new(7, 6, 4);
    // The player to move wins in the first column, at depth 1.
    let report = find(game, &game.after("121314"), 1, 1);
    assert_eq!(report.lines[0].score, Score::win_in(1));
    // Two open ends: the opponent loses with every move. Quiescence search finds this without playing the winning move.
    let report = find(game, &game.after("374"), 1, 1);
    assert_eq!(report.depth, 1);
    let report = find(game, &game.after("37475"), 1, 2);
    assert_eq!(report.lines[0].score, Score::loss_in(2));
    assert_eq!(report.lines[0].pv.len(), 2);
    assert!(report.nodes <= 7 + 7, "{}", report.nodes);
}

#[test]
fn the_same_player_moves_again_without_a_flip() {
    // Player a moves three times; a move of b would negate the score.
    let tree = TreeGame::parse("a(a(-1 a(0.5 -1)) b(1 -1))").unwrap();
    let own = TreeEvaluator;
    let report = search(
        AlphaBeta::new(tree.clone(), Stateless(own), own, options()),
        &tree.root(),
        Limits::depth(5),
    );
    assert_eq!(report.lines[0].score, Score::new(500));
    assert_eq!(report.lines[0].pv, [0, 1, 0]);
}

#[test]
fn a_fallen_score_is_searched_again_until_it_is_exact() {
    // At depth 4 the best line looks like +100, but then falls by far more than the first window; each of the others rises.
    let text = "a(b100(a100(b100(a100(b-700(a-700(-0.5)))))) b-900(a-900(b-900(a-900(b600(a600(0.75)))))))";
    let tree = TreeGame::parse(text).unwrap();
    let own = TreeEvaluator;
    for multipv in [1, 2] {
        let options = SearchOptions { multipv, ..options() };
        let deep = AlphaBeta::new(tree.clone(), Stateless(own), own, options);
        let report = search(deep, &tree.root(), Limits::depth(8));
        let scores: Vec<_> = report.lines.iter().map(|line| line.score.value()).collect();
        assert_eq!(scores, [750, -500][..multipv]);
    }
}

#[test]
fn a_position_with_one_move_or_one_ply_is_searched() {
    for (text, score) in [("a(1)", 31_999), ("b(1)", -31_999), ("a(b(0 -1) 0)", 0)] {
        let tree = TreeGame::parse(text).unwrap();
        let own = TreeEvaluator;
        let report = search(
            AlphaBeta::new(tree.clone(), Stateless(own), own, options()),
            &tree.start(),
            Limits::depth(9),
        );
        assert_eq!(report.lines[0].score.value(), score, "{text}");
    }
}

#[test]
fn passing_where_the_game_consents_saves_nodes() {
    let game = ConnectFour::new(7, 6, 4);
    let nodes_with = |null_move: i32| {
        let own = ConnectFourEvaluator;
        let parameters = Parameters { null_move, ..Parameters::sound() };
        let search_of =
            AlphaBeta::new(game, Stateless(own), own, options()).with_parameters(parameters);
        search(search_of, &game.after("4"), Limits::depth(8)).nodes
    };
    assert!(nodes_with(1) < nodes_with(0));
}
