//! Tests of the games.

mod books;
mod conformance;
mod einstein;
mod every_game;
mod fuzzing;
mod gestures;
mod history;
mod long_texts;
mod luck;
mod move_lists;
mod perft;
mod pictures;
mod quoridor;
mod records;
mod searches;
mod setting_up;
mod takt;
mod tantrix;
mod tantrix_gobble;
mod tantrix_puzzles;
mod trax;
mod tryktrak;
mod tryktrak_networks;
mod tryktrak_tables;
mod variations;
mod verifier;

/// An early position of a game: every time the move in the middle of the list.
fn early<G: ludex_search::Game>(game: &G) -> G::Position {
    let mut pos = game.start();
    for _ in 0..6 {
        let mut moves = ludex_search::MoveList::new();
        game.legal_moves(&pos, &mut moves);
        game.play(&mut pos, moves[moves.len() / 2]);
    }
    pos
}
