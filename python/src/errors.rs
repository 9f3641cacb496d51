//! Errors: the sentences of the program, as exceptions of Python.

use ludex_kit::InputError;
use ludex_kit::registry::{CouldNot, SessionError};
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    ludex,
    LudexError,
    PyValueError,
    "An input that Ludex does not accept. The message says where it is, what is wrong, and what to do."
);
create_exception!(
    ludex,
    CouldNotError,
    LudexError,
    "A valid request that could not be carried out, such as a search after the end of a game."
);

/// The exception for an input.
pub(crate) fn of_input(error: &InputError) -> PyErr {
    LudexError::new_err(in_words(&error.to_string()))
}

/// The exception for a request that could not be carried out.
pub(crate) fn could_not(CouldNot(why): &CouldNot) -> PyErr {
    CouldNotError::new_err(in_words(why))
}

/// The exception for a request to a session.
pub(crate) fn of_session(error: &SessionError) -> PyErr {
    match error {
        SessionError::Input(error) => of_input(error),
        SessionError::CouldNot(error) => could_not(error),
    }
}

/// The exception for any error.
pub(crate) fn of_any(error: &anyhow::Error) -> PyErr {
    if let Some(error) = ludex_base::failure::input_error(error) {
        return of_input(error);
    }
    match error.downcast_ref() {
        Some(error) => of_session(error),
        None => CouldNotError::new_err(in_words(&format!("{error:#}"))),
    }
}

/// A sentence of the program with its options written as keywords: `--nodes` becomes `nodes`.
fn in_words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text.strip_prefix(": ").unwrap_or(text);
    while let Some((before, after)) = rest.split_once("--") {
        words.push_str(before);
        let is_in_command = words.matches('`').count() % 2 == 1;
        let is_option = after.starts_with(|letter: char| letter.is_ascii_lowercase())
            && !is_in_command
            && !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '-');
        if !is_option {
            words.push_str("--");
        }
        rest = after;
    }
    words.push_str(rest);
    without_prefix_of_parameters(&words)
}

/// The parameters of a search without their prefix on the command line: `set.contempt` becomes `contempt`.
fn without_prefix_of_parameters(text: &str) -> String {
    const PREFIX: &str = "set.";
    let mut words = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(PREFIX) {
        words.push_str(before);
        let is_parameter = after.starts_with(|letter: char| letter.is_ascii_lowercase())
            && !before.ends_with(char::is_alphanumeric);
        if !is_parameter {
            words.push_str(PREFIX);
        }
        rest = after;
    }
    words + rest
}
