//! Parameters of expectiminimax.

use crate::SearchOptions;

/// Parameters of expectiminimax.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectimaxOptions {
    /// The options of every search.
    pub search: SearchOptions,
    /// What users call the depth at which moves are judged by the evaluation right behind them: 1 in most games, 0 where
    /// players say so.
    pub first_depth: u32,
    /// The least and the greatest value of a position.
    pub range: (f32, f32),
    /// Narrow the window through chance nodes (Star1), by what the range says of the events still to come.
    pub star1: bool,
}

impl Default for ExpectimaxOptions {
    fn default() -> Self {
        Self {
            search: SearchOptions::default(),
            first_depth: 1,
            range: (-1.0, 1.0),
            star1: true,
        }
    }
}
