//! Errors of a session.

use std::fmt;

use crate::interface::input_error::InputError;
use crate::say;

/// Why a session could not carry out a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The request is not valid for this game.
    Input(InputError),
    /// The request was valid but could not be carried out.
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

/// Why a valid request could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouldNot(pub String);

impl fmt::Display for CouldNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CouldNot {}

impl CouldNot {
    /// Error for a request that needs a game in progress.
    pub(super) fn game_over(sentence: String) -> Self {
        Self(sentence)
    }
}

/// Error if a step is played after the end of the game.
pub(super) fn unless_over(result: Option<&str>, step: &str) -> Result<(), InputError> {
    let Some(result) = result else {
        return Ok(());
    };
    let problem = say!("cannot be played: the game is over ({result})", result);
    Err(InputError::problem("move", step, problem)
        .with_hint(say!("leave out the moves after the end")))
}
