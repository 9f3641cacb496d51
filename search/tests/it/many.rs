//! Max^n and paranoid search compared with brute force.

use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
use ludex_search::mcts::{Mcts, MctsOptions};
use ludex_search::multiplayer::MaxN;
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{
    Evaluator, Game, Limits, MAX_PLAYERS, NoEvaluator, Player, Returns, Root, Score, SearchOptions,
    Searcher, StopFlag, Turn,
};

use crate::brute_force;
use crate::games::nim::Position;
use crate::games::{ConnectFour, ConnectFourEvaluator, Nim};

fn check<G, E>(game: &G, evaluator: &E, pos: &G::Position, depth: u32)
where
    G: Game + Clone,
    E: Evaluator<G> + Clone,
{
    let expected = brute_force::move_values(game, evaluator, pos, depth);
    let options = SearchOptions { multipv: expected.len(), ..SearchOptions::default() };
    let mut searcher = MaxN::new(game.clone(), evaluator.clone(), options);
    let root = Root::new(pos.clone());
    let report = searcher.search(&root, &Limits::depth(depth), &StopFlag::default(), &mut |_| {});
    assert_eq!(report.lines.len(), expected.len());
    for line in report.lines {
        let (_, returns) = expected.iter().find(|(mv, _)| *mv == line.pv[0]).unwrap();
        for (value, expected) in line.returns.unwrap().iter().zip(returns) {
            // A value that is not proven is shown as slightly less than the best result, or more than the worst.
            let is_shown_less = value.abs() < 0.9985 && value.abs() > 0.9975;
            let tolerance = if is_shown_less { 2.1e-3 } else { 1e-5 };
            assert!((value - expected).abs() < tolerance, "{:?} at depth {depth}", line.pv);
        }
    }
}

#[test]
fn nim_is_judged_as_by_brute_force() {
    for heaps in [[1, 2, 0, 0], [2, 2, 1, 0], [3, 2, 2, 0], [1, 1, 2, 2]] {
        let game = Nim { heaps };
        for depth in [1, 2, 3, 5, 9] {
            check(&game, &NoEvaluator, &game.start(), depth);
        }
    }
}

#[test]
fn two_players_and_chance_are_a_special_case() {
    let game = ConnectFour::new(4, 4, 3);
    check(&game, &ConnectFourEvaluator, &game.start(), 4);
    let tree =
        TreeGame::parse("a(0.2 ?(1:<0.1,0.4,0.5> 2:b(<1,-1,0> c(<-1,0.2,1> 0))) c(1 -1))").unwrap();
    for depth in 1..=3 {
        check(&tree, &TreeEvaluator, &tree.root(), depth);
    }
}

/// With static values instead of playouts, tree search converges to the values of max^n, for every player.
#[test]
fn a_tree_of_static_leaves_ends_at_the_values_of_max_n() {
    for text in [
        "a(b(c(<0.5,0.1,0.3> <0.2,0.6,0.9>) <0.4,0.3,0.2>) c(<0.3,0.8,0.1> <0.9,-0.2,0>))",
        "b(c(a(<0.5,0.1,0.3> <0.2,0.6,0.9>) <0.4,0.3,0.7>) a(<0.3,0.2,0.1> <0.9,-0.2,0>))",
    ] {
        let tree = TreeGame::parse(text).unwrap();
        let (root, stop) = (Root::new(tree.root()), StopFlag::default());
        let limits = Limits::nodes(20_000);
        let options = MctsOptions { playout_plies: Some(0), ..MctsOptions::default() };
        let mut mcts = Mcts::new(tree.clone(), TreeEvaluator, options);
        let mut maxn = MaxN::new(tree, TreeEvaluator, SearchOptions::default());
        let found = mcts.search(&root, &limits, &stop, &mut |_| {});
        let wanted = maxn.search(&root, &limits, &stop, &mut |_| {});
        assert_eq!(found.best_move(), wanted.best_move(), "{text}");
        assert_eq!(found.lines[0].returns, wanted.lines[0].returns, "{text}");
    }
}

/// The value of `viewer` if all others work against them.
fn paranoid_value(game: Nim, pos: <Nim as Game>::Position, viewer: Player) -> f32 {
    let Turn::Player(mover) = game.turn(&pos) else {
        return game.returns(&pos)[viewer.index()];
    };
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = pos;
        game.play(&mut child, mv);
        paranoid_value(game, child, viewer)
    });
    if mover == viewer {
        values.fold(f32::NEG_INFINITY, f32::max)
    } else {
        values.fold(f32::INFINITY, f32::min)
    }
}

#[test]
fn paranoid_expects_the_worst_of_all_others() {
    for heaps in [[1, 2, 0, 0], [2, 2, 1, 0], [3, 1, 2, 1], [2, 2, 2, 0]] {
        let game = Nim { heaps };
        let pos = game.start();
        let mut searcher =
            Expectimax::new(game, ByEvaluator::new(NoEvaluator), ExpectimaxOptions::default());
        let report =
            searcher.search(&Root::new(pos), &Limits::default(), &StopFlag::default(), &mut |_| {});
        let mut child = pos;
        game.play(&mut child, report.best_move().unwrap());
        let (value, expected) =
            (paranoid_value(game, child, Player(0)), paranoid_value(game, pos, Player(0)));
        assert!((value - expected).abs() < 1e-6, "{heaps:?}: {value}, not {expected}");
    }
}

/// Values of chance nodes that were cached in one player's search are not used for another player.
#[test]
fn who_is_opposed_changes_with_the_root() {
    let text = "a(x=?(1:<1,0,-1> 1:<0,0,0>) b(@x c(<0,1,-1> <0,-1,1>)))";
    let tree = TreeGame::parse(text).unwrap();
    let options = ExpectimaxOptions { cache: 1000, ..ExpectimaxOptions::default() };
    let make = || Expectimax::new(tree.clone(), ByEvaluator::new(TreeEvaluator), options.clone());
    let look = |search: &mut Expectimax<_, _>, pos| {
        let (root, stop) = (Root::new(pos), StopFlag::default());
        search.search(&root, &Limits::depth(4), &stop, &mut |_| {}).lines
    };
    let mut used = make();
    let mut pos = tree.root();
    look(&mut used, pos);
    tree.play(&mut pos, 1);
    assert_eq!(look(&mut used, pos), look(&mut make(), pos));
}

#[test]
fn a_stop_is_looked_at_between_the_first_moves_of_many_lines() {
    let game = Nim { heaps: [3, 3, 3, 3] };
    let options = SearchOptions { multipv: 12, ..SearchOptions::default() };
    let stop = StopFlag::default();
    let evaluator = Stopping(stop.clone());
    let mut searcher = MaxN::new(game, evaluator, options);
    let root = Root::new(game.start());
    let report = searcher.search(&root, &Limits::default(), &stop, &mut |_| {});
    assert!(report.lines.len() == 1 && report.nodes < 4, "{report:?}");
}

/// Raises a flag when it is called.
struct Stopping(StopFlag);

impl Evaluator<Nim> for Stopping {
    fn evaluate(&self, _: &Nim, _: &Position) -> Score {
        Score::DRAW
    }

    fn returns(&self, _: &Nim, _: &Position) -> Returns {
        self.0.stop();
        [0.0; MAX_PLAYERS]
    }
}
