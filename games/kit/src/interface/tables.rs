//! Endgames that are solved by tables. Large tables are kept by whoever may write files.

use std::io::{self, Read, Write};

use ludex_search::Game;

use crate::interface::explanation::Description;
use crate::interface::input_error::InputError;

/// Solves positions by tables.
pub trait EndgameTables<G: Game> {
    /// Solves a position; none where the tables do not know it.
    fn solve_by_tables(
        &self,
        pos: &G::Position,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Result<Option<Solved>, InputError>;
}

/// Where tables are kept from one run to the next.
pub trait TableStore {
    /// Opens a table that was kept; none if there is none.
    fn open(&self, name: &str) -> Option<Box<dyn Read>>;

    /// Keeps a table, whole or not at all.
    fn keep(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), InputError>;
}

/// What is asked of the tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableRequest {
    /// The size of the table, where the user says so.
    pub size: Option<u32>,
    /// Threads to compute one with.
    pub threads: usize,
}

/// A position that is solved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solved {
    /// `win`, `loss`, `draw`, or `unknown` where chance decides.
    pub result: &'static str,
    /// The best moves, if there is a choice.
    pub moves: Vec<String>,
    /// What else there is to say.
    pub description: Description,
    /// All moves, best first, with what there is to say about each.
    pub lines: Vec<(String, Description)>,
}
