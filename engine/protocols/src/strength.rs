//! How strong an engine plays, as protocols set it: a level, or a rating that stands for one.

use ludex_kit::{GameInfo, Level};

/// How strong the engine is set to play.
#[derive(Clone, Debug)]
pub struct Strength {
    /// The level, which counts unless the strength is limited.
    pub level: Level,
    /// Whether the rating counts.
    pub is_limited: bool,
    /// The rating.
    pub rating: u16,
}

impl Strength {
    /// This level, and its rating for whoever asks for a limit and names none.
    pub fn new(level: Level, game: &GameInfo) -> Self {
        Self { level, is_limited: false, rating: game.level_ratings[level.index()] }
    }

    /// The level at which the engine plays: of a rating, the one whose own is nearest.
    pub fn level_in_force(&self, game: &GameInfo) -> Level {
        if !self.is_limited {
            return self.level;
        }
        let distance = |level: &Level| game.level_ratings[level.index()].abs_diff(self.rating);
        Level::all().min_by_key(distance).unwrap_or(self.level)
    }

    /// The least and the greatest rating of a game.
    pub fn ratings(game: &GameInfo) -> (u16, u16) {
        let ratings = game.level_ratings;
        (ratings[0], ratings[Level::FULL.index()])
    }
}
