//! A whole random game as text, compared with a stored one. The test fails if rules, notation or the order of moves change.

use std::fmt::Write as _;

use ludex_kit::Notation;
use ludex_search::{Game, Turn};
use ludex_takt::Takt;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn playthrough() -> String {
    let game = Takt::<5>::new();
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut pos = game.start();
    let mut text = String::from("# seed 5, uniform among the legal moves; written by this test\n");
    let mut moves = Vec::new();
    while game.turn(&pos) != Turn::Over {
        moves.clear();
        game.legal_moves(&pos, &mut moves);
        let mv = moves[rng.next_u32() as usize % moves.len()];
        let (written, count) = (game.write_move(&pos, mv), moves.len());
        writeln!(text, "{}\t{count}\t{written}", game.write_position(&pos))
            .expect("writing to a string cannot fail");
        game.play(&mut pos, mv);
    }
    let end = game.write_position(&pos);
    format!("{text}{end}\n{}", super::board(&end))
}

#[test]
fn a_random_game_is_the_same_as_ever() {
    let stored = include_str!("../data/playthrough.txt");
    let found = playthrough();
    assert!(stored == found, "the game differs from the stored one; it is now:\n{found}");
}
