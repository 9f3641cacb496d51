//! Expectiminimax with a value model, compared with its plain definition, on any number of threads.

use std::fmt::Write as _;

use ludex_search::expectimax::{
    ByEvaluator, Expectimax, ExpectimaxOptions, Filter, Plays, RankingOf, Star,
};
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{
    Decisions, Game, Limits, Player, SearchOptions, StopFlag, Turn, Value, ValueModel, Values,
};

use crate::brute_force;
use crate::games::race::{Chances, Phase, Position};
use crate::games::{Race, RaceModel};

/// The value of a position by the definition of the search, without optimisation.
fn plain<G: Game, V: ValueModel<G>>(
    game: &G,
    model: &V,
    pos: &G::Position,
    depth: u32,
    keep: usize,
    settles: bool,
) -> V::Value {
    let scratch = &mut V::Scratch::default();
    if let Some(value) = model.exact(scratch, game, pos) {
        return value;
    }
    if depth == 0 {
        return model.value(scratch, game, pos);
    }
    let seen = |child: &G::Position, value: V::Value| {
        if model.viewer(game, child) == model.viewer(game, pos) { value } else { value.flipped() }
    };
    let mut chance = pos.clone();
    if let Some(mv) = model.passes_through(game, pos) {
        game.play(&mut chance, mv);
    }
    if game.turn(&chance) != Turn::Chance {
        let mut candidates = Vec::new();
        model.candidates(scratch, game, pos, keep, &mut candidates);
        let worth = |value: &V::Value| model.utility(game, pos, value);
        return candidates
            .into_iter()
            .map(|candidate| {
                let after = &candidate.position;
                seen(after, plain(game, model, after, depth - 1, keep, true))
            })
            .reduce(|best, value| if worth(&value) > worth(&best) { value } else { best })
            .expect("a mover has a play");
    }
    let mut events = Vec::new();
    let total = game.events(&chance, &mut events);
    let mut mean = V::Value::default();
    for (event, weight) in events {
        let mut child = chance.clone();
        game.apply_chance(&mut child, event);
        let value = plain(game, model, &child, depth, keep, true);
        mean.add_scaled(&seen(&child, value), weight as f32 / total as f32);
    }
    if settles {
        model.decide_closed_form(game, pos, &mut mean);
    }
    mean
}

fn selective(threads: usize, plays: Plays, filters: Vec<Filter>) -> ExpectimaxOptions {
    let search = SearchOptions { threads, multipv: 10, ..SearchOptions::default() };
    ExpectimaxOptions { plays, ..ExpectimaxOptions::selective(search, filters) }
}

fn race(cube: bool, options: ExpectimaxOptions) -> Expectimax<Race, RaceModel> {
    let game = Race { cube, steps: [5, 6] };
    Expectimax::new(game, RaceModel::Guess, options)
}

fn rank(
    search: &Expectimax<Race, RaceModel>,
    pos: &Position,
    limits: Limits,
) -> RankingOf<Race, RaceModel> {
    search.rank(pos, &limits, &StopFlag::default(), &mut |_| {})
}

fn assert_equal<V: Value>(value: &V, expected: &V, what: &str) {
    for index in 0..V::COMPONENTS {
        let (value, expected) = (value.component(index), expected.component(index));
        assert!((value - expected).abs() < 1e-5, "{what}, number {index}: {value}, not {expected}");
    }
}

/// Some positions of the race, after the die was thrown.
fn rolled() -> Vec<Position> {
    let mut positions = Vec::new();
    for left in [[[5, 6], [5, 6]], [[1, 4], [3, 2]], [[2, 2], [0, 5]]] {
        for (mover, doubled) in [(0, false), (1, false), (1, true)] {
            positions.push(Position {
                left,
                mover,
                phase: Phase::Choosing(1 + mover),
                doubled,
                passed: None,
            });
        }
    }
    positions
}

#[test]
fn vectors_are_searched_as_by_the_definition() {
    for cube in [false, true] {
        for (plays, keep) in
            [(Plays::Best(1), 1), (Plays::Best(2), 2), (Plays::Ordered, 9), (Plays::Legal, 9)]
        {
            let search = race(cube, selective(1, plays, Vec::new()));
            let (game, model) = (search.game(), search.model());
            for pos in rolled() {
                for depth in 0..=3 {
                    let ranking = rank(&search, &pos, Limits::depth(depth));
                    assert_eq!(ranking.depth, depth);
                    for play in &ranking.plays {
                        let mut after = pos;
                        game.play(&mut after, play.mv);
                        let expected = plain(game, model, &after, depth, keep, true).flipped();
                        assert_equal(&play.value, &expected, &format!("{pos:?} {plays:?}"));
                        assert_eq!(play.depth, depth);
                    }
                    let is_falling = |pair: &[_]| pair[0] >= pair[1];
                    let utilities: Vec<f32> =
                        ranking.plays.iter().map(|play| play.utility).collect();
                    assert!(utilities.windows(2).all(is_falling), "{utilities:?}");
                }
            }
        }
    }
}

#[test]
fn chance_nodes_have_values_that_are_not_settled() {
    for threads in [1, 3] {
        let search = race(true, selective(threads, Plays::Best(1), Vec::new()));
        let mut settled_otherwise = 0;
        for pos in rolled() {
            let phase = if pos.doubled { Phase::Rolling } else { Phase::Deciding };
            let pos = Position { phase, ..pos };
            for depth in 0..=3 {
                let value = search.value_of(&pos, depth, &StopFlag::default()).unwrap();
                let [expected, settled] = [false, true]
                    .map(|settles| plain(search.game(), search.model(), &pos, depth, 1, settles));
                assert_equal(&value, &expected, &format!("{pos:?} at depth {depth}"));
                settled_otherwise += u32::from(expected != settled);
            }
        }
        assert!(settled_otherwise > 0);
    }
}

#[test]
fn values_deepen_within_limits() {
    let search = race(true, selective(1, Plays::Best(1), Vec::new()));
    let stop = StopFlag::default();
    let pos = search.game().start();
    let mut depths = Vec::new();
    let deepest = search.value_within(&pos, &Limits::depth(4), &stop, &mut |found| {
        let value = match found.depth {
            0 => search.model().value(&mut (), search.game(), &pos),
            depth => search.value_of(&pos, depth, &stop).unwrap(),
        };
        assert_eq!(found.value, value);
        depths.push(found.depth);
    });
    assert_eq!((deepest.depth, depths), (4, vec![0, 1, 2, 3, 4]));
    // With one node more than depths 1 to 3 take, the search completes these depths but not the fourth.
    let three = search.value_within(&pos, &Limits::depth(3), &stop, &mut |_| {});
    let limits = Limits::nodes(three.nodes + 1);
    let by_nodes = search.value_within(&pos, &limits, &stop, &mut |_| {});
    assert_eq!((by_nodes.value, by_nodes.depth), (three.value, 3));
    // A race that is nearly over is searched to its end.
    let short = Position { left: [[1, 0], [0, 1]], ..pos };
    let exact = search.value_within(&short, &Limits::default(), &stop, &mut |_| {});
    assert!(exact.depth < 5 && exact.value.win > 0.999);
}

/// The points of the player to move in the real game, in which the cube is an ordinary choice and both players play best.
fn points(game: Race, pos: &Position) -> f32 {
    let best = brute_force::value(&game, &ludex_search::NoEvaluator, pos, 100);
    let Turn::Player(mover) = game.turn(pos) else { unreachable!("a player moves") };
    best[mover.index()] * 4.0
}

#[test]
fn decisions_in_closed_form_are_those_of_the_whole_game() {
    // With one runner each there is no choice of move, so the probabilities after the cube decision equal those before.
    for left in [[[4, 0], [4, 0]], [[0, 3], [5, 0]], [[6, 0], [0, 4]]] {
        let pos = Position { left, mover: 0, phase: Phase::Deciding, doubled: false, passed: None };
        let search = race(true, selective(1, Plays::Best(1), Vec::new()));
        let mut value = search.value_of(&pos, 30, &StopFlag::default()).unwrap();
        search.model().decide_closed_form(search.game(), &pos, &mut value);
        let expected = points(*search.game(), &pos);
        assert!((value.live - expected).abs() < 1e-5, "{}, not {expected}", value.live);
    }
}

#[test]
fn the_result_is_the_same_on_any_number_of_threads() {
    let filter = Filter { always: 1, keep: 2, within: 0.3 };
    for cube in [false, true] {
        for pos in rolled() {
            let rankings = [1, 2, 4].map(|threads| {
                let mut options = selective(threads, Plays::Best(1), vec![filter]);
                options.search.deterministic = true;
                let search = race(cube, options);
                let by_depth = rank(&search, &pos, Limits::depth(3));
                let by_nodes =
                    [1, 7, 40, 300].map(|nodes| rank(&search, &pos, Limits::nodes(nodes)));
                let value = search.value_of(&pos, 3, &StopFlag::default());
                (
                    by_depth.plays,
                    by_nodes.map(|found| (found.plays, found.depth, found.nodes)),
                    value,
                )
            });
            assert_eq!(rankings[0], rankings[1]);
            assert_eq!(rankings[0], rankings[2]);
        }
    }
}

#[test]
fn a_cache_changes_no_value() {
    for threads in [1, 2] {
        for pos in rolled() {
            let found = [0, 5, 10_000].map(|cache| {
                let mut options = selective(threads, Plays::Best(2), Vec::new());
                options.cache = cache;
                let search = race(true, options);
                let first = rank(&search, &pos, Limits::depth(3));
                let again = rank(&search, &pos, Limits::depth(3));
                assert!(again.nodes <= first.nodes);
                assert!(cache < 1000 || again.nodes * 2 < first.nodes.max(100));
                let values = |ranking: &RankingOf<Race, RaceModel>| {
                    let plays = ranking.plays.iter();
                    plays.map(|play| (play.mv, play.value)).collect::<Vec<_>>()
                };
                assert_eq!(values(&first), values(&again));
                values(&first)
            });
            assert_eq!(found[0], found[1]);
            assert_eq!(found[0], found[2]);
        }
    }
}

#[test]
fn filters_let_the_best_go_on() {
    // Thirteen moves with decreasing values after the root; the deeper search exchanges the first two.
    let mut text = String::from("a(");
    for play in 0..13 {
        let (shallow, deep) = (500 - 40 * play, f64::from(play % 2) - 0.01 * f64::from(play));
        write!(text, "b{shallow}(b{}({deep})) ", (deep * 1000.0) as i32).unwrap();
    }
    let tree = TreeGame::parse(&format!("{})", text.trim())).unwrap();
    for (always, keep, within, expected) in [
        (0, 5, 9.0, 5),
        (0, 20, 9.0, 13),
        (0, 5, 0.1, 3),
        (4, 5, 0.1, 4),
        (9, 5, 0.0, 5),
        (0, 5, 0.0, 1),
        (0, 0, 0.0, 1),
    ] {
        let filter = Filter { always, keep, within };
        let mut options = selective(1, Plays::Best(1), vec![filter]);
        options.search.multipv = 13;
        options.star = Star::Off;
        let model = ByEvaluator::new(TreeEvaluator);
        let search = Expectimax::new(tree.clone(), model, options);
        let limits = Limits::depth(1);
        let ranking = search.rank(&tree.root(), &limits, &StopFlag::default(), &mut |_| {});
        let deep = ranking.plays.iter().filter(|play| play.depth == 1).count();
        assert_eq!(deep, expected, "{filter:?}");
        assert_eq!(ranking.plays.len(), 13);
        let order: Vec<_> = ranking.plays.iter().map(|play| (play.depth, play.utility)).collect();
        assert!(order.windows(2).all(|pair| pair[0] >= pair[1]), "{order:?}");
        assert_eq!(ranking.best().unwrap().mv, u16::from(expected > 1));
    }
}

#[test]
fn a_single_play_need_not_be_valued_to_be_chosen() {
    let pos = Position { left: [[0, 4], [3, 3]], ..rolled()[0] };
    for (only_choose, depth) in [(false, 2), (true, 0)] {
        let mut options = selective(1, Plays::Best(1), Vec::new());
        options.only_choose = only_choose;
        let ranking = rank(&race(false, options), &pos, Limits::depth(2));
        assert_eq!((ranking.plays.len(), ranking.plays[0].depth), (1, depth));
    }
}

#[test]
fn a_raised_flag_leaves_the_static_values() {
    let stop = StopFlag::default();
    stop.stop();
    let pos = rolled()[0];
    for threads in [1, 2] {
        let search = race(true, selective(threads, Plays::Best(1), Vec::new()));
        let ranking = search.rank(&pos, &Limits::default(), &stop, &mut |_| {});
        assert_eq!((ranking.depth, ranking.plays.len()), (0, 2));
        let before = Position { phase: Phase::Deciding, ..pos };
        assert_eq!(search.value_of(&before, 2, &stop), None);
    }
}

#[test]
fn values_are_their_viewer_s() {
    let chances = Chances { win: 0.7, double_win: 0.2, double_loss: 0.1, live: 0.6, dead: 0.5 };
    assert_equal(&chances.flipped().flipped(), &chances, "turned twice");
    let search = race(false, selective(1, Plays::Best(1), Vec::new()));
    let pos = rolled()[0];
    assert_eq!(search.model().viewer(search.game(), &pos), Player(0));
}
