//! Engine searches for a table.

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
    /// The state of the table for which the search was started; findings are discarded if the table has changed.
    pub(super) stamp: u64,
    pub(super) purpose: Purpose,
    pub(super) heading: Heading,
    pub(super) stretch: Stretch,
    pub(super) level: Level,
    /// Seed of the mistakes that lower levels make.
    pub(super) seed: u64,
    pub(super) limits: Limits,
}

/// What the result of a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The engine's move.
    Move,
    /// The engine's answer to a draw offer of this player.
    Draw(usize),
    /// A hint for this player.
    Hint(usize),
}

/// Size of the transposition table of one search, in MiB. It is small because searches in rooms are short.
pub(super) const HASH_MIB: usize = 16;

impl Job {
    /// The search limits for a move if the game has no clock.
    pub(super) fn usual_limits() -> Limits {
        Limits { time: Some(DEFAULT_TIME), ..Limits::default() }
    }

    /// Searches until the limits are reached or the flag is raised.
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
