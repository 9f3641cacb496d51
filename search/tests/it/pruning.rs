//! Pruning at chance nodes: the same values as brute force, with fewer nodes.

use std::fmt::Write as _;

use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions, Plays, Star};
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{Game, Limits, SearchOptions, StopFlag, ValueModel};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::brute_force;

/// A random tree with choices of both players and chance nodes, of height `height`.
fn random_tree(rng: &mut Pcg64Mcg, height: u32, text: &mut String) {
    let children = rng.random_range(1..=4);
    let score = rng.random_range(-1000..=1000);
    match rng.random_range(0..10) {
        0 => write!(text, "{}", f64::from(score) / 1000.0).unwrap(),
        _ if height == 0 => write!(text, "{}", f64::from(score) / 1000.0).unwrap(),
        kind @ 1..=6 => {
            let player = if kind < 4 { 'a' } else { 'b' };
            write!(text, "{player}{score}(").unwrap();
            for _ in 0..children {
                random_tree(rng, height - 1, text);
                text.push(' ');
            }
            text.push(')');
        }
        _ => {
            text.push_str("?(");
            for _ in 0..children {
                write!(text, "{}:", rng.random_range(1..=5)).unwrap();
                random_tree(rng, height - 1, text);
                text.push(' ');
            }
            text.push(')');
        }
    }
}

fn random_trees(count: u64, height: u32) -> Vec<TreeGame> {
    let tree = |seed| {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut text = String::from("a(");
        for _ in 0..3 {
            random_tree(&mut rng, height, &mut text);
            text.push(' ');
        }
        TreeGame::parse(&format!("{})", text.replace(" )", ")").trim())).unwrap()
    };
    (0..count).map(tree).collect()
}

#[test]
fn random_trees_have_the_values_of_brute_force_whatever_is_pruned() {
    for tree in random_trees(60, 6) {
        for depth in [1, 2, 3, 5] {
            let expected = brute_force::move_values(&tree, &TreeEvaluator, &tree.root(), depth);
            let best = expected.iter().map(|(_, returns)| returns[0]).fold(f32::MIN, f32::max);
            for star in [Star::Off, Star::One, Star::Two] {
                for plays in [Plays::Legal, Plays::Ordered] {
                    for (threads, cache) in [(1, 0), (1, 1000), (3, 1000)] {
                        let options = ExpectimaxOptions {
                            search: SearchOptions { threads, ..SearchOptions::default() },
                            star,
                            plays,
                            cache,
                            ..ExpectimaxOptions::default()
                        };
                        let model = ByEvaluator::new(TreeEvaluator);
                        let search = Expectimax::new(tree.clone(), model, options);
                        let limits = Limits::depth(depth);
                        let ranking =
                            search.rank(&tree.root(), &limits, &StopFlag::default(), &mut |_| {});
                        let found = ranking.best().unwrap();
                        assert!(
                            (found.utility - best).abs() < 1e-5,
                            "{star:?} {plays:?} {threads} {cache}: {}, not {best}",
                            found.utility
                        );
                        let (_, returns) = expected[usize::from(found.mv)];
                        assert!((returns[0] - best).abs() < 1e-5);
                    }
                }
            }
        }
    }
}

fn nodes<G, V>(game: &G, model: V, pos: &G::Position, depth: u32, plays: Plays, star: Star) -> u64
where
    G: Game + Clone,
    V: ValueModel<G>,
{
    let options = ExpectimaxOptions { star, plays, ..ExpectimaxOptions::default() };
    let search = Expectimax::new(game.clone(), model, options);
    let limits = Limits::depth(depth);
    search.rank(pos, &limits, &StopFlag::default(), &mut |_| {}).nodes
}

/// Moves and rolls alternate; their values add up, so static scores are close to the truth, as in backgammon.
fn tree_with_close_scores(
    rng: &mut Pcg64Mcg,
    player: usize,
    sum: f64,
    choices: u32,
    text: &mut String,
) {
    if choices == 0 {
        write!(text, "{sum:.3}").unwrap();
        return;
    }
    let name = ['a', 'b'][player];
    write!(text, "{name}{}(", (sum * 1000.0) as i32).unwrap();
    for _ in 0..8 {
        let sum = sum + rng.random_range(-0.1..0.1);
        if choices == 1 {
            write!(text, "{sum:.3} ").unwrap();
            continue;
        }
        text.push_str("?(");
        for _ in 0..6 {
            text.push_str("1:");
            let sum = sum + rng.random_range(-0.1..0.1);
            tree_with_close_scores(rng, 1 - player, sum, choices - 1, text);
            text.push(' ');
        }
        text.push_str(") ");
    }
    text.push(')');
}

#[test]
fn pruning_at_chance_nodes_saves_nodes() {
    let mut totals = [0; 3];
    for seed in 0..4 {
        let mut text = String::new();
        tree_with_close_scores(&mut Pcg64Mcg::seed_from_u64(seed), 0, 0.0, 4, &mut text);
        let tree = TreeGame::parse(&text.replace(" )", ")")).unwrap();
        for (total, star) in totals.iter_mut().zip([Star::Off, Star::One, Star::Two]) {
            let model = ByEvaluator::new(TreeEvaluator).with_range(-0.8, 0.8);
            *total += nodes(&tree, model, &tree.root(), 4, Plays::Ordered, star);
        }
    }
    let [off, one, two] = totals;
    println!("{off} nodes without pruning, {one} with Star1, {two} with Star2");
    assert!(one * 10 < off * 9 && two * 10 < one * 9, "{off}, {one} and {two}");
}
