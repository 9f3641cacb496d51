//! What goes wrong in a session.

use std::fmt;

use crate::interface::input_error::InputError;

/// Why a session did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// What was asked is no question about this game.
    Input(InputError),
    /// It was understood but could not be done.
    CouldNot(CouldNot),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::CouldNot(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<InputError> for SessionError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<CouldNot> for SessionError {
    fn from(error: CouldNot) -> Self {
        Self::CouldNot(error)
    }
}

/// What was understood but could not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouldNot(pub String);

impl fmt::Display for CouldNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CouldNot {}

impl CouldNot {
    /// A game that is over leaves nothing to do.
    pub(super) fn at_the_end(what: &str, result: &str) -> Self {
        Self(format!("{what}: the game is over ({result})"))
    }
}

/// A step needs a game that goes on.
pub(super) fn unless_over(result: Option<&str>, step: &str) -> Result<(), InputError> {
    let Some(result) = result else {
        return Ok(());
    };
    let expected = format!("no further move: the game is over ({result})");
    Err(InputError::new("move", step, expected).with_hint("leave out the moves after the end"))
}
