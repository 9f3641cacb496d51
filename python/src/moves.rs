//! The legal moves of a position, as a sequence of texts that are written on demand.

use std::sync::Arc;

use ludex_kit::registry::PositionValue;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};

/// The legal moves of a position: a sequence of texts, which are written when they are read. It equals a list of the same texts.
#[pyclass(frozen, sequence, module = "ludex")]
pub(crate) struct Moves {
    pub(crate) value: Arc<dyn PositionValue>,
}

impl Moves {
    fn texts(&self) -> impl DoubleEndedIterator<Item = String> + ExactSizeIterator {
        (0..self.value.n_moves()).map(|index| self.value.move_text(index).unwrap_or_default())
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.texts())
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.value.n_moves()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return self.list(py)?.as_any().get_item(index);
        }
        let (index, length) = (index.extract::<isize>()?, self.value.n_moves());
        let index =
            if index < 0 { index.checked_add_unsigned(length).unwrap_or(-1) } else { index };
        let text = usize::try_from(index).ok().and_then(|index| self.value.move_text(index));
        let text = text.ok_or_else(|| PyIndexError::new_err("there is no move with this index"))?;
        Ok(text.into_pyobject(py)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.texts().rev())?.try_iter()
    }

    fn __contains__(&self, text: &Bound<'_, PyAny>) -> bool {
        text.extract::<String>().is_ok_and(|text| self.texts().any(|known| known == text))
    }

    /// The index of a move.
    fn index(&self, text: &str) -> PyResult<usize> {
        let found = self.texts().position(|known| known == text);
        found.ok_or_else(|| PyValueError::new_err(format!("{text} is not in the list of moves")))
    }

    /// 1 if the move is legal, else 0.
    fn count(&self, text: &str) -> usize {
        self.texts().filter(|known| known == text).count()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(self.texts().eq(other.get().texts()));
        }
        if let Ok(other) = other.cast::<PyList>() {
            return self.list(py)?.eq(other);
        }
        Ok(false)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string_lossy().into_owned())
    }
}
