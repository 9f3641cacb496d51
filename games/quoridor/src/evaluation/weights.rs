//! The weights of the evaluation.

use std::sync::{LazyLock, OnceLock};

use ludex_search::{Parameter, ParameterSet};

use ludex_kit::support::chances::Chances;
use ludex_kit::{Language, say};

/// Number of features.
pub const FEATURES: usize = 35;

/// The total numbers of walls in stock at which weights are given. Between them the weights are interpolated.
pub const KNOTS: [i32; 4] = [0, 3, 8, 20];

/// The weights at each of the [`KNOTS`].
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For each feature, in thousandths of a step.
    pub features: [[i32; KNOTS.len()]; FEATURES],
    /// The score, in hundredths of a step, at which the odds of winning are e : 1.
    pub win_scale: f32,
}

/// The conversion of scores to probabilities, which depends on the phase of the game.
pub static CHANCES: LazyLock<Chances> = LazyLock::new(|| {
    let text = include_str!("../../data/chances.txt");
    Chances::read(text).expect("a shipped file is whole; a test reads it")
});

impl Default for Weights {
    fn default() -> Self {
        Self {
            features: [
                [743, 320, 204, -3],
                [300, 173, -43, 12],
                [-2649, -1561, -787, 286],
                [-52, 3, -15, -31],
                [-26, 97, 116, 214],
                [1023, -722, -1808, 11],
                [2737, 1238, 1757, 80],
                [0, 704, 762, -533],
                [0, 619, 518, 389],
                [0, 8, 566, 356],
                [0, -678, 151, 279],
                [0, -91, 106, 476],
                [0, 0, 246, -35],
                [0, 0, 1105, -60],
                [179, 251, -14, 65],
                [428, 1450, 649, 11],
                [-78, -46, -1, 3],
                [-343, -875, -35, -631],
                [-916, -65, -123, -324],
                [-1189, -568, -48, -335],
                [-201, -131, -129, 77],
                [42, 173, 6, 15],
                [854, 843, 420, 49],
                [-20, -601, -169, 130],
                [7, 160, -246, 106],
                [-73, -3, 172, -121],
                [-3, -47, -59, -39],
                [281, 98, 91, -80],
                [82, 39, -3, -113],
                [280, 77, 47, 0],
                [457, 302, 195, -418],
                [-159, -3, -109, -92],
                [906, 666, 370, -429],
                [252, 347, 52, 236],
                [760, 1092, 90, 55],
            ],
            win_scale: 150.0,
        }
    }
}

/// The largest weight that can be set, positive or negative.
const LARGEST: i32 = 20_000;

/// The weights as named parameters, such as `weight_3_at_8`, to set or tune them one by one.
impl ParameterSet for Weights {
    fn slots(&mut self) -> Vec<(Parameter, &mut i32)> {
        static LISTS: [OnceLock<Vec<Parameter>>; 3] = [const { OnceLock::new() }; 3];
        let list = LISTS[Language::current() as usize].get_or_init(named);
        list.iter().copied().zip(self.features.as_flattened_mut()).collect()
    }
}

/// Every weight as a parameter. Parameters need texts with a static lifetime, so they are leaked; this happens only once in each language.
fn named() -> Vec<Parameter> {
    let every = (1..=FEATURES).flat_map(|feature| KNOTS.map(|walls| (feature, walls)));
    let parameter = |(feature, walls)| Parameter {
        name: format!("weight_{feature}_at_{walls}").leak(),
        default: 0,
        min: -LARGEST,
        max: LARGEST,
        about: say!(
            "Thousandths of a step: feature {feature}, with {walls} walls in stock.",
            feature,
            walls
        )
        .leak(),
    };
    every.map(parameter).collect()
}
