//! Expectiminimax compared with brute force.

use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions, Star};
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{
    Bound, Evaluator, Game, Limits, Report, Root, SearchOptions, Searcher, StopFlag, Turn,
};

use crate::brute_force;
use crate::games::pig::{Move, Position};
use crate::games::{ConnectFour, ConnectFourEvaluator, Pig, PigEvaluator};

fn options(star1: bool, multipv: usize) -> ExpectimaxOptions {
    ExpectimaxOptions {
        search: SearchOptions { multipv, ..SearchOptions::default() },
        star: if star1 { Star::One } else { Star::Off },
        ..ExpectimaxOptions::default()
    }
}

fn search<G, E>(
    game: &G,
    evaluator: &E,
    pos: &G::Position,
    limits: Limits,
    options: ExpectimaxOptions,
) -> Report<G::Move>
where
    G: Game + Clone,
    E: Evaluator<G> + Clone,
{
    let mut searcher = Expectimax::new(game.clone(), ByEvaluator::new(evaluator.clone()), options);
    searcher.search(&Root::new(pos.clone()), &limits, &StopFlag::default(), &mut |_| {})
}

/// A value that is not proven is shown as slightly less than the best result, or more than the worst.
fn tolerance(shown: f32) -> f32 {
    if (0.9975..0.9985).contains(&shown.abs()) { 2.1e-3 } else { 1e-5 }
}

/// With and without Star1, with one line and with all, the values are those of brute force.
fn check<G, E>(game: &G, evaluator: &E, pos: &G::Position, depth: u32)
where
    G: Game + Clone,
    E: Evaluator<G> + Clone,
{
    let Turn::Player(mover) = game.turn(pos) else { unreachable!("a player moves") };
    let own = |returns: ludex_search::Returns| returns[mover.index()];
    let expected = brute_force::move_values(game, evaluator, pos, depth);
    let best = own(brute_force::value(game, evaluator, pos, depth));
    for star1 in [false, true] {
        for multipv in [1, expected.len()] {
            let report =
                search(game, evaluator, pos, Limits::depth(depth), options(star1, multipv));
            assert_eq!(report.lines.len(), multipv);
            let value = own(report.lines[0].returns.unwrap());
            assert!(
                (value - best).abs() < tolerance(value),
                "{value} and not {best} at depth {depth}"
            );
            for line in report.lines {
                let (_, returns) = expected.iter().find(|(mv, _)| *mv == line.pv[0]).unwrap();
                let (value, expected) = (own(line.returns.unwrap()), own(*returns));
                let is_right = match line.bound {
                    Bound::Exact => (value - expected).abs() < tolerance(value),
                    Bound::Upper => expected < value + tolerance(value),
                    Bound::Lower => false,
                };
                assert!(is_right, "{:?}: {value}, not {expected}", line.pv);
            }
        }
    }
}

#[test]
fn pig_is_judged_as_by_brute_force() {
    let game = Pig { target: 12, sides: 4 };
    for points in [[0, 0], [5, 3], [8, 8], [2, 10], [11, 9]] {
        for turn_total in [0, 3] {
            let pos = Position { points, turn_total, mover: turn_total / 3, rolling: false };
            for depth in 1..=5 {
                check(&game, &PigEvaluator, &pos, depth);
            }
        }
    }
}

#[test]
fn literal_trees_are_judged_as_by_brute_force() {
    for text in [
        "a(0.25 b(?(1:1 2:a(0 0.5)) 0.75) ?(3:b(0.1 -0.2) 1:a(1 -1)))",
        "b(a(0.5 ?(1:1 1:-1 2:0.25)) a50(b-200(0.1) ?(5:a300(1) 1:b100(-1))))",
        "a(?(1:-1 1:-1 1:-1 1:b(1 1)) ?(1:0.1 1:0.2 1:0.3 1:a(-1 0)) -0.3)",
    ] {
        let tree = TreeGame::parse(text).unwrap();
        for depth in 1..=4 {
            check(&tree, &TreeEvaluator, &tree.root(), depth);
        }
    }
}

#[test]
fn without_chance_it_is_minimax() {
    let game = ConnectFour::new(5, 4, 4);
    for columns in ["", "3344", "112233"] {
        check(&game, &ConnectFourEvaluator, &game.after(columns), 5);
    }
}

#[test]
fn star1_saves_nodes() {
    let game = Pig { target: 20, sides: 6 };
    let nodes = |star1| {
        let pos = game.start();
        search(&game, &PigEvaluator, &pos, Limits::depth(7), options(star1, 1)).nodes
    };
    let (with, without) = (nodes(true), nodes(false));
    assert!(with * 10 < without * 9, "{with} and {without}");
}

#[test]
fn depth_may_be_counted_from_zero() {
    let game = Pig { target: 20, sides: 6 };
    let from = |first_depth, depth| {
        let options = ExpectimaxOptions { first_depth, ..options(true, 1) };
        search(&game, &PigEvaluator, &game.start(), Limits::depth(depth), options)
    };
    for depth in [0, 3] {
        let (from_zero, from_one) = (from(0, depth), from(1, depth + 1));
        let [zero, one] = [&from_zero, &from_one].map(|report| &report.lines[0]);
        assert_eq!((&zero.pv, zero.returns), (&one.pv, one.returns));
        assert_eq!((zero.depth, from_zero.depth), (depth, depth));
        assert_eq!((one.depth, from_one.depth), (depth + 1, depth + 1));
    }
}

#[test]
fn a_spent_budget_still_gives_a_move() {
    let game = Pig { target: 20, sides: 6 };
    let pos = Position { turn_total: 5, ..game.start() };
    for nodes in [1, 2, 10, 1000] {
        let report = search(&game, &PigEvaluator, &pos, Limits::nodes(nodes), options(true, 1));
        assert!(report.best_move().is_some());
        assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
    }
    let report = search(&game, &PigEvaluator, &pos, Limits::depth(1), options(true, 1));
    assert_eq!(report.best_move(), Some(Move::Roll));
}

#[test]
fn a_finished_tree_ends_the_search() {
    let tree = TreeGame::parse("a(b(1 -1) 0.5)").unwrap();
    let report = search(&tree, &TreeEvaluator, &tree.root(), Limits::default(), options(true, 1));
    assert_eq!((report.depth, report.lines[0].pv.clone()), (2, vec![1]));
    assert_eq!(report.lines[0].score.value(), 500);
}
