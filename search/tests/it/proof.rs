//! Proof search compared with brute force.

use ludex_search::proof::{ProofMoves, ProofOptions, Solver, WholeGame};
use ludex_search::testing::TreeGame;
use ludex_search::{Defences, Game, History, Limits, ProofResult, Root, StopFlag, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::brute_force::{Solution, preference};
use crate::games::ConnectFour;
use crate::games::connect_four::Position;

fn options(outright: u16) -> ProofOptions {
    ProofOptions { hash_mib: 8, outright, ..ProofOptions::default() }
}

fn solve<G: Game + Clone, A: ProofMoves<G> + Clone>(
    solver: &mut Solver<G, A>,
    root: &Root<G>,
) -> ludex_search::proof::Solution<G::Move> {
    solver.solve(root, &Limits::default(), &StopFlag::default(), &mut |_| {})
}

/// Positions of random games, this number of plies from the start, in which the game is not over.
fn random_positions(game: &ConnectFour, plies: u32, n: usize) -> Vec<Position> {
    let mut rng = Pcg64Mcg::seed_from_u64(u64::from(plies));
    let mut positions = Vec::new();
    while positions.len() < n {
        let mut pos = game.start();
        for _ in 0..plies {
            if game.turn(&pos) != Turn::Over {
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                game.play(&mut pos, moves[rng.random_range(0..moves.len())]);
            }
        }
        if game.turn(&pos) != Turn::Over {
            positions.push(pos);
        }
    }
    positions
}

/// The result, the plies and the winning first moves of the shortest win, by brute force.
fn expected(game: &ConnectFour, known: &mut Solution, pos: &Position) -> (i8, u32, Vec<u8>) {
    let Turn::Player(mover) = game.turn(pos) else { unreachable!("not over") };
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    let mut values = Vec::new();
    for mv in moves {
        values.push((mv, known.of_move(game, pos, mv, mover)));
    }
    let best =
        values.iter().map(|&(_, value)| value).max_by_key(|&value| preference(value)).unwrap();
    let winning = values.into_iter().filter(|&(_, value)| best.0 > 0 && value == best);
    (best.0, best.1, winning.map(|(mv, _)| mv).collect())
}

fn check<A: ProofMoves<ConnectFour> + Clone>(
    game: &ConnectFour,
    solver: &mut Solver<ConnectFour, A>,
    known: &mut Solution,
    pos: Position,
) {
    let (result, plies, moves) = expected(game, known, &pos);
    let root = Root::new(pos);
    let solution = solve(solver, &root);
    let found = match solution.result.expect("without limits everything is settled") {
        ProofResult::Win => 1,
        ProofResult::Draw => 0,
        ProofResult::Loss => -1,
    };
    assert_eq!((found, solution.moves), (result, moves), "{pos:?}");
    assert_eq!(solution.plies, (result != 0).then_some(plies), "{pos:?}");
    if result == 1 {
        check_line(game, pos, &solution.line, plies);
        replay(game, solver, pos, plies);
    }
}

/// The line is legal and ends the game after exactly as many plies as best play by both sides takes.
fn check_line(game: &ConnectFour, mut pos: Position, line: &[u8], plies: u32) {
    assert_eq!(line.len() as u32, plies);
    for &mv in line {
        assert!(game.is_legal(&pos, mv));
        game.play(&mut pos, mv);
    }
    assert_eq!(game.turn(&pos), Turn::Over);
}

/// Plays the proof against every legal defence.
fn replay<A: ProofMoves<ConnectFour>>(
    game: &ConnectFour,
    solver: &mut Solver<ConnectFour, A>,
    mut pos: Position,
    plies: u32,
) {
    let Turn::Player(attacker) = game.turn(&pos) else { unreachable!("the attacker is to move") };
    let (mv, distance) = solver.answer(&Root::new(pos), plies).expect("the proof has an answer");
    assert!(distance <= plies);
    game.play(&mut pos, mv);
    if game.turn(&pos) == Turn::Over {
        assert!(game.returns(&pos)[attacker.index()] > 0.0);
        assert_eq!(distance, 1);
        return;
    }
    let mut and_moves = Vec::new();
    game.legal_moves(&pos, &mut and_moves);
    for defence in and_moves {
        let mut next = pos;
        game.play(&mut next, defence);
        assert_ne!(game.turn(&next), Turn::Over, "the defence saves itself");
        replay(game, solver, next, distance - 2);
    }
}

#[test]
fn connect_four_is_solved_as_by_brute_force() {
    for (width, height, line, plies) in
        [(4, 4, 3, 0), (4, 4, 3, 4), (5, 4, 4, 6), (5, 4, 4, 9), (6, 4, 4, 11)]
    {
        let game = ConnectFour::new(width, height, line);
        let mut known = Solution::default();
        let mut solver = Solver::new(game, WholeGame, options(3));
        for pos in random_positions(&game, plies, 30) {
            check(&game, &mut solver, &mut known, pos);
        }
    }
}

#[test]
fn the_way_of_searching_the_last_plies_changes_nothing() {
    let game = ConnectFour::new(5, 4, 4);
    let mut known = Solution::default();
    for outright in [1, 2, 5, 9] {
        let mut solver = Solver::new(game, WholeGame, options(outright));
        for pos in random_positions(&game, 8, 10) {
            check(&game, &mut solver, &mut known, pos);
        }
    }
}

#[test]
fn a_table_of_one_bucket_is_enough() {
    let game = ConnectFour::new(4, 4, 3);
    let mut known = Solution::default();
    let tiny = ProofOptions { hash_mib: 0, outright: 2, ..ProofOptions::default() };
    let mut solver = Solver::new(game, WholeGame, tiny);
    for pos in random_positions(&game, 5, 10) {
        check(&game, &mut solver, &mut known, pos);
    }
}

#[test]
fn the_whole_tree_is_settled_without_a_limit_of_plies() {
    let (limits, stop) = (Limits::default(), StopFlag::default());
    for (width, height, line, plies) in [(4, 4, 4, 0), (4, 4, 3, 2), (5, 4, 4, 7)] {
        let game = ConnectFour::new(width, height, line);
        let mut known = Solution::default();
        let mut solver = Solver::new(game, WholeGame, options(3));
        for pos in random_positions(&game, plies, 10) {
            let expected = match known.solve(&game, &pos).0 {
                1 => ProofResult::Win,
                0 => ProofResult::Draw,
                _ => ProofResult::Loss,
            };
            assert_eq!(solver.find_result(&Root::new(pos), &limits, &stop), Some(expected));
        }
    }
}

/// Attacks with threats only: after every move of the attacker a line must be stopped.
#[derive(Clone)]
struct Threats;

impl ProofMoves<ConnectFour> for Threats {
    const COMPLETE: bool = false;

    fn immediate_win(&self, game: &ConnectFour, pos: &Position) -> Option<u8> {
        game.threats(pos).0.first().copied()
    }

    fn or_moves(&self, game: &ConnectFour, pos: &Position, out: &mut Vec<u8>) {
        game.legal_moves(pos, out);
        out.retain(|&mv| {
            let mut child = *pos;
            game.play(&mut child, mv);
            game.turn(&child) != Turn::Over && !game.threats(&child).1.is_empty()
        });
    }

    fn and_moves(&self, game: &ConnectFour, pos: &Position, out: &mut Vec<u8>) -> Defences {
        out.extend(game.threats(pos).1);
        out.truncate(1);
        if out.is_empty() {
            game.legal_moves(pos, out);
            return Defences::All;
        }
        Defences::AllButLost
    }
}

#[test]
fn threats_find_a_part_of_the_wins_and_nothing_else() {
    let game = ConnectFour::new(6, 5, 4);
    let mut known = Solution::default();
    let mut solver = Solver::new(game, Threats, options(3));
    let mut n_found = 0;
    for pos in random_positions(&game, 14, 60) {
        let solution = solve(&mut solver, &Root::new(pos));
        assert!(solution.exhausted || solution.result.is_some());
        if solution.result.is_some() {
            let (result, plies, moves) = expected(&game, &mut known, &pos);
            assert_eq!(result, 1, "{pos:?}");
            assert!(solution.plies >= Some(plies), "{pos:?}");
            if solution.plies == Some(plies) {
                assert!(solution.moves.iter().all(|mv| moves.contains(mv)));
            }
            check_line(&game, pos, &solution.line, solution.plies.unwrap());
            n_found += u32::from(plies > 1);
        }
    }
    assert!(n_found >= 3, "only {n_found} wins by threats");
}

fn solve_tree(text: &str) -> (Option<ProofResult>, Option<u32>, Vec<u16>, Vec<u16>) {
    solve_graph(&TreeGame::parse(text).unwrap())
}

fn solve_graph(tree: &TreeGame) -> (Option<ProofResult>, Option<u32>, Vec<u16>, Vec<u16>) {
    let mut solver = Solver::new(tree.clone(), WholeGame, options(1));
    let limits = Limits::depth(12);
    let root = Root::new(tree.root());
    let solution = solver.solve(&root, &limits, &StopFlag::default(), &mut |_| {});
    (solution.result, solution.plies, solution.moves, solution.line)
}

#[test]
fn literal_trees_are_solved() {
    use ProofResult::{Draw, Loss, Win};
    let cases = [
        ("a(0 1 -1 1)", Some(Win), Some(1), vec![1, 3]),
        ("a(0 b(1 a(0 1)))", Some(Win), Some(3), vec![1]),
        ("a(b(-1 1) b(1 a(-1 b(0 -1))))", Some(Loss), Some(4), vec![]),
        ("a(b(0 1) b(-1 1))", Some(Draw), None, vec![]),
        // The same player moves twice.
        ("a(a(0 1) b(1 1) b(1 0))", Some(Win), Some(2), vec![0, 1]),
        // Nothing is proven across a chance event.
        ("a(?(1:1 1:1))", None, None, vec![]),
        // Two paths to the same won position, and one to a lost one.
        ("a(b(x=a(0 b(1 1)) 1) b(@x -1) @x)", Some(Win), Some(3), vec![2]),
    ];
    for (text, result, plies, moves) in cases {
        let solution = solve_tree(text);
        assert_eq!((solution.0, solution.1, solution.2), (result, plies, moves), "{text}");
    }
}

#[test]
fn the_line_shows_the_longest_resistance() {
    let solution = solve_tree("a(0 b(1 a(0 b(1 1) b(1 a(1)))  a(1 0)))");
    assert_eq!((solution.1, solution.3), (Some(4), vec![1, 1, 1, 0]));
}

fn settle_graph(text: &str) -> Option<ProofResult> {
    let graph = TreeGame::parse(text).unwrap().with_repetition(2);
    let root = Root::new(graph.root());
    let mut solver = Solver::new(graph, WholeGame, options(1));
    solver.find_result(&root, &Limits::default(), &StopFlag::default())
}

#[test]
fn cycles_end_and_leave_nothing_wrong_in_the_table() {
    use ProofResult::{Draw, Loss, Win};
    // The first player may return as often as they like, and so may the second.
    assert_eq!(settle_graph("top=a(b(@top -1) b(@top 1))"), Some(Draw));
    assert_eq!(settle_graph("top=a(b(@top -1) -1)"), Some(Loss));
    // Below p, x only leads back to p and fails; but p is won in another way, and x is won, too, if p is not on the path.
    assert_eq!(settle_graph("a(b(p=a(x=a(@p) b(1 1)) @x))"), Some(Win));
    assert_eq!(settle_graph("a(b(x=a(p=a(@x b(1 1))) @p))"), Some(Win));
}

#[test]
fn positions_that_the_game_has_worn_out_are_drawn() {
    let graph = TreeGame::parse("a(w=b(1 1) b(1 a(1)))").unwrap();
    assert_eq!(solve_graph(&graph).1, Some(2));
    let graph = graph.with_repetition(2);
    let mut solver = Solver::new(graph.clone(), WholeGame, options(1));
    let mut worn = graph.root();
    graph.play(&mut worn, 0);
    let mut before = History::new(&graph, worn);
    before.play(&graph, 0);
    let root = before.root().with_position(graph.root());
    let (limits, stop) = (Limits::depth(9), StopFlag::default());
    let solution = solver.solve(&root, &limits, &stop, &mut |_| {});
    assert_eq!((solution.plies, solution.moves), (Some(3), vec![1]));
    // Another history with the same table.
    let solution = solver.solve(&Root::new(graph.root()), &limits, &stop, &mut |_| {});
    assert_eq!((solution.plies, solution.moves), (Some(2), vec![0]));
}

#[test]
fn limits_and_stops_end_the_search() {
    let game = ConnectFour::new(7, 6, 4);
    let root = Root::new(game.start());
    let mut solver = Solver::new(game, WholeGame, options(3));
    let stop = StopFlag::default();
    let mut depths = Vec::new();
    let solution = solver.solve(&root, &Limits::depth(5), &stop, &mut |progress| {
        depths.push(progress.depth);
    });
    assert_eq!((solution.result, solution.depth, depths), (None, 5, vec![1, 3, 5]));
    let solution = solver.solve(&root, &Limits::nodes(50_000), &stop, &mut |_| {});
    assert_eq!(solution.result, None);
    assert!((50_000..51_000).contains(&solution.nodes), "{}", solution.nodes);
    stop.stop();
    let solution = solver.solve(&root, &Limits::default(), &stop, &mut |_| {});
    assert!(solution.result.is_none() && solution.nodes < 5000);
}

#[test]
fn the_table_keeps_to_its_bound() {
    let game = ConnectFour::new(7, 6, 4);
    let options = ProofOptions { hash_mib: 1, outright: 1, ..ProofOptions::default() };
    let mut solver = Solver::new(game, WholeGame, options);
    assert_eq!(solver.table_bytes(), 0);
    let root = Root::new(game.start());
    let solution = solver.solve(&root, &Limits::nodes(500_000), &StopFlag::default(), &mut |_| {});
    assert!(solution.nodes >= 500_000);
    assert!((1 << 19..=1 << 20).contains(&solver.table_bytes()));
    solver.clear();
    assert_eq!(solver.table_bytes(), 0);
}
