//! A random game, one position at a time.

use std::sync::{Arc, Mutex, PoisonError};

use ludex_kit::registry::PositionValue;
use pyo3::prelude::*;
use rand_pcg::Pcg64;

use crate::errors::of_input;
use crate::game::Game;
use crate::position::Position;

/// An iterator over the positions of a random game.
#[pyclass(frozen, module = "ludex._ludex")]
pub(crate) struct RandomGame {
    game: Py<Game>,
    /// The last position, and the random numbers for the next steps.
    now: Mutex<(Arc<dyn PositionValue>, Pcg64)>,
}

impl RandomGame {
    pub(crate) fn new(game: Py<Game>, first: Arc<dyn PositionValue>, rng: Pcg64) -> Self {
        Self { game, now: Mutex::new((first, rng)) }
    }
}

#[pymethods]
impl RandomGame {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Position>> {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let (here, rng) = &mut *now;
        let Some(after) = here.after_random(rng) else {
            return Ok(None);
        };
        *here = after.map_err(|error| of_input(&error))?;
        Ok(Some(Position { game: self.game.clone_ref(py), value: here.clone() }))
    }
}
