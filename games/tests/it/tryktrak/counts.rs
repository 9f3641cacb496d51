//! Perft, and counts that list nothing against lists.

use ludex_games::tryktrak::{Phase, Status, movegen};
use ludex_search::{Game, Turn, perft};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{after, open, rows};

/// The deepest count of the test; more with the environment variable `PERFT_DEPTH`.
fn greatest_depth() -> u32 {
    let depth = std::env::var("PERFT_DEPTH").ok();
    depth.and_then(|text| text.parse().ok()).unwrap_or(2)
}

#[test]
fn perft_of_the_start() {
    let (game, mut pos) = after("cube=no", "");
    pos = pos.with_status(Status {
        phase: Phase::ToRoll,
        ..pos.status()
    });
    for row in rows(include_str!("../../data/tryktrak/perft.tsv")) {
        let depth: u32 = row[0].parse().expect("a depth");
        if depth <= greatest_depth() {
            let leaves: u64 = row[1].parse().expect("a number");
            assert_eq!(perft(&game, &mut pos, depth), leaves);
            let weighted = row[2].parse().ok();
            let count = ludex_search::perft::leaves(&game, &mut pos, depth);
            assert_eq!(
                (count.nodes, Some(count.weighted)),
                (leaves, weighted.or(Some(count.weighted)))
            );
        }
    }
}

/// Counting agrees with listing along random games, for every throw.
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
                    game.reveal(&mut pos, event);
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
                                ludex_games::Notation::write_position(&game, &pos)
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

/// The steps of a play lead to the position that it was generated with.
#[test]
fn plays_lead_where_they_say() {
    for row in rows(include_str!("../../data/tryktrak/movegen_checks.tsv")) {
        let (_, pos) = open(row[0]);
        let dice: Vec<u8> = row[1].bytes().map(|byte| byte - b'0').collect();
        let mut plays = Vec::new();
        movegen::plays(pos.board(), (dice[0], dice[1]), &mut plays);
        for reached in plays {
            assert_eq!(pos.board().after(reached.play), reached.board, "{row:?}");
        }
    }
}
