//! Without reductions and pruning, alpha-beta gives the score of plain negamax at every depth.

use ludex_search::alphabeta::Parameters;
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{Bound, Evaluator, Game, Limits, SearchOptions, Tactics};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::negamax::Negamax;
use super::{options, search, sound};
use crate::games::connect_four::{ConnectFour, ConnectFourEvaluator};

/// Compares every depth up to `deepest`, with `multipv` lines.
fn check<G, E, T>(game: &G, both: &E, tactics: &T, pos: &G::Position, deepest: u32, multipv: usize)
where
    G: Game + Clone,
    E: Evaluator<G> + Clone,
    T: Tactics<G> + Clone,
{
    let plain = Negamax {
        game,
        evaluator: both,
        tactics,
        quiescence_plies: Parameters::sound().quiescence_plies as u32,
    };
    // A table of one MiB, and one so small that it stores hardly anything.
    for (depth, hash_mib) in (1..=deepest).flat_map(|depth| [(depth, 1), (depth, 0)]) {
        let mut scores: Vec<_> =
            plain.moves(pos).into_iter().map(|mv| (mv, plain.of_move(pos, mv, 0, depth))).collect();
        let options = SearchOptions { hash_mib, multipv, ..options() };
        let search_of = sound(game.clone(), both.clone(), tactics.clone(), options);
        let report = search(search_of, pos, Limits::depth(depth));
        assert_eq!(report.lines.len(), multipv.min(scores.len()));
        for line in &report.lines {
            let expected = scores.iter().find(|(mv, _)| *mv == line.pv[0]);
            assert_eq!(
                Some(line.score),
                expected.map(|&(_, score)| score),
                "depth {depth} of {:?}",
                line.pv
            );
            assert_eq!(line.bound, Bound::Exact);
        }
        scores.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        for (line, (_, score)) in report.lines.iter().zip(scores) {
            assert_eq!(line.score, score, "depth {depth}");
        }
    }
}

#[test]
fn connect_four() {
    let game = ConnectFour::new(5, 4, 4);
    let own = ConnectFourEvaluator;
    for columns in ["", "3", "3323", "12345", "11223341"] {
        check(&game, &own, &own, &game.after(columns), 7, 1);
        check(&game, &own, &own, &game.after(columns), 5, 3);
    }
}

#[test]
fn connect_four_with_lines_of_three_which_are_soon_won() {
    let game = ConnectFour::new(5, 4, 3);
    let own = ConnectFourEvaluator;
    for columns in ["", "1", "3", "15"] {
        check(&game, &own, &own, &game.after(columns), 8, 5);
    }
}

/// A random tree in which a player may move several times in succession, with transpositions.
fn random_tree(rng: &mut Pcg64, depth: u32, names: &mut u32) -> String {
    if depth == 0 || rng.random_ratio(1, 8) {
        let value = ["1", "-1", "0", "0.25", "-0.5"][rng.random_range(0..5)];
        return value.to_owned();
    }
    if *names > 0 && depth < 4 && rng.random_ratio(1, 6) {
        return format!("@n{}", rng.random_range(0..*names));
    }
    let player = if rng.random_ratio(1, 2) { 'a' } else { 'b' };
    let score = rng.random_range(-900..900);
    let children: Vec<_> =
        (0..rng.random_range(1..4)).map(|_| random_tree(rng, depth - 1, names)).collect();
    let text = format!("{player}{score}({})", children.join(" "));
    if depth == 2 {
        *names += 1;
        return format!("n{}={text}", *names - 1);
    }
    text
}

#[test]
fn literal_trees_with_double_moves_and_transpositions() {
    let mut rng = Pcg64::seed_from_u64(7);
    let mut checked = 0;
    while checked < 60 {
        let text = random_tree(&mut rng, 7, &mut 0);
        let Ok(tree) = TreeGame::parse(&text) else {
            continue;
        };
        if !matches!(tree.turn(&tree.root()), ludex_search::Turn::Player(_)) {
            continue;
        }
        check(&tree, &TreeEvaluator, &TreeEvaluator, &tree.root(), 8, 1);
        check(&tree, &TreeEvaluator, &TreeEvaluator, &tree.root(), 5, 2);
        checked += 1;
    }
}
