//! The engine in a game: as a player, for hints and for analysis.

use ludex_kit::registry::Session;
use ludex_kit::{InputError, Level};
use ludex_search::Limits;

use crate::config::Config;
use crate::options::{BookArgs, SearchArgs};
use ludex_base::numbers;
use ludex_study::book::SHIPPED;

/// The options of the engine.
pub(super) struct Engine<'a> {
    pub(super) search: &'a SearchArgs,
    pub(super) book: &'a BookArgs,
    pub(super) config: &'a Config,
    pub(super) limits: Limits,
}

/// Default number of lines of an analysis.
const USUAL_LINES: usize = 3;

impl Engine<'_> {
    /// Configures the engine as a player of the game; returns the seed.
    pub(super) fn take_seat(&self, session: &mut dyn Session) -> anyhow::Result<u64> {
        self.configure(self.search, session)
    }

    /// Configures the engine for hints: at full strength, whatever its playing level.
    pub(super) fn advise(&self, session: &mut dyn Session) -> anyhow::Result<()> {
        self.configure(&self.search.at_full_strength(), session)?;
        Ok(())
    }

    /// The playing level.
    pub(super) fn level(&self) -> Result<Level, InputError> {
        let chosen = self.config.or(self.search.level, "level", numbers::level)?;
        Ok(chosen.unwrap_or_default())
    }

    fn configure(&self, search: &SearchArgs, session: &mut dyn Session) -> anyhow::Result<u64> {
        let (config, limits) = (self.config, &self.limits);
        let mut chosen = search.configure(session, config, limits)?;
        self.book.open(SHIPPED, session, config, limits, &mut chosen)?;
        Ok(chosen.setup.options.seed)
    }

    /// Configures the engine for an analysis with several lines, at full strength.
    pub(super) fn analyse(&self, session: &mut dyn Session) -> anyhow::Result<()> {
        let lines = session.info().usual_lines.max(USUAL_LINES);
        let (config, limits) = (self.config, &self.limits);
        let search = self.search.at_full_strength();
        search.configure_with(session, config, limits, lines)?;
        Ok(())
    }
}
