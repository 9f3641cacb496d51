//! What a network sees of one position, as arrays of NumPy.

use ludex_kit::registry::{Observation, PositionValue};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The observation of a position as a dictionary of arrays. An exception if NumPy is missing.
pub(crate) fn arrays<'py>(
    py: Python<'py>,
    value: &dyn PositionValue,
) -> PyResult<Bound<'py, PyDict>> {
    check_numpy(py)?;
    let Observation { shape, planes, numbers, inputs, .. } =
        value.observation().unwrap_or_default();
    let (inputs, values): (Vec<u32>, Vec<f32>) =
        inputs.into_iter().map(|(input, value)| (u32::from(input), value)).unzip();
    let dict = PyDict::new(py);
    dict.set_item("planes", planes.into_pyarray(py).reshape(shape)?)?;
    dict.set_item("numbers", numbers.into_pyarray(py))?;
    dict.set_item("inputs", inputs.into_pyarray(py))?;
    dict.set_item("values", values.into_pyarray(py))?;
    Ok(dict)
}

/// An exception if NumPy is missing. Without this check the first array would panic.
pub(crate) fn check_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop).map_err(|error| {
        let missing = PyImportError::new_err("arrays need NumPy: pip install 'ludex[numpy]'");
        missing.set_cause(py, Some(error));
        missing
    })
}
