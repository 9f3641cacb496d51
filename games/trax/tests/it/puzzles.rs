//! The solver must prove the puzzles of `tests/data/trax/puzzles.tsv` and find all their first turns. It must find no proof for those of
//! `puzzles_nowin3.tsv`.

use std::collections::HashSet;

use ludex_kit::Notation;
use ludex_search::proof::{ProofOptions, Solution, Solver};
use ludex_search::{Limits, ProofResult, Root, StopFlag};
use ludex_trax::search::proof::EveryTurn;

use super::data;

const WINS: &str = include_str!("../data/puzzles.tsv");
const NONE: &str = include_str!("../data/puzzles_nowin3.tsv");

fn solve(variant: &str, moves: &str, depth: u32) -> (Solution<ludex_trax::Move>, HashSet<String>) {
    let game = data::game(variant);
    let pos = data::replay(&game, moves).expect("legal turns");
    let options = ProofOptions { hash_mib: 16, ..ProofOptions::default() };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let root = Root::new(pos.clone());
    let mut solver = Solver::new(game.clone(), EveryTurn, options);
    let solution = solver.solve(&root, &limits, &StopFlag::default(), &mut |_| ());
    let texts = solution.moves.iter().map(|&mv| game.write_move(&pos, mv));
    let texts = texts.collect();
    (solution, texts)
}

/// The position after one more turn.
fn after(variant: &str, moves: &str, turn: &str) -> String {
    let game = data::game(variant);
    let pos = data::replay(&game, &format!("{moves} {turn}")).expect("a legal turn");
    game.write_position(&pos)
}

#[test]
fn every_winning_first_turn_is_found() {
    let mut n_checked = 0;
    for row in data::rows(WINS) {
        let turns: u32 = row[3].parse().expect("a number");
        let (solution, found) = solve(row[0], row[1], 5);
        let case = format!("{} {}", row[0], row[1]);
        assert_eq!(solution.result, Some(ProofResult::Win), "{case}");
        assert_eq!(solution.plies, Some(2 * turns - 1), "{case}");
        // For wins in two or more turns, the file lists one first turn per resulting position; the solver lists all first turns.
        let listed: HashSet<_> = row[4].split(',').map(str::to_string).collect();
        assert!(listed.is_subset(&found), "{case}");
        let reached = |turns: &HashSet<String>| -> HashSet<String> {
            turns.iter().map(|turn| after(row[0], row[1], turn)).collect()
        };
        assert_eq!(reached(&found), reached(&listed), "{case}");
        assert!(turns > 1 || found == listed, "{case}");
        assert!(solution.moves.contains(&solution.line[0]), "{case}");
        n_checked += 1;
    }
    assert_eq!(n_checked, 144);
}

#[test]
fn where_there_is_no_win_in_three_none_is_found() {
    let mut n_checked = 0;
    for row in data::rows(NONE) {
        let (solution, found) = solve(row[0], row[1], 5);
        assert_eq!(solution.result, None, "{} {}", row[0], row[1]);
        assert_eq!(solution.depth, 5);
        assert!(found.is_empty());
        n_checked += 1;
    }
    assert_eq!(n_checked, 108);
}
