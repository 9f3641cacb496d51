//! The weights of the evaluation, all in one place.

/// The features of one side, counted for the mover and against him for the opponent.
pub const FEATURES: usize = 12;

/// The weights with all walls in stock, and with none.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For each feature, in hundredths of a step: at the start of a game and when the walls are used up.
    pub features: [[i32; 2]; FEATURES],
    /// What it is worth to be on move.
    pub tempo: [i32; 2],
    /// The score at which the odds to win are e : 1.
    pub win_scale: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            features: [
                [-100, -130],
                [60, 30],
                [40, 60],
                [-6, 0],
                [2, 1],
                [4, 4],
                [4, 4],
                [0, 0],
                [0, 0],
                [0, 0],
                [0, 0],
                [0, 0],
            ],
            tempo: [50, 60],
            win_scale: 150.0,
        }
    }
}
