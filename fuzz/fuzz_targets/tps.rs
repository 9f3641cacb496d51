//! A position that is read can be written, read again and played from.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_kit::{Playable, Variant, Visitor};
use ludex_search::Turn;

struct Accepted;

impl Visitor for Accepted {
    type Output = ();
    fn visit<G: Playable>(self, game: G, mut pos: G::Position) {
        let again =
            game.parse_position(&game.write_position(&pos)).expect("what was written can be read");
        assert_eq!(game.hash(&again), game.hash(&pos));
        let _ = game.render(&pos);
        if game.turn(&pos) == Turn::Over {
            return;
        }
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        assert_eq!(moves.len() as u64, game.count_moves(&pos));
        for mv in moves {
            let undo = game.play(&mut pos, mv);
            game.undo(&mut pos, mv, undo);
        }
        assert_eq!(game.hash(&again), game.hash(&pos));
    }
}

fuzz_target!(|text: &str| {
    let _ = ludex_games::visit("takt", &Variant::new(), Some(text), Accepted);
});
