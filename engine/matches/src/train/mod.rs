//! `ludex train`: networks of a game learn from its self-play.
//!
//! One trait of a learner ([`Learner`](ludex_kit::interface::learner::Learner)), and two ways to go on. Networks that tell what
//! becomes of a position learn in rounds while they play ([`outcomes`]). Networks that correct a score learn in generations
//! ([`scores`]): games of a search are written down, a network learns from their scores and results, and must beat the one
//! before at equal time. What the scores mean then is fitted to games of tournaments ([`chances`]).

pub mod chances;
mod curve;
pub mod outcomes;
pub mod scores;
mod stage;

use std::fs::{File, TryLockError};
use std::path::Path;

use ludex_kit::InputError;

use ludex_base::output;

/// What happened to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnding {
    /// All stages are done.
    Done,
    /// It was told to stop, and can go on.
    Stopped,
}

/// Takes a folder for one run alone, as long as the file that it gives is open.
pub fn lock(folder: &Path) -> Result<File, InputError> {
    let name = folder.display().to_string();
    output::lock_folder(folder).map_err(|error| match error {
        TryLockError::Error(error) => {
            InputError::sentence(&*name, format!("the folder cannot be written: {error}"))
        }
        TryLockError::WouldBlock => {
            InputError::sentence(&*name, "another process is running this training")
        }
    })
}
