//! Positions that tables solve.

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::tables::{Solved, TableRequest, TableStore};

/// Solves positions by tables that the caller stores.
pub trait SolveByTables {
    /// Solves the position by tables. `None` if the game has no tables for it.
    fn solve_by_tables(
        &self,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Result<Option<Solved>, InputError>;
}

impl<G: Playable> SolveByTables for Erased<G> {
    fn solve_by_tables(
        &self,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Result<Option<Solved>, InputError> {
        let tables = self.game.offers().tables;
        tables.map_or(Ok(None), |tables| tables.solve_by_tables(self.now(), request, store))
    }
}
