//! Monte-Carlo tree search finds the moves of brute force.

use std::collections::HashMap;

use ludex_search::mcts::{Chance, Mcts, MctsOptions, Selection, Widening};
use ludex_search::testing::{TreeEvaluator, TreeGame};
use ludex_search::{
    AllMoves, Evaluator, Game, Limits, Listed, NoEvaluator, Player, Policy, ProofResult, Report,
    Root, SearchOptions, Searcher, StopFlag, Turn,
};

use crate::brute_force::{self, Solution};
use crate::games::pig::{Move, Position};
use crate::games::{ConnectFour, ConnectFourEvaluator, Nim, Pig, PigEvaluator};

fn options(seed: u64) -> MctsOptions {
    MctsOptions {
        search: SearchOptions { seed, multipv: 9, ..SearchOptions::default() },
        ..MctsOptions::default()
    }
}

fn search<G, E>(
    game: &G,
    evaluator: &E,
    pos: &G::Position,
    nodes: u64,
    options: MctsOptions,
) -> Report<G::Move>
where
    G: Game + Clone,
    E: Evaluator<G> + Clone,
{
    let mut searcher = Mcts::new(game.clone(), evaluator.clone(), options);
    let root = Root::new(pos.clone());
    searcher.search(&root, &Limits::nodes(nodes), &StopFlag::default(), &mut |_| {})
}

#[test]
fn connect_four_is_played_as_by_brute_force() {
    let game = ConnectFour::new(5, 4, 4);
    let mut known = Solution::default();
    let mut n_proven = 0;
    for columns in ["33", "3344", "3234", "112233", "1122433", "12345123", "4433", "33432"] {
        let pos = game.after(columns);
        let Turn::Player(mover) = game.turn(&pos) else { unreachable!("not over") };
        let report = search(&game, &ConnectFourEvaluator, &pos, 600_000, options(1));
        let best = known.solve(&game, &pos).0;
        let chosen = known.of_move(&game, &pos, report.best_move().unwrap(), mover).0;
        assert_eq!(chosen, best, "{columns}");
        if let Some(proof) = report.proof {
            let proven = match proof.result {
                ProofResult::Win => 1,
                ProofResult::Draw => 0,
                ProofResult::Loss => -1,
            };
            assert_eq!(proven, best, "{columns}");
            n_proven += 1;
        }
    }
    assert!(n_proven >= 4, "{n_proven}");
}

#[test]
fn nim_is_played_as_by_brute_force() {
    for heaps in [[1, 2, 0, 0], [2, 2, 1, 0], [3, 2, 2, 0]] {
        let game = Nim { heaps };
        let report = search(&game, &NoEvaluator, &game.start(), 500_000, options(2));
        let expected = brute_force::value(&game, &NoEvaluator, &game.start(), 20);
        let returns = report.lines[0].returns.unwrap();
        let off = returns.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 0.02, "{heaps:?}: {returns:?}, not {expected:?}");
    }
}

/// The probability of winning Pig for the player to move, by value iteration.
struct PigSolution {
    game: Pig,
    chances: HashMap<Position, f64>,
}

impl PigSolution {
    fn new(game: Pig) -> Self {
        let mut solution = Self { game, chances: HashMap::new() };
        for _ in 0..200 {
            for first in 0..game.target {
                for second in 0..game.target {
                    for turn_total in 0..game.target + game.sides {
                        let pos = Position {
                            points: [first, second],
                            turn_total,
                            mover: 0,
                            rolling: false,
                        };
                        let chance = solution.of_roll(pos).max(solution.of_hold(pos));
                        solution.chances.insert(pos, chance);
                    }
                }
            }
        }
        solution
    }

    fn chance(&self, pos: Position) -> f64 {
        self.chances.get(&pos).copied().unwrap_or(0.0)
    }

    fn next(pos: Position, gained: u8) -> Position {
        Position { points: [pos.points[1], pos.points[0] + gained], turn_total: 0, ..pos }
    }

    fn of_roll(&self, pos: Position) -> f64 {
        if pos.points[0] + pos.turn_total >= self.game.target {
            return 0.0;
        }
        let bust = 1.0 - self.chance(Self::next(pos, 0));
        let grown = |eyes| Position { turn_total: pos.turn_total + eyes, ..pos };
        let sum: f64 = (2..=self.game.sides).map(|eyes| self.chance(grown(eyes))).sum();
        (bust + sum) / f64::from(self.game.sides)
    }

    fn of_hold(&self, pos: Position) -> f64 {
        if pos.points[0] + pos.turn_total >= self.game.target {
            return 1.0;
        }
        if pos.turn_total == 0 { 0.0 } else { 1.0 - self.chance(Self::next(pos, pos.turn_total)) }
    }
}

/// Plays Pig where the decision is not close, and compares moves and values with value iteration.
fn pig_is_played_right(options: &MctsOptions, allowed_error: f64) {
    let game = Pig { target: 12, sides: 6 };
    let solution = PigSolution::new(game);
    let mut n_rolls = 0;
    for (points, turn_total) in
        [([0, 0], 3), ([6, 0], 5), ([0, 11], 9), ([10, 3], 2), ([3, 10], 4), ([5, 5], 6)]
    {
        let pos = Position { points, turn_total, mover: 0, rolling: false };
        let report = search(&game, &PigEvaluator, &pos, 400_000, options.clone());
        let (roll, hold) = (solution.of_roll(pos), solution.of_hold(pos));
        let best = if roll > hold { Move::Roll } else { Move::Hold };
        assert!((roll - hold).abs() > 0.03, "{pos:?} is close: {roll}, {hold}");
        assert_eq!(report.best_move(), Some(best), "{pos:?}: {roll}, {hold}");
        let value = f64::from(report.lines[0].returns.unwrap()[0]);
        let expected = 2.0 * roll.max(hold) - 1.0;
        assert!((value - expected).abs() < allowed_error, "{pos:?}: {value}, not {expected}");
        n_rolls += u32::from(best == Move::Roll);
    }
    assert!((1..6).contains(&n_rolls), "both moves must be right somewhere");
}

#[test]
fn pig_is_played_as_by_value_iteration() {
    pig_is_played_right(&options(3), 0.1);
}

#[test]
fn chance_nodes_may_widen() {
    let widening = Widening { factor: 1.0, exponent: 0.4 };
    let options = MctsOptions { chance: Chance::Nodes(Some(widening)), ..options(3) };
    pig_is_played_right(&options, 0.15);
}

#[test]
fn an_open_loop_plays_pig_as_well() {
    // A node stands for all throws that lead there, so below the root the turn total is unknown. That makes the values too low, but the
    // moves are still right.
    for selection in [Selection::Uct, Selection::Puct] {
        let options = MctsOptions { chance: Chance::OpenLoop, selection, ..options(3) };
        pig_is_played_right(&options, 1.0);
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    let mut options = options(9);
    options.search.threads = 3;
    pig_is_played_right(&options, 0.1);
    let game = ConnectFour::new(5, 4, 4);
    let mut known = Solution::default();
    for columns in ["3344", "112233", "12345123"] {
        let pos = game.after(columns);
        let Turn::Player(mover) = game.turn(&pos) else { unreachable!("not over") };
        let report = search(&game, &ConnectFourEvaluator, &pos, 600_000, options.clone());
        assert_eq!(report.threads, 3);
        let chosen = report.best_move().unwrap();
        let chosen = known.of_move(&game, &pos, chosen, mover).0;
        assert_eq!(chosen, known.solve(&game, &pos).0, "{columns}");
    }
}

#[test]
fn the_deterministic_search_is_the_same_on_any_number_of_threads() {
    let run = |threads, chance| {
        let mut options = MctsOptions { chance, ..options(11) };
        options.search.threads = threads;
        options.search.deterministic = true;
        let game = Pig { target: 30, sides: 6 };
        let mut report = search(&game, &PigEvaluator, &game.start(), 40_000, options);
        report.threads = 0;
        report
    };
    for chance in [Chance::Nodes(None), Chance::OpenLoop] {
        let alone = run(1, chance);
        assert_eq!(alone, run(2, chance));
        assert_eq!(alone, run(3, chance));
        let visits: u64 = alone.lines.iter().map(|line| line.nodes).sum();
        assert!(visits > 1000 && alone.nodes >= 40_000, "{alone:?}");
    }
}

#[test]
fn a_depth_is_the_length_of_the_principal_variation() {
    let game = ConnectFour::new(7, 6, 4);
    let mut searcher = Mcts::new(game, ConnectFourEvaluator, options(1));
    let root = Root::new(game.after("44"));
    let limits = Limits::depth(5);
    let report = searcher.search(&root, &limits, &StopFlag::default(), &mut |_| {});
    assert!(report.depth >= 5, "{}", report.depth);
}

#[test]
fn the_next_search_goes_on_with_the_tree() {
    let game = ConnectFour::new(7, 6, 4);
    let mut searcher = Mcts::new(game, ConnectFourEvaluator, options(1));
    let mut search_from = |columns: &str, nodes| {
        let root = Root::new(game.after(columns));
        let limits = Limits::nodes(nodes);
        let report = searcher.search(&root, &limits, &StopFlag::default(), &mut |_| {});
        report.lines.iter().map(|line| line.nodes).sum::<u64>()
    };
    assert!(search_from("44", 200_000) > 1000);
    assert!(search_from("4443", 20) > 500, "the tree below 4443 was not kept");
    assert!(search_from("1", 20) < 20, "1 was not below 4443");
}

#[test]
fn equal_seeds_and_nodes_give_equal_reports() {
    let game = ConnectFour::new(7, 6, 4);
    let run = |seed| {
        let mut report =
            search(&game, &ConnectFourEvaluator, &game.after("44"), 50_000, options(seed));
        report.elapsed = std::time::Duration::ZERO;
        report
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn certain_results_are_proven() {
    let cases = [
        ("a(0 b(1 1) -1)", Some(ProofResult::Win), 1),
        ("a(b(0 1) b(-1 1))", Some(ProofResult::Draw), 0),
        ("a(b(1 -1) -1)", Some(ProofResult::Loss), 0),
        ("a(?(1:1 1:-1) -1)", None, 0),
    ];
    for (text, result, best) in cases {
        let tree = TreeGame::parse(text).unwrap();
        let report = search(&tree, &TreeEvaluator, &tree.root(), 10_000, options(4));
        assert_eq!(report.proof.map(|proof| proof.result), result, "{text}");
        assert_eq!(report.best_move(), Some(best), "{text}");
    }
}

#[test]
fn playouts_may_be_cut_off_and_the_tree_may_be_full() {
    let game = ConnectFour::new(5, 4, 4);
    let cut = MctsOptions { playout_plies: Some(0), ..options(5) };
    let report = search(&game, &ConnectFourEvaluator, &game.after("1133"), 50_000, cut);
    assert!(report.best_move().is_some());
    let mut full = options(6);
    full.search.hash_mib = 0;
    let pos = game.after("112233");
    let report = search(&game, &ConnectFourEvaluator, &pos, 20_000, full);
    assert_eq!((report.best_move(), report.hashfull), (Some(3), 1000));
}

/// Lists all moves for the player at the root, and only the first for the others.
#[derive(Clone, Copy)]
struct Narrow;

impl Policy<ConnectFour> for Narrow {
    const KNOWS_ROOT_PLAYER: bool = true;

    fn priors(
        &self,
        game: &ConnectFour,
        pos: &<ConnectFour as Game>::Position,
        root_player: Player,
        out: &mut Vec<(u8, f32)>,
    ) -> Listed {
        let listed = AllMoves.priors(game, pos, root_player, out);
        if game.turn(pos) == Turn::Player(root_player) {
            return listed;
        }
        out.truncate(1);
        Listed::Some
    }
}

#[test]
fn a_tree_of_one_root_player_serves_no_other() {
    let game = ConnectFour::new(5, 4, 4);
    let make = || Mcts::new(game, ConnectFourEvaluator, MctsOptions::default()).with_policy(Narrow);
    let report = |search: &mut dyn Searcher<ConnectFour>, columns| {
        let root = Root::new(game.after(columns));
        search.search(&root, &Limits::nodes(2_000), &StopFlag::default(), &mut |_| {})
    };
    let mut used = make();
    report(&mut used, "3");
    // First the same player, whose tree is reused; then the other player.
    let grown = report(&mut used, "331").lines;
    assert_ne!(grown, report(&mut make(), "331").lines);
    let other = report(&mut used, "3311").lines;
    assert_eq!(other, report(&mut make(), "3311").lines);
}
