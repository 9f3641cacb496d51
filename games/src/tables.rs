//! Endgames that are solved by tables. Large tables are kept by whoever may write files.

use std::io::{self, Read, Write};

use crate::{Explanation, InputError};

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
    /// What else there is to say. Its lines are the moves, in a table of their own.
    pub explanation: Explanation,
    /// The words of the lines.
    pub words: Vec<String>,
}
