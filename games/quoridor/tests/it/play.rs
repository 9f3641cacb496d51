//! Tests of the searches of Quoridor and of their parts.

use ludex_kit::{Notation, Playable, SearchSetup, Variant};
use ludex_quoridor::evaluation::chances::CrowdEvaluator;
use ludex_quoridor::evaluation::features::{WaysEvaluator, decided, runs_free};
use ludex_quoridor::evaluation::multiplayer::{RaceEvaluator, greedy_step};
use ludex_quoridor::evaluation::routes::Routes;
use ludex_quoridor::search::solver::solve_exactly;
use ludex_quoridor::{Move, Options, Position, Quoridor, Setup};
use ludex_search::{
    Evaluator, Game, IncrementalEvaluator, Limits, Player, ProofResult, Report, Root, Step,
    StopFlag, Turn,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn open(text: &str) -> (Quoridor, Position) {
    let setup = Setup::read(text).expect(text);
    let game = Quoridor::new(setup.options(&Variant::new()).expect(text));
    let pos = setup.validate(&game).expect(text);
    (game, pos)
}

fn search(game: &Quoridor, pos: Position, name: &str, limits: &Limits) -> Report<Move> {
    let mut kinds = Quoridor::SEARCHES.iter();
    let kind = kinds.find(|kind| kind.name == name).expect(name);
    let mut searcher = kind.build(game, &SearchSetup::default()).expect(name);
    searcher.search(&Root::new(pos), limits, &StopFlag::default(), &mut |_| {})
}

fn best(text: &str, name: &str, limits: &Limits) -> String {
    let (game, pos) = open(text);
    let mv = search(&game, pos, name, limits).best_move().expect("a move");
    game.write_move(&pos, mv)
}

/// Passes to `visit` the positions of a random game.
fn walk(game: &Quoridor, seed: u64, mut visit: impl FnMut(&Position)) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut pos = game.start();
    for _ in 0..60 {
        if game.turn(&pos) == Turn::Over {
            return;
        }
        visit(&pos);
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        game.play(&mut pos, moves[rng.random_range(0..moves.len())]);
    }
}

#[test]
fn every_search_steps_to_the_goal() {
    for name in ["alphabeta", "mcts", "maxn", "paranoid", "reply"] {
        let mv = best("//e8 a5/3 3/1", name, &Limits::nodes(3_000));
        assert!(["d9", "e9", "f9"].contains(&&*mv) || mv == "e9", "{name}: {mv}");
    }
    for name in ["mcts", "maxn", "paranoid", "reply"] {
        let mv = best("//e1 h5 e9 b6/3 3 3 3/2", name, &Limits::nodes(3_000));
        assert_eq!(mv, "i5", "{name}");
    }
}

#[test]
fn alpha_beta_walls_off_a_pawn_before_its_goal() {
    let (game, pos) = open("//e5 d2/5 5/1");
    let report = search(&game, pos, "alphabeta", &Limits::depth(4));
    let mut child = pos;
    game.play(&mut child, report.best_move().expect("a move"));
    assert!(game.distance(&child, Player(1)) > 1);
}

#[test]
fn crossing_and_cutting_walls_are_correct() {
    let game = Quoridor::default();
    for seed in 0..8 {
        walk(&game, seed, |pos| {
            for player in game.all_players() {
                let from = pos.pawn(player).bit();
                let goal = game.goal(player);
                let routes = Routes::new(pos.steps(), from, goal);
                assert_eq!(routes.distance, game.distance(pos, player));
                let room = pos.walls().room(game.options().board.anchors());
                for anchor in ludex_quoridor::rules::board::each(room.horizontal) {
                    let mut walls = pos.walls();
                    walls.horizontal |= anchor.bit();
                    let steps = walls.close(pos.steps());
                    let longer = steps.distance(from, goal) != Some(routes.distance);
                    let cuts = routes.cutting.horizontal & anchor.bit() != 0;
                    let crosses = routes.crossing.horizontal & anchor.bit() != 0;
                    // A cutting wall lengthens the path, and a wall that crosses nothing does not.
                    assert!(!cuts || longer, "{anchor}h in {}", game.write_position(pos));
                    assert!(!longer || crosses, "{anchor}h in {}", game.write_position(pos));
                }
            }
        });
    }
}

#[test]
fn a_decided_race_is_decided() {
    // A game without walls, on a board that is small enough for a complete solution.
    let options =
        Options::parse(&"board=5x5,walls=0".parse().expect("a variant")).expect("options");
    let game = Quoridor::new(options);
    let mut proven = 0;
    for seed in 0..40 {
        walk(&game, seed, |pos| {
            let routes = WaysEvaluator::default().fresh(&game, pos);
            let Some(plies) = decided(&game, pos, &routes) else {
                return;
            };
            let (result, _) = solve_exactly(&game, pos, 2, &StopFlag::default(), &mut |_| true)
                .expect("a small board");
            let expected = if plies > 0 { ProofResult::Win } else { ProofResult::Loss };
            assert_eq!(result, expected, "{}", game.write_position(pos));
            proven += 1;
        });
    }
    assert!(proven > 100, "only {proven}");
}

#[test]
fn a_pawn_does_not_run_free_past_the_other_pawn() {
    let (game, pos) = open("//e4 e5/0 0/1");
    assert!(!runs_free(&game, &pos, Player(0), game.distance(&pos, Player(0))));
    let (game, pos) = open("//a5 i4/0 0/1");
    assert!(runs_free(&game, &pos, Player(0), 4));
}

#[test]
fn a_greedy_step_is_legal() {
    for players in 2..=4 {
        let game = Quoridor::new(Options::for_players(players));
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        walk(&game, 1, |pos| {
            assert!(game.is_legal(pos, greedy_step(&game, pos, &mut rng)));
        });
    }
}

/// The policy leaves out legal moves, so nothing may be proven from the remaining ones alone.
#[test]
fn nothing_is_certain_early_in_a_game_of_four() {
    let game = Quoridor::new(Options::for_players(4));
    let mut pos = game.start();
    for name in ["maxn", "mcts", "paranoid", "reply"] {
        let report = search(&game, pos, name, &Limits::nodes(30_000));
        assert!(report.lines[0].wdl.win < 0.9999, "{name}: {report:?}");
    }
    for word in ["f1h", "g1v", "e5v", "a8v", "e2"] {
        let mv = game.parse_move(&pos, word).expect(word);
        game.play(&mut pos, mv);
    }
    for name in ["maxn", "mcts", "paranoid", "reply"] {
        let report = search(&game, pos, name, &Limits::nodes(30_000));
        assert!(report.nodes >= 30_000 && report.proof.is_none(), "{name}: {report:?}");
        assert!(report.lines[0].wdl.win < 0.9999, "{name}: {report:?}");
    }
}

/// A player who can step to the goal has a certain win.
#[test]
fn the_last_step_is_certain_in_a_game_of_four() {
    let (game, pos) = open("//e8 b6 e5 h4/4 4 4 4/1");
    let report = search(&game, pos, "mcts", &Limits::nodes(30_000));
    assert_eq!(report.proof.map(|proof| proof.result), Some(ProofResult::Win));
    assert!(report.lines[0].wdl.win > 0.9999, "{report:?}");
}

#[test]
fn expectations_of_all_players_add_up() {
    let game = Quoridor::new(Options::for_players(4));
    let race = CrowdEvaluator::Race(RaceEvaluator::default());
    let returns = race.returns(&game, &game.start());
    let chances: f32 = returns.iter().map(|value| (value + 1.0) / 2.0).sum();
    assert!((chances - 1.0).abs() < 1e-4, "{returns:?}");
    assert!(returns[0] > returns[3], "the player who moves first arrives first: {returns:?}");
}

/// The effect of single walls is recomputed only when the paths change; everything else equals a fresh computation.
#[test]
fn updated_paths_equal_recomputed_paths() {
    let game = Quoridor::default();
    let ways = WaysEvaluator::default();
    for seed in 0..60 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut pos = game.start();
        let mut state = ways.fresh(&game, &pos);
        let mut moves = Vec::new();
        for _ in 0..60 {
            if game.turn(&pos) == Turn::Over {
                break;
            }
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            let mv = moves[rng.random_range(0..moves.len())];
            let undo = game.play(&mut pos, mv);
            let before = state;
            ways.after(&before, &mut state, &game, &pos, Step::Move(mv), &undo);
            let plain = |routes: Routes| Routes { detour: 0, bad_cuts: 0, ..routes };
            let fresh = ways.fresh(&game, &pos);
            assert_eq!(state.map(plain), fresh.map(plain), "seed {seed}, {mv:?}");
        }
    }
}
