//! The exact values of small boards.

use ludex_games::quoridor::retrograde::{Retrograde, exchanged};
use ludex_games::quoridor::{Options, Quoridor, options::parse_board};
use ludex_search::Game;

const SOLVED: &str = include_str!("../../data/quoridor/solved.tsv");

/// Positions of all patterns together; larger boards are left to those who set `LUDEX_SOLVE_PATTERNS`.
const PATTERNS: usize = 400;

#[test]
fn small_boards_have_their_published_values() {
    let limit = std::env::var("LUDEX_SOLVE_PATTERNS").ok();
    let limit = limit
        .and_then(|limit| limit.parse().ok())
        .unwrap_or(PATTERNS);
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
