//! Positions that tables solve.

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::tables::{Solved, TableRequest, TableStore};

/// Solving by tables, which a caller keeps.
pub trait SolveByTables {
    /// Solves the position by tables; none where the game has none for it.
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
