//! Compares `movegen::count` with the length of the list of plays.

use ludex_search::{Game, Turn};
use ludex_tryktrak::rules::movegen;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{after, open, rows};

/// Checks the positions of random games with every roll.
#[test]
fn counts_agree_with_lists() {
    let mut checked = 0;
    for seed in 0..60 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let (game, mut pos) = after("cube=no", "");
        loop {
            match game.turn(&pos) {
                Turn::Over => break,
                Turn::Chance => {
                    let event = game.sample(&pos, &mut rng);
                    game.apply_chance(&mut pos, event);
                }
                Turn::Player(_) => {
                    let board = pos.board();
                    for first in 1..=6 {
                        for second in 1..=first {
                            let mut plays = Vec::new();
                            movegen::plays(board, (first, second), &mut plays);
                            let count = movegen::count(board, (first, second));
                            assert_eq!(
                                count,
                                plays.len() as u64,
                                "{first}{second} in {}",
                                ludex_kit::Notation::write_position(&game, &pos)
                            );
                            checked += 1;
                        }
                    }
                    let mut moves = Vec::new();
                    game.legal_moves(&pos, &mut moves);
                    game.play(&mut pos, moves[rng.next_u32() as usize % moves.len()]);
                }
            }
        }
    }
    assert!(checked > 50_000, "{checked}");
}

/// The steps of a generated play lead to the position that is listed with the play.
#[test]
fn plays_lead_where_they_say() {
    for row in rows(include_str!("../data/movegen_checks.tsv")) {
        let (_, pos) = open(row[0]);
        let dice: Vec<u8> = row[1].bytes().map(|byte| byte - b'0').collect();
        let mut plays = Vec::new();
        movegen::plays(pos.board(), (dice[0], dice[1]), &mut plays);
        for reached in plays {
            assert_eq!(pos.board().after(reached.play), reached.board, "{row:?}");
        }
    }
}
