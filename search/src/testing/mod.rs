//! What tests of games and searches share. Nothing here is part of a program that does not use it.
//!
//! - [`Conformance`] plays random games and checks all that a search relies on: every contract of [`Game`],
//!   [`Evaluator`](crate::Evaluator), [`Tactics`](crate::Tactics) and [`Policy`](crate::Policy) that the compiler cannot see.
//!   What is broken is reported in one sentence.
//! - [`check_search`] tells a search to end in every way there is, and plays the lines that it answers.
//! - [`Claims`] holds what a search has found against everything that can happen by the rules.
//! - [`TreeGame`] is a literal tree, in which a test can say what a search must find.
//!
//! ```
//! use ludex_search::testing::{Conformance, TreeGame};
//! let tree = TreeGame::parse("a(x=b(1 -1) ?(1:1 2:a(0 0.5)) b(@x -0.5))").expect("well-formed");
//! Conformance::new(&tree).games(20).check();
//! ```

mod conformance;
mod searching;
mod tree_game;
mod verify;

pub use conformance::Conformance;
pub use searching::{End, check_report, check_search, decisions};
pub use tree_game::{Node, ParseTreeError, TreeEvaluator, TreeGame};
pub use verify::{Claims, Rules};

use crate::interface::game::{Game, MoveList};

/// By how much a test may do more than usual: the environment variable `LUDEX_TEST_EFFORT`, 1 where it is not set. Limits of
/// nodes and numbers of random cases are multiplied by it.
///
/// # Panics
/// If the variable is not a whole number above zero.
pub fn effort() -> u64 {
    const VARIABLE: &str = "LUDEX_TEST_EFFORT";
    match std::env::var(VARIABLE).as_deref().map(str::parse) {
        Err(_) => 1,
        Ok(Ok(effort)) if effort > 0 => effort,
        Ok(_) => panic!("{VARIABLE} is a whole number above zero"),
    }
}

/// An early position of a game: six plies from the start, each the move in the middle of the list.
pub fn early<G: Game>(game: &G) -> G::Position {
    let mut pos = game.start();
    for _ in 0..6 {
        let mut moves = MoveList::new();
        game.legal_moves(&pos, &mut moves);
        game.play(&mut pos, moves[moves.len() / 2]);
    }
    pos
}
