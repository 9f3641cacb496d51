//! The exact values of small boards.

use ludex_games::quoridor::rules::options::parse_board;
use ludex_games::quoridor::search::retrograde::{Retrograde, exchanged};
use ludex_games::quoridor::search::solver;
use ludex_games::quoridor::{Options, Quoridor};
use ludex_search::testing::effort;
use ludex_search::{Game, Limits, ProofResult, Root, SearchOptions, StopFlag};

const SOLVED: &str = include_str!("../../data/quoridor/solved.tsv");

/// Positions of all patterns together; larger boards are left to those who make more [`effort`].
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

/// The search for proofs and the complete analysis, from the start and after every first move.
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
