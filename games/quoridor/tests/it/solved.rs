//! Exact values of small boards.

use std::collections::HashMap;

use ludex_quoridor::rules::options::parse_board;
use ludex_quoridor::search::retrograde::{Retrograde, exchanged};
use ludex_quoridor::search::solver;
use ludex_quoridor::{Move, Options, Position, Quoridor, Setup};
use ludex_search::testing::effort;
use ludex_search::{Game, Limits, ProofResult, Root, SearchOptions, StopFlag, Turn};

const SOLVED: &str = include_str!("../data/solved.tsv");

/// Maximum number of wall patterns in a layer. Boards with more patterns are skipped; [`effort`] multiplies the maximum.
const PATTERNS: usize = 400;

#[test]
fn small_boards_have_their_published_values() {
    let limit = PATTERNS.saturating_mul(effort() as usize);
    let mut solved = 0;
    for line in SOLVED.lines().skip(3) {
        let fields: Vec<_> = line.split('\t').collect();
        let [width, height, walls, value, _] = fields[..] else {
            continue;
        };
        if width == "W" {
            continue;
        }
        let mut options = Options {
            board: parse_board(&format!("{width}x{height}")).expect("a size"),
            ..Options::default()
        };
        options.walls = walls.parse().expect("a number");
        let game = Quoridor::new(options);
        let start = game.start();
        let mut solver = Retrograde::new(&game, limit);
        let Ok((first, moves)) = solver.first_wins(&start, &mut |_| true) else {
            continue;
        };
        let second = !first
            && solver
                .first_wins(&exchanged(&game, &start), &mut |_| true)
                .expect("as large as before")
                .0;
        assert_eq!(moves.is_empty(), !first, "{line}");
        let found = match (first, second) {
            (true, _) => "1",
            (_, true) => "2",
            _ => "D",
        };
        assert_eq!(found, value, "{line}");
        solved += 1;
    }
    assert!(solved >= 20, "only {solved} boards");
}

/// Plain minimax of a game with a ply limit. A win or loss has the number of plies to the end, which is odd if the player to move wins; a
/// draw has `None`.
struct Minimax<'a> {
    game: &'a Quoridor,
    known: HashMap<String, Option<u32>>,
}

impl Minimax<'_> {
    fn plies(&mut self, pos: &Position) -> Option<u32> {
        if self.game.turn(pos) == Turn::Over {
            return pos.winner().map(|_| 0);
        }
        let key = format!(
            "{:?} {:?} {:?} {} {}",
            pos.walls(),
            [0, 1].map(|player| pos.pawn(ludex_search::Player(player))),
            [0, 1].map(|player| pos.stock(ludex_search::Player(player))),
            pos.to_move().0,
            pos.ply()
        );
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let children = self.children(pos);
        let wins = children.iter().filter_map(|(_, plies)| plies.filter(|plies| plies % 2 == 0));
        let plies = match wins.min() {
            Some(plies) => Some(plies + 1),
            None if children.iter().all(|(_, plies)| plies.is_some()) => {
                children.iter().filter_map(|(_, plies)| *plies).max().map(|plies| plies + 1)
            }
            None => None,
        };
        self.known.insert(key, plies);
        plies
    }

    fn children(&mut self, pos: &Position) -> Vec<(Move, Option<u32>)> {
        let mut moves = Vec::new();
        self.game.legal_moves(pos, &mut moves);
        let after = |mv| {
            let mut child = *pos;
            self.game.play(&mut child, mv);
            (mv, self.plies(&child))
        };
        moves.into_iter().map(after).collect()
    }

    /// The result, the number of plies to the end, and the moves that win in that number of plies.
    fn solve(&mut self, pos: &Position) -> (Option<ProofResult>, Option<u32>, Vec<Move>) {
        let plies = self.plies(pos);
        let result = match plies {
            None => ProofResult::Draw,
            Some(plies) if plies % 2 == 1 => ProofResult::Win,
            Some(_) => ProofResult::Loss,
        };
        let mut moves = Vec::new();
        if result == ProofResult::Win {
            let left = plies.map(|plies| plies - 1);
            let children = self.children(pos).into_iter();
            moves = children.filter(|child| child.1 == left).map(|(mv, _)| mv).collect();
        }
        (Some(result), plies, moves)
    }
}

#[test]
fn games_with_a_ply_limit_agree_with_plain_minimax() {
    let cases = [
        ("board=3x3,walls=0", 9),
        ("board=3x3,walls=1", 7),
        ("board=2x4,walls=1", 7),
        ("board=5x5,walls=0", 9),
    ];
    let (options, stop) = (SearchOptions::default(), StopFlag::default());
    let mut results = HashMap::new();
    for (variant, most) in cases {
        for max_plies in 1..=most {
            let variant = format!("{variant},max-plies={max_plies}").parse().expect(variant);
            let game = Quoridor::new(Options::parse(&variant).expect("options"));
            let mut minimax = Minimax { game: &game, known: HashMap::new() };
            let mut pos = game.start();
            while let Turn::Player(_) = game.turn(&pos) {
                let (root, limits) = (Root::new(pos), Limits::nodes(3_000_000));
                let plain = minimax.solve(&pos);
                for solver in [solver::solve, solver::prove] {
                    let found = solver(&game, &options, &root, &limits, &stop, &mut |_| {});
                    let found = found.expect("two players");
                    let found = (found.result, found.plies, found.moves);
                    assert_eq!(found, plain, "{variant} ply {}", pos.ply());
                }
                *results.entry(plain.0.map(|result| format!("{result:?}"))).or_insert(0) += 1;
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                let mv = moves[usize::from(pos.ply()) % moves.len()];
                game.play(&mut pos, mv);
            }
        }
    }
    assert!(results.len() == 3 && results.values().all(|&n| n > 5), "{results:?}");
}

/// Only the fastest steps win a race.
#[test]
fn winning_moves_of_a_race_preserve_its_length() {
    let game = Quoridor::default();
    let setup = Setup::read("//e8 a9/0 0/1").expect("a position");
    let root = Root::new(setup.validate(&game).expect("legal"));
    let (options, stop) = (SearchOptions::default(), StopFlag::default());
    let limits = Limits::default();
    let found = solver::solve(&game, &options, &root, &limits, &stop, &mut |_| {});
    let found = found.expect("two players");
    let moves: Vec<_> = found.moves.iter().map(ToString::to_string).collect();
    assert_eq!((found.plies, moves), (Some(1), vec!["e9".to_owned()]));
}

/// The proof search and the complete analysis agree at the start and after every first move.
#[test]
fn proofs_and_the_complete_analysis_agree() {
    let mut compared = 0;
    for variant in [
        "board=3x3,walls=0",
        "board=3x3,walls=1",
        "board=3x4,walls=1",
        "board=4x4,walls=0",
        "board=5x5,walls=0",
    ] {
        let variant = variant.parse().expect(variant);
        let game = Quoridor::new(Options::parse(&variant).expect("options"));
        let options = SearchOptions::default();
        let start = game.start();
        let mut moves = Vec::new();
        game.legal_moves(&start, &mut moves);
        let mut positions = vec![start];
        for mv in moves {
            let mut child = start;
            game.play(&mut child, mv);
            positions.push(child);
        }
        for pos in positions {
            let root = Root::new(pos);
            let stop = StopFlag::default();
            let limits = Limits::nodes(300_000);
            let proof = solver::prove(&game, &options, &root, &limits, &stop, &mut |_| {});
            let proof = proof.expect("two players");
            let whole = Limits::default();
            let full = solver::solve(&game, &options, &root, &whole, &stop, &mut |_| {});
            let full = full.expect("two players");
            if let Some(result) = proof.result.filter(|&result| result != ProofResult::Draw) {
                assert_eq!(full.result, Some(result), "{variant} {:?}", pos.walls());
                assert_eq!(full.plies, proof.plies, "{variant} {:?}", pos.walls());
                compared += usize::from(full.plies.is_some());
            }
        }
    }
    assert!(compared > 20, "only {compared}");
}
