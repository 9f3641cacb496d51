//! What an engine of a protocol is set to.

use std::time::Duration;

use ludex_games::{GameInfo, SearchSetup, Variant};

use super::Strength;

/// What the engine is set to.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The game.
    pub game: &'static GameInfo,
    /// The options of the variant that were set.
    pub variant: Variant,
    /// The name of the search; the game's default if none.
    pub search: Option<String>,
    /// Threads, hash and the like; the level in force.
    pub setup: SearchSetup,
    /// Level and rating as they were set.
    pub strength: Strength,
    /// The word for the book that is open.
    pub book: String,
    /// What a move costs of a clock beyond the search.
    pub overhead: Duration,
}
