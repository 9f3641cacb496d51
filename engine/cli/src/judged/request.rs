//! A request to judge games: the options that decide what is judged and how it is shown.

use std::path::PathBuf;

use ludex_kit::registry::Session;
use ludex_kit::{InputError, Record, say};
use ludex_search::Limits;

use crate::config::Config;
use crate::options::{ChosenSearch, PositionArgs};

/// The options of a request to judge games.
pub(crate) struct Judging<'a> {
    pub(crate) position: &'a PositionArgs,
    pub(crate) config: &'a Config,
    /// The search for each step, on one thread.
    pub(crate) chosen: &'a ChosenSearch,
    /// Number of steps searched in parallel.
    pub(crate) threads: usize,
    pub(crate) limits: &'a Limits,
    pub(crate) annotate: Option<&'a PathBuf>,
    pub(crate) html: Option<&'a PathBuf>,
    pub(crate) order: Order,
    pub(crate) json: bool,
}

impl Judging<'_> {
    /// Opens the game of a record at its end.
    pub(super) fn open(&self, record: &Record) -> anyhow::Result<Box<dyn Session>> {
        let mut record = without_asides(record);
        Ok(self.position.open_record(&mut record, self.config)?.0)
    }
}

/// A game without its variations. Errors in variations are thus reported only once, by the game with them.
pub(crate) fn without_asides(record: &Record) -> Record {
    Record { asides: Vec::new(), ..record.clone() }
}

/// The order in which moves are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    /// In the order of play.
    #[default]
    Ply,
    /// Greatest loss first.
    Worst,
}

impl std::str::FromStr for Order {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "ply" => Ok(Self::Ply),
            "worst" => Ok(Self::Worst),
            _ => {
                let error = InputError::new("", text, say!("ply or worst"));
                Err(error.with_nearest(text, ["ply", "worst"]))
            }
        }
    }
}
