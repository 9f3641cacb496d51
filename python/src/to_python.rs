//! Converts JSON values to objects of Python.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// The object of Python for a JSON value.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => Ok(flag.into_pyobject(py)?.to_owned().into_any()),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => Ok(whole.into_pyobject(py)?.into_any()),
            (None, Some(whole)) => Ok(whole.into_pyobject(py)?.into_any()),
            (None, None) => Ok(number.as_f64().into_pyobject(py)?.into_any()),
        },
        Value::String(text) => Ok(text.into_pyobject(py)?.into_any()),
        Value::Array(items) => {
            let list = PyList::empty(py);
            items.iter().try_for_each(|item| list.append(to_python(py, item)?))?;
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            fields.iter().try_for_each(|(key, field)| dict.set_item(key, to_python(py, field)?))?;
            Ok(dict.into_any())
        }
    }
}
