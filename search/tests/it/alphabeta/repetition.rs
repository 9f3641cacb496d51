//! Draws by repetition, and scores that must not be stored because of them.

use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{Game, History, Limits, Root, Score, Searcher, Stateless, StopFlag};

use super::{options, search, sound};
use ludex_search::alphabeta::AlphaBeta;

/// Player a can repeat positions, and does so because everything else loses.
const CIRCLE: &str = "top=a(-1 b(@top 1))";

#[test]
fn whoever_would_lose_repeats() {
    let tree = TreeGame::parse(CIRCLE).unwrap().with_repetition(3);
    let own = TreeEvaluator;
    for depth in [9, 12, 20] {
        let both = [
            AlphaBeta::new(tree.clone(), Stateless(own), own, options()),
            sound(tree.clone(), own, own, options()),
        ];
        for search_of in both {
            let report = search(search_of, &tree.root(), Limits::depth(depth));
            assert_eq!(report.lines[0].score, Score::DRAW, "depth {depth}");
            assert_eq!(report.lines[0].pv[0], 1);
        }
    }
}

#[test]
fn the_game_before_the_root_counts() {
    // b may return to `top`, which has occurred twice already; from another path that would not be a draw.
    let tree = TreeGame::parse("top=a(x=b(@top 0.5))").unwrap().with_repetition(3);
    let own = TreeEvaluator;
    let mut history = History::new(&tree, tree.root());
    for _ in 0..3 {
        history.play(&tree, 0);
    }
    let root = history.root();
    let mut search = sound(tree, own, own, options());
    let report = search.search(&root, &Limits::depth(1), &StopFlag::default(), &mut |_| {});
    assert_eq!(report.lines[0].score, Score::DRAW);
    assert_eq!(report.lines[0].pv, [0]);
}

#[test]
fn a_draw_by_repetition_is_not_taken_for_the_value_of_a_position() {
    // From `here` player a wins in three plies, but after `loop` the search reaches `here` again, which is a draw.
    let text = "here=a(loop=b(@here @here) b(a(1)))";
    let tree = TreeGame::parse(text).unwrap().with_repetition(3);
    let own = TreeEvaluator;
    let mut search = AlphaBeta::new(tree.clone(), Stateless(own), own, options());
    let mut score_of = |pos: u32| {
        let root = Root::new(pos);
        let report = search.search(&root, &Limits::depth(12), &StopFlag::default(), &mut |_| {});
        report.lines[0].score
    };
    assert_eq!(score_of(tree.root()), Score::win_in(3));
    let mut looped = tree.root();
    tree.play(&mut looped, 0);
    // With the same table: b moves to `here` and loses there, although it was often a draw before.
    assert_eq!(score_of(looped), Score::loss_in(4));
}
