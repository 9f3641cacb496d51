//! What a judgement covers, and how it is shown.

use std::path::PathBuf;

use ludex_kit::registry::Session;
use ludex_kit::{InputError, Record};
use ludex_search::Limits;

use crate::config::Config;
use crate::options::{ChosenSearch, PositionArgs};

/// What is judged, and how it is shown.
pub(crate) struct Judging<'a> {
    pub(crate) position: &'a PositionArgs,
    pub(crate) config: &'a Config,
    /// The search of a step, on one thread.
    pub(crate) chosen: &'a ChosenSearch,
    /// Steps that are looked at at a time.
    pub(crate) threads: usize,
    pub(crate) limits: &'a Limits,
    pub(crate) annotate: Option<&'a PathBuf>,
    pub(crate) html: Option<&'a PathBuf>,
    pub(crate) order: Order,
    pub(crate) json: bool,
}

impl Judging<'_> {
    /// The game of a record, at its end.
    pub(super) fn open(&self, record: &Record) -> anyhow::Result<Box<dyn Session>> {
        let mut record = without_asides(record);
        Ok(self.position.open_record(&mut record, self.config)?.0)
    }
}

/// A game as it was played: what is wrong with its variations is reported once.
pub(crate) fn without_asides(record: &Record) -> Record {
    Record { asides: Vec::new(), ..record.clone() }
}

/// The order in which moves are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    /// As they were played.
    #[default]
    Ply,
    /// Those that lost most first.
    Worst,
}

impl std::str::FromStr for Order {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "ply" => Ok(Self::Ply),
            "worst" => Ok(Self::Worst),
            _ => {
                let error = InputError::new("", text, "ply or worst");
                Err(error.with_nearest(text, ["ply", "worst"]))
            }
        }
    }
}
