//! Tools for testing games and searches. They are not compiled into a program that does not use them.
//!
//! - [`Conformance`] plays random games and checks everything that a search relies on: every requirement of [`Game`],
//!   [`Evaluator`](crate::Evaluator), [`Tactics`](crate::Tactics) and [`Policy`](crate::Policy) that the compiler cannot check. A violation
//!   is reported in one sentence.
//! - [`check_search`] ends a search in every possible way, and plays its lines.
//! - [`Claims`] compares the results of a search with an exhaustive search by the rules.
//! - [`TreeGame`] is a literal tree, so that a test can state what a search must find.
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
pub use searching::{Decision, End, check_report, check_search, decisions};
pub use tree_game::{Node, ParseTreeError, TreeEvaluator, TreeGame};
pub use verify::{Claims, Rules};

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::interface::game::{Game, MoveList};

/// What is wrong if the player to move has no move, and what to do.
const NO_MOVES: &str = "`legal_moves` has no move for the player to move; end the game in `turn`, or add a move that passes";

/// Calls a method of a game. A panic inside becomes one sentence with the method, the remedy and the position.
///
/// # Panics
/// If the method panics.
pub fn guarded<T>(method: &str, remedy: &str, position: &str, call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|caught| {
        let message = message_of(&*caught).replace('\n', " ");
        panic!("`{method}` panics ({message}); {remedy}. Position: {position}")
    })
}

/// The message of a caught panic.
pub fn message_of(caught: &(dyn Any + Send)) -> &str {
    let text = caught.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| caught.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// The factor for the effort of tests: the environment variable `LUDEX_TEST_EFFORT`, or 1. Limits of nodes and numbers of random cases are
/// multiplied by it.
///
/// # Panics
/// If the variable is not a whole number above zero.
pub fn effort() -> u64 {
    const VARIABLE: &str = "LUDEX_TEST_EFFORT";
    match std::env::var(VARIABLE).as_deref().map(str::parse) {
        Err(_) => 1,
        Ok(Ok(effort)) if effort > 0 => effort,
        Ok(_) => panic!("{VARIABLE} must be a whole number above zero"),
    }
}

/// An early position of a game, six plies after the start. Each ply is the middle move of the list of legal moves.
pub fn early<G: Game>(game: &G) -> G::Position {
    let mut pos = game.start();
    for _ in 0..6 {
        let mut moves = MoveList::new();
        game.legal_moves(&pos, &mut moves);
        game.play(&mut pos, moves[moves.len() / 2]);
    }
    pos
}
