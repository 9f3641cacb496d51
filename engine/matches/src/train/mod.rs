//! `ludex train`: trains a game's networks by self-play.
//!
//! There is one trait for learners ([`Learner`](ludex_kit::interface::learner::Learner)) and two training methods. Networks that predict
//! the outcome of a position learn in rounds during play ([`outcomes`]). Networks that correct a score learn in generations ([`scores`]):
//! games of a search are recorded, a network learns from their scores and results, and it must beat the previous network at equal time. The
//! win probabilities of its scores are then fitted to tournament games ([`chances`]).

pub mod chances;
mod curve;
pub mod outcomes;
pub mod scores;
mod stage;

use std::fs::{File, TryLockError};
use std::path::Path;

use ludex_kit::{InputError, say};

use ludex_base::output;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnding {
    /// All stages are done.
    Done,
    /// It was stopped and can be resumed.
    Stopped,
}

/// Locks a folder for one run, while the returned file is open.
pub fn lock(folder: &Path) -> Result<File, InputError> {
    let name = folder.display().to_string();
    output::lock_folder(folder).map_err(|error| match error {
        TryLockError::Error(error) => {
            InputError::sentence(&*name, say!("the folder cannot be written: {error}", error))
        }
        TryLockError::WouldBlock => {
            InputError::sentence(&*name, say!("another process is running this training"))
        }
    })
}
