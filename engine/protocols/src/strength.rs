//! The strength of an engine, set as a level, or as a rating that is converted to the nearest level.

use ludex_kit::{GameInfo, Level};

/// The strength setting.
#[derive(Clone, Debug)]
pub struct Strength {
    /// The level, which is used unless `is_limited` is set.
    pub level: Level,
    /// Whether the rating is used instead of the level.
    pub is_limited: bool,
    /// The rating.
    pub rating: u16,
}

impl Strength {
    /// This level. Its rating applies if a client limits the strength without setting a rating.
    pub fn new(level: Level, game: &GameInfo) -> Self {
        Self { level, is_limited: false, rating: game.level_ratings[level.index()] }
    }

    /// The level at which the engine plays; for a rating, the level with the nearest one.
    pub fn level_in_force(&self, game: &GameInfo) -> Level {
        if !self.is_limited {
            return self.level;
        }
        let distance = |level: &Level| game.level_ratings[level.index()].abs_diff(self.rating);
        Level::all().min_by_key(distance).unwrap_or(self.level)
    }

    /// The minimum and maximum rating of a game.
    pub fn ratings(game: &GameInfo) -> (u16, u16) {
        let ratings = game.level_ratings;
        (ratings[0], ratings[Level::FULL.index()])
    }
}
