//! The weights of the evaluation, all in one place.

/// The features of one side, counted for the mover and against him for the opponent.
pub const FEATURES: usize = 22;

/// The weights with all walls in stock, and with none.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For each feature, in thousandths of a step: at the start of a game and when the walls are used up.
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
                [-1000, -1300],
                [0, 0],
                [600, 300],
                [0, 0],
                [400, 600],
                [0, 0],
                [-60, 0],
                [0, 0],
                [0, 0],
                [0, 0],
                [0, 0],
                [40, 40],
                [0, 0],
                [0, 0],
                [40, 40],
                [0, 0],
                [0, 0],
                [0, 0],
                [0, 0],
                [0, 0],
                [0, 0],
                [0, 0],
            ],
            tempo: [500, 600],
            win_scale: 150.0,
        }
    }
}
