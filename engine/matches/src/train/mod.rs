//! `ludex train`: networks of a game learn from its self-play.
//!
//! Two ways, one command. Games of dice play by their networks alone, which learn the chances of [`outcomes`] while they
//! play. Games for alpha-beta learn in generations ([`scores`]): games of a search are written down, a network learns from
//! their scores and results, and must beat the one before at equal time.

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
            let expected = "the folder of a training run that can be written";
            InputError::new(&*name, error.to_string(), expected)
        }
        TryLockError::WouldBlock => {
            let found = "a training run that is running";
            InputError::new(&*name, found, "a folder that nobody else uses")
        }
    })
}
