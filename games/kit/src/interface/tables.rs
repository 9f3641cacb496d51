//! Endgames solved by tables. Large tables are stored by programs that can write files.

use std::io::{self, Read, Write};

use ludex_search::Game;

use crate::interface::explanation::Description;
use crate::interface::input_error::InputError;

/// Solves positions by tables.
pub trait EndgameTables<G: Game> {
    /// Solves a position. `None` if the tables do not cover it.
    fn solve_by_tables(
        &self,
        pos: &G::Position,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Result<Option<Solved>, InputError>;
}

/// Stores tables between runs.
pub trait TableStore {
    /// Opens a stored table; `None` if there is none.
    fn open(&self, name: &str) -> Option<Box<dyn Read>>;

    /// Stores a table atomically: completely or not at all.
    fn keep(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), InputError>;
}

/// How to solve a position by tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableRequest {
    /// Size of the table, if the user sets it.
    pub size: Option<u32>,
    /// Number of threads for computing a table.
    pub threads: usize,
}

/// A solved position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solved {
    /// `win`, `loss`, `draw`, or `unknown` if chance decides.
    pub result: &'static str,
    /// The best moves; empty if there is no choice.
    pub moves: Vec<String>,
    /// Further information.
    pub description: Description,
    /// All moves, best first, with information about each.
    pub lines: Vec<(String, Description)>,
}
