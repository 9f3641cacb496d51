//! What the pictures of positions show besides the board.

use ludex_kit::InputError;
use ludex_kit::registry::Seat;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyString};

use crate::errors::of_input;

/// The player at the bottom of a picture: a number from 1, or `"mover"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side(pub(crate) Seat);

impl FromPyObject<'_, '_> for Side {
    type Error = PyErr;

    fn extract(side: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if side.cast::<PyString>().is_ok_and(|word| word == "mover") {
            return Ok(Self(Seat::Mover));
        }
        let player = side.extract().map(|player| Self(Seat::Player(player)));
        player.map_err(|_| {
            let found = side.str().map_or_else(|_| String::new(), |text| text.to_string());
            of_input(&InputError::new("side", found, "the number of a player, or \"mover\""))
        })
    }
}

/// Candidate moves with their values, as the command line writes them. Floating-point numbers get two decimals.
pub(crate) fn arrows(values: &Bound<'_, PyDict>) -> PyResult<String> {
    let text = |value: &Bound<'_, PyAny>| match value.cast::<PyFloat>() {
        Ok(number) => Ok(format!("{:.2}", number.value())),
        Err(_) => PyResult::Ok(value.str()?.to_string()),
    };
    let pairs = values.iter().map(|(mv, value)| Ok(format!("{}={}", mv.str()?, text(&value)?)));
    Ok(pairs.collect::<PyResult<Vec<_>>>()?.join(";"))
}
