//! The native part of the Python package `ludex`. The package `python/ludex` imports it as `ludex._ludex` and adds the documented
//! functions and classes around it.
//!
//! **Invariant:** No panic crosses the border, and no long work holds Python's interpreter lock: it runs in `work::interruptible`, which
//! answers Ctrl-C. Positions reach a search as values and not as text.

#![expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned values")]

mod batch;
mod engine;
mod errors;
mod game;
mod judging;
mod live;
mod many;
mod moves;
mod observation;
mod options;
mod pictures;
mod position;
mod puzzles;
mod random_game;
mod reading;
mod record;
mod rollouts;
mod study;
mod to_python;
mod tournament;
mod work;

use pyo3::prelude::pymodule;

#[pymodule(gil_used = false)]
mod _ludex {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::engine::Searcher;
    #[pymodule_export]
    use super::errors::{CouldNotError, LudexError};
    #[pymodule_export]
    use super::game::{Game, game_names, option_list};
    #[pymodule_export]
    use super::judging::judge;
    #[pymodule_export]
    use super::live::Live;
    #[pymodule_export]
    use super::many::search_many;
    #[pymodule_export]
    use super::moves::Moves;
    #[pymodule_export]
    use super::position::{Position, restore_position};
    #[pymodule_export]
    use super::puzzles::{make_puzzles, solve_puzzle};
    #[pymodule_export]
    use super::random_game::RandomGame;
    #[pymodule_export]
    use super::reading::read_records;
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::rollouts::{resume_rollout, rollout};
    #[pymodule_export]
    use super::study::{perft, solve};
    #[pymodule_export]
    use super::tournament::{play_tournament, resume_tournament};

    /// Sets the catalogue of games, which the rest of the program asks for its games.
    #[pymodule_init]
    fn init() {
        ludex_base::catalogue::choose(&ludex_games::CATALOGUE);
        ludex_base::output::set_quiet();
    }
}
