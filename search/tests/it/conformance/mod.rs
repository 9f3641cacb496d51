//! The small games pass the conformance tests, and every search of them ends as requested.

mod faults;
mod lamps;

use std::collections::HashMap;
use std::fmt::Debug;

use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
use ludex_search::mcts::{Mcts, MctsOptions};
use ludex_search::testing::{Conformance, TreeGame, check_search};
use ludex_search::{AllMoves, AlphaBeta, Game, SearchOptions, Stateless};

use crate::games::{ConnectFour, ConnectFourEvaluator, Nim, Pig, PigEvaluator, Race};

/// Checks a game, and also that positions with equal hashes are equal.
pub(crate) fn conform<G: Game<Position: Debug>>(game: &G, longest: usize) {
    let mut positions = HashMap::new();
    let random_games = Conformance::new(game).games(200).longest(longest);
    random_games.check_and(&mut |pos| {
        let text = format!("{pos:?}");
        let known = positions.entry(game.hash(pos));
        assert_eq!(*known.or_insert_with(|| text.clone()), text);
    });
}

#[test]
fn connect_four_conforms() {
    let game = ConnectFour::new(7, 6, 4);
    conform(&game, 43);
    let random_games = Conformance::new(&game).games(50);
    random_games.check_evaluator(&ConnectFourEvaluator);
    random_games.check_tactics(&ConnectFourEvaluator);
    random_games.check_policy(&AllMoves);
    conform(&ConnectFour::new(4, 4, 4), 17);
}

#[test]
fn pig_conforms() {
    let (target, sides) = (20, 6);
    let game = Pig { target, sides };
    conform(&game, 1000);
    Conformance::new(&game).check_evaluator(&PigEvaluator);
    Conformance::new(&game).check_tactics(&PigEvaluator);
}

#[test]
fn race_conforms() {
    for cube in [false, true] {
        let steps = [4, 6];
        conform(&Race { cube, steps }, 100);
    }
}

#[test]
fn nim_conforms() {
    let heaps = [3, 4, 5, 2];
    conform(&Nim { heaps }, 15);
}

#[test]
fn trees_conform() {
    let tree = TreeGame::parse("a(x=b(1 -1 ?(1:1 2:a(0 0.5))) b(@x -0.5))").unwrap();
    conform(&tree, 8);
}

/// Options of a search with the smallest table.
fn options(threads: usize) -> SearchOptions {
    SearchOptions { threads, hash_mib: 1, ..SearchOptions::default() }
}

#[test]
fn every_search_ends() {
    for threads in [1, 2] {
        let search = options(threads);
        let (four, evaluator) = (ConnectFour::new(7, 6, 4), ConnectFourEvaluator);
        let mut alphabeta = AlphaBeta::new(four, Stateless(evaluator), evaluator, search.clone());
        check_search(&four, &mut alphabeta, (threads, 1), &mut |_| {});
        let (target, sides) = (40, 6);
        let pig = Pig { target, sides };
        let mut expectimax = Expectimax::new(
            pig,
            ByEvaluator::new(PigEvaluator),
            ExpectimaxOptions { search: search.clone(), ..ExpectimaxOptions::default() },
        );
        check_search(&pig, &mut expectimax, (threads, 1), &mut |_| {});
        let options = MctsOptions { search, ..MctsOptions::default() };
        let mut mcts = Mcts::new(four, evaluator, options);
        check_search(&four, &mut mcts, (threads, 1), &mut |_| {});
    }
}
