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
                [46, 415],
                [-103, 368],
                [598, -1018],
                [-169, 74],
                [255, 3],
                [691, 464],
                [1709, 1638],
                [778, 1631],
                [395, 682],
                [-136, 1006],
                [-794, 607],
                [-860, 634],
                [-868, 1467],
                [-1280, 1707],
                [-118, 114],
                [302, 755],
                [148, -102],
                [-388, 106],
                [-166, -508],
                [247, -551],
                [50, -332],
                [-17, 154],
                [93, 502],
                [172, -574],
                [-186, -112],
                [72, 90],
                [-63, -10],
                [214, -23],
                [-113, 108],
                [-143, 52],
                [-289, 259],
            ],
            win_scale: 150.0,
        }
    }
}
