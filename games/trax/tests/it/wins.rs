//! The counts of `tests/data/trax/wins.tsv`: wins at the leaves, distinct positions.

use std::collections::HashSet;

use ludex_kit::{Notation, Variant};
use ludex_search::{Game, MoveList};
use ludex_trax::notation::canonical;
use ludex_trax::rules::board::Wins;
use ludex_trax::{Options, Position, Trax};

use super::data;

const ROWS: &str = include_str!("../data/wins.tsv");

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
                self.canonical.insert(canonical::canonical(pos));
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
    for row in data::rows(ROWS).skip(1) {
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let variant: Variant = row[0].parse().expect("a variant");
        let options = Options::parse(&variant, Options::default()).expect("known keys");
        let game = Trax::with_options(options);
        let mut pos = data::replay(&game, row[1]).expect("the rows are legal");
        let depth = number(row[2]) as u32;
        let mut leaves = Leaves {
            // Collecting a text for each leaf takes too long at greater depths.
            distinct: !row[6].is_empty() && depth <= 5,
            ..Leaves::default()
        };
        leaves.visit(&game, &mut pos, depth);
        let found = [leaves.white, leaves.red, leaves.both];
        assert_eq!(found, [row[3], row[4], row[5]].map(number), "{row:?}");
        if leaves.distinct {
            let found = [leaves.positions.len(), leaves.canonical.len()];
            assert_eq!(found.map(|count| count as u64), [row[6], row[7]].map(number));
        }
    }
}
