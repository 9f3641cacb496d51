//! The weights of the evaluation, and the meaning of its scores.

use std::sync::LazyLock;

use ludex_search::{Score, Wdl};

use super::layout;
use ludex_kit::support::chances::Chances;

/// Units of a weight per unit of a score.
pub const UNITS: i32 = 10;

/// The score at which the odds of winning are e : 1.
pub const LOGIT: f32 = 200.0;

/// One weight per feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub Vec<i16>);

/// The fitted weights. The first lines of the file describe how they were made.
static FITTED: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_str!("../../data/weights.txt")));

/// The conversion of scores to probabilities, fitted for each phase of the game.
pub static CHANCES: LazyLock<Chances> = LazyLock::new(|| {
    let text = include_str!("../../data/chances.txt");
    Chances::read(text).expect("a shipped file is whole; a test reads it")
});

impl Weights {
    /// Parses weights: numbers in order, and comment lines that begin with `#`. Missing weights are 0.
    pub fn read(text: &str) -> Self {
        let mut weights: Vec<i16> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace)
            .filter_map(|word| word.parse().ok())
            .collect();
        weights.resize(layout::n_features(), 0);
        Self(weights)
    }
}

impl Default for Weights {
    fn default() -> Self {
        FITTED.clone()
    }
}

/// The probabilities for a score. Draws are too rare in Trax to be counted.
pub fn wdl(score: Score) -> Wdl {
    let win = if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-score.value() as f32 / LOGIT).exp())
    };
    Wdl { win, draw: 0.0, loss: 1.0 - win }
}
