//! The weights of the evaluation, all in one place.

/// The number of features.
pub const FEATURES: usize = 35;

/// Walls in stock, of both players together, at which the weights are given; between them they are interpolated.
pub const KNOTS: [i32; 4] = [0, 3, 8, 20];

/// The weights at each of the [`KNOTS`].
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For each feature, in thousandths of a step.
    pub features: [[i32; KNOTS.len()]; FEATURES],
    /// The score, in hundredths of a step, at which the odds to win are e : 1.
    pub win_scale: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            features: [
                [741, 304, 197, 166],
                [570, 45, 58, -124],
                [-1988, -1117, -714, 678],
                [-132, 6, -9, -88],
                [-86, -7, -93, 0],
                [1020, -354, 206, 0],
                [2346, 1489, 1741, -112],
                [0, 843, 960, -1460],
                [0, 1172, 834, 1618],
                [0, 522, 300, 701],
                [0, 498, 272, 8],
                [0, 108, -108, 101],
                [0, 0, 460, -516],
                [0, 0, 639, -549],
                [354, 224, 19, 52],
                [341, 1443, 732, -21],
                [-104, -98, -29, 67],
                [-566, -819, -266, 167],
                [-670, -242, -45, -310],
                [-1959, -669, -181, -382],
                [-260, -77, -74, -70],
                [66, 226, -4, 111],
                [1060, 686, 342, 181],
                [-379, -555, 13, 77],
                [-110, 38, 63, -292],
                [-11, 51, 39, -64],
                [-16, -79, -63, 16],
                [-168, -4, 33, -158],
                [-34, 23, 9, -51],
                [-186, 54, 82, -124],
                [-399, 73, -127, -312],
                [-146, 63, 21, -805],
                [687, 413, 265, -119],
                [319, 181, 9, 621],
                [657, 839, 303, -645],
            ],
            win_scale: 150.0,
        }
    }
}
