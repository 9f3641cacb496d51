//! The searches: exact endgames, limits, determinism.

use ludex_kit::{Playable, SearchSetup};
use ludex_search::{Game, Limits, ProofResult, Report, Root, SearchOptions, StopFlag, Turn};
use ludex_tantrix::{Position, Stage, Tantrix};

use super::counts::{open, rows};

/// The best margin of the player to move, by exhaustive search.
fn margin(game: &Tantrix, pos: &mut Position) -> i32 {
    let mover = pos.to_move().index();
    if game.turn(pos) == Turn::Over {
        let points = game.points(pos);
        let lead = points[mover] as i32 - points[1 - mover] as i32;
        return if pos.stage() == Stage::Stuck { 0 } else { lead };
    }
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    let mut best = i32::MIN;
    for mv in moves {
        let undo = game.play(pos, mv);
        let value =
            if pos.to_move().index() == mover { margin(game, pos) } else { -margin(game, pos) };
        game.undo(pos, mv, undo);
        best = best.max(value);
    }
    best
}

fn search(
    text: &str,
    name: &str,
    options: SearchOptions,
    nodes: u64,
) -> Report<ludex_tantrix::Placement> {
    let (game, pos) = open(text);
    let kinds = Tantrix::SEARCHES;
    let kind = kinds.iter().find(|kind| kind.name == name).expect("a search");
    let setup = SearchSetup { options, ..SearchSetup::default() };
    let mut search = kind.build(&game, &setup).expect("a search");
    search.search(&Root::new(pos), &Limits::nodes(nodes), &StopFlag::default(), &mut |_| ())
}

#[test]
fn the_end_of_a_game_is_exact() {
    let mut n_checked = 0;
    for row in rows().filter(|row| row[3].contains(" - RY ") && row[0] >= "2p53") {
        if !row[0].starts_with("2p5") {
            continue;
        }
        let (game, mut pos) = open(row[3]);
        let expected = margin(&game, &mut pos);
        let report = search(row[3], "mcts", SearchOptions::default(), 2_000_000);
        let proof = report.proof.expect("a proof");
        assert_eq!(report.lines[0].score.value(), 100 * expected, "{}", row[0]);
        let result = match expected {
            1.. => ProofResult::Win,
            0 => ProofResult::Draw,
            _ => ProofResult::Loss,
        };
        assert_eq!(proof.result, result, "{}", row[0]);
        n_checked += 1;
    }
    assert!(n_checked >= 6, "{n_checked}");
}

#[test]
fn every_search_finds_a_legal_placement() {
    for row in rows().step_by(5) {
        let (game, pos) = open(row[3]);
        for kind in Tantrix::SEARCHES {
            if kind.name == "expectimax" && game.players() != 2 {
                continue;
            }
            let report = search(row[3], kind.name, SearchOptions::default(), 1_000);
            let mv = report.best_move().expect("a placement");
            assert!(game.is_legal(&pos, mv), "{} in {}", kind.name, row[0]);
            let wdl = report.lines[0].wdl;
            let sum = wdl.win + wdl.draw + wdl.loss;
            assert!((sum - 1.0).abs() < 1e-4, "{} in {}", kind.name, row[0]);
        }
    }
}

#[test]
fn a_deterministic_search_does_not_depend_on_threads() {
    let row = rows().find(|row| row[0] == "2p12m123").expect("a row");
    let found = [1, 2, 3].map(|threads| {
        let options =
            SearchOptions { threads, deterministic: true, multipv: 4, ..SearchOptions::default() };
        let report = search(row[3], "mcts", options, 20_000);
        (report.lines, report.nodes)
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
}

/// One tile is left, and one of its places makes a line longer.
#[test]
fn greedy_takes_what_it_can_get() {
    for row in rows().filter(|row| row[0].starts_with("2p55")) {
        let (game, mut pos) = open(row[3]);
        let expected = margin(&game, &mut pos);
        let report = search(row[3], "greedy", SearchOptions::default(), 1_000);
        assert_eq!(report.lines[0].score.value(), 100 * expected);
    }
}

/// The players' reported win probabilities add up to 1, and no result is shown as certain unless it is.
#[test]
fn chances_of_several_players_add_up() {
    let ids = ["2p20m131", "3p14m179", "3p35m185", "4p17m203", "4p36m213"];
    for row in rows().filter(|row| ids.contains(&row[0])) {
        let (game, pos) = open(row[3]);
        let report = search(row[3], "mcts", SearchOptions::default(), 2_000);
        let line = &report.lines[0];
        let returns = line.returns.expect("everybody's result");
        let chances = returns[..game.players()].iter();
        let sum: f32 = chances.map(|&value| f32::midpoint(1.0, value)).sum();
        assert!((sum - 1.0).abs() < 0.01, "{}: {returns:?}", row[0]);
        let mover = f32::midpoint(1.0, returns[pos.to_move().index()]);
        assert!((line.wdl.win - mover).abs() < 1e-4, "{}", row[0]);
        assert!(report.proof.is_some() || line.wdl.win < 0.9991, "{}", row[0]);
    }
}
