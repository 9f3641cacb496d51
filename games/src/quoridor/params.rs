//! The weights of the evaluation, all in one place.

/// The features of one side, counted for the mover and against him for the opponent.
pub const FEATURES: usize = 31;

/// The weights with all walls in stock, and with none.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For each feature, in thousandths of a step: at the start of a game and when the walls are used up.
    pub features: [[i32; 2]; FEATURES],
    /// The score at which the odds to win are e : 1.
    pub win_scale: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            features: [
                [201, 326],
                [0, 0],
                [-97, -1111],
                [-116, 47],
                [0, 0],
                [1669, 1325],
                [1229, 2172],
                [229, 1046],
                [95, 1014],
                [-39, 982],
                [-173, 950],
                [-307, 918],
                [-441, 886],
                [-575, 854],
                [86, -155],
                [-259, 472],
                [60, -52],
                [0, 0],
                [0, 0],
                [0, 0],
                [0, 0],
                [-14, 22],
                [51, -544],
                [44, -253],
                [294, 109],
                [-7, 46],
                [-107, -53],
                [-99, 180],
                [-159, 87],
                [-83, 111],
                [-55, 128],
            ],
            win_scale: 150.0,
        }
    }
}
