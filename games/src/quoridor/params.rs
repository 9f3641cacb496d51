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
                [415, 360, 267, 46],
                [368, 297, 180, -103],
                [-1018, -776, -372, 598],
                [74, 38, -23, -169],
                [3, 41, 104, 255],
                [464, 498, 555, 691],
                [1638, 1649, 1666, 1709],
                [1631, 1503, 1290, 778],
                [682, 639, 567, 395],
                [1006, 835, 549, -136],
                [607, 397, 47, -794],
                [634, 410, 36, -860],
                [1467, 1117, 533, -868],
                [1707, 1259, 512, -1280],
                [114, 79, 21, -118],
                [755, 687, 574, 302],
                [-102, -64, -2, 148],
                [106, 32, -92, -388],
                [-508, -457, -371, -166],
                [-551, -431, -232, 247],
                [-332, -275, -179, 50],
                [154, 128, 86, -17],
                [502, 441, 338, 93],
                [-574, -462, -276, 172],
                [-112, -123, -142, -186],
                [90, 87, 83, 72],
                [-10, -18, -31, -63],
                [-23, 13, 72, 214],
                [108, 75, 20, -113],
                [52, 23, -26, -143],
                [259, 177, 40, -289],
                [0, 0, 0, 0],
                [0, 0, 0, 0],
                [0, 0, 0, 0],
                [0, 0, 0, 0],
            ],
            win_scale: 150.0,
        }
    }
}
