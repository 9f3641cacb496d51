//! The counts of `tests/data/trax/perft.tsv`: leaves, wins at the leaf, distinct positions.

use std::collections::HashSet;

use ludex_games::Notation;
use ludex_games::trax::{Position, Trax, board::Wins, symmetry};
use ludex_search::{Game, MoveList, perft};

use super::data;

const ROWS: &str = include_str!("../../data/trax/perft.tsv");

/// Rows of more leaves than this need `LUDEX_PERFT_NODES`.
fn limit() -> u64 {
    std::env::var("LUDEX_PERFT_NODES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(200_000_000)
}

fn start(game: &Trax, text: &str) -> Position {
    let moves = if text == "empty" { "" } else { text };
    data::replay(game, moves).expect("the rows are legal")
}

#[test]
fn leaves_equal_the_published_numbers() {
    let limit = limit();
    let mut n_checked = 0;
    for row in data::rows(ROWS) {
        let (game, depth, leaves) = (data::game(row[0]), row[2], row[3]);
        let leaves: u64 = leaves.parse().expect("a number");
        if leaves <= limit {
            let mut pos = start(&game, row[1]);
            let found = perft(&game, &mut pos, depth.parse().expect("a depth"));
            assert_eq!(found, leaves, "{} {} depth {depth}", row[0], row[1]);
            n_checked += 1;
        }
    }
    assert!(n_checked >= 30, "only {n_checked} rows");
}

#[derive(Default)]
struct Leaves {
    white: u64,
    red: u64,
    both: u64,
    positions: HashSet<String>,
    canonical: HashSet<String>,
    distinct: bool,
}

impl Leaves {
    fn visit(&mut self, game: &Trax, pos: &mut Position, depth: u32) {
        if depth == 0 {
            let won = |loops: Wins, lines: Wins| pos.wins().has(loops) || pos.wins().has(lines);
            let white = won(Wins::WHITE_LOOP, Wins::WHITE_LINE);
            let red = won(Wins::RED_LOOP, Wins::RED_LINE);
            let winner = game.returns(pos)[0];
            self.white += u64::from(winner > 0.0);
            self.red += u64::from(winner < 0.0);
            self.both += u64::from(white && red);
            if self.distinct && self.positions.insert(game.write_position(pos)) {
                self.canonical.insert(symmetry::canonical(pos));
            }
            return;
        }
        let mut moves = MoveList::new();
        if pos.ending().is_none() {
            game.legal_moves(pos, &mut moves);
        }
        for mv in moves {
            let undo = game.play(pos, mv);
            self.visit(game, pos, depth - 1);
            game.undo(pos, mv, undo);
        }
    }
}

#[test]
fn wins_and_distinct_positions_equal_the_published_numbers() {
    let limit = limit().min(8_000_000);
    for row in data::rows(ROWS).filter(|row| row[4] != "?") {
        let number = |text: &str| text.parse::<u64>().expect("a number");
        if number(row[3]) > limit {
            continue;
        }
        let game = data::game(row[0]);
        let mut pos = start(&game, row[1]);
        let mut leaves = Leaves {
            distinct: row[7] != "-" && number(row[3]) < 300_000,
            ..Leaves::default()
        };
        leaves.visit(&game, &mut pos, number(row[2]) as u32);
        let found = [leaves.white, leaves.red, leaves.both];
        let expected = [row[4], row[5], row[6]].map(number);
        assert_eq!(found, expected, "{} {} depth {}", row[0], row[1], row[2]);
        if leaves.distinct {
            let found = [leaves.positions.len(), leaves.canonical.len()];
            assert_eq!(
                found.map(|count| count as u64),
                [row[7], row[8]].map(number)
            );
        }
    }
}
