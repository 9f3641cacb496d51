//! What the engine thinks about at a table.

use ludex_kit::interface::shipped::BookChoice;
use ludex_kit::registry::Findings;
use ludex_kit::{Level, SearchSetup};
use ludex_search::{Limits, SearchOptions, StopFlag};

use ludex_base::limits::DEFAULT_TIME;
use ludex_study::book;
use ludex_study::played::record::{Heading, Stretch};

/// A search for a table.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The state of the table that it is about; what is found is of no use once that has changed.
    pub(super) stamp: u64,
    pub(super) purpose: Purpose,
    pub(super) heading: Heading,
    pub(super) stretch: Stretch,
    pub(super) level: Level,
    /// Of the mistakes of lower levels.
    pub(super) seed: u64,
    pub(super) limits: Limits,
}

/// What is done with what a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The engine moves.
    Move,
    /// The engine accepts or declines a draw that this player offers.
    Draw(usize),
    /// This player gets a hint.
    Hint(usize),
}

/// The memory of one search, in MiB: a table's searches are short.
pub(super) const HASH_MIB: usize = 16;

impl Job {
    /// The limits of a move where there is no clock.
    pub(super) fn usual_limits() -> Limits {
        Limits { time: Some(DEFAULT_TIME), ..Limits::default() }
    }

    /// Searches, until it is done or stopped.
    pub(super) fn search(&self, stop: &StopFlag) -> anyhow::Result<Findings> {
        let mut session = self.heading.open(&self.stretch)?;
        let book = if self.level.is_full() {
            book::choice(book::SHIPPED, session.info())?
        } else {
            BookChoice::None
        };
        let options =
            SearchOptions { hash_mib: HASH_MIB, seed: self.seed, ..SearchOptions::default() };
        let setup = SearchSetup { options, level: self.level, book, ..SearchSetup::default() };
        session.configure(None, setup)?;
        Ok(session.search(&self.limits, stop, &mut |_| {})?)
    }
}
