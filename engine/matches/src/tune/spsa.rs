//! SPSA, simultaneous perturbation stochastic approximation: all parameters are moved at once, each randomly up or down, and games between
//! the values in both directions show which direction is better.
//!
//! CITE: Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation",
//! IEEE Transactions on Automatic Control 37, 1992. CITE: Spall, "Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization", 1998 (the exponents and the stability constant). CITE: gains are given by
//! their values at the end, as in fishtest:
//! <https://official-stockfish.github.io/docs/fishtest-wiki/Fishtest-Mathematics.html>.

use rand::{Rng, RngExt};

use super::space::ParameterSpace;

/// Exponent of the decay of the gain.
const ALPHA: f64 = 0.602;
/// Exponent of the decay of the perturbation.
const GAMMA: f64 = 0.101;
/// Stability constant: the fraction of all pairs during which the gain hardly decays.
const STABILITY: f64 = 0.1;

/// The gain and the perturbation over a run, as multiples of each parameter's step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    n_pairs: f64,
    rate: f64,
}

impl Schedule {
    /// A run of `n_pairs`. At its end, one point of difference moves a parameter by `rate` times its step.
    pub fn new(n_pairs: u64, rate: f64) -> Self {
        Self { n_pairs: n_pairs as f64, rate }
    }

    /// The perturbation after this number of pairs, in steps: 1 at the end, more before.
    pub fn perturbation(&self, pairs: u64) -> f64 {
        ((self.n_pairs + 1.0) / (pairs as f64 + 1.0)).powf(GAMMA)
    }

    /// The gain after this number of pairs: how many of its steps a parameter moves per point of difference.
    pub fn gain(&self, pairs: u64) -> f64 {
        let base = STABILITY * self.n_pairs;
        let decay = ((base + self.n_pairs) / (base + pairs as f64 + 1.0)).powf(ALPHA);
        self.rate * decay / self.perturbation(pairs)
    }
}

/// A perturbation: the direction of each parameter, and the whole numbers that the two sides play with.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation {
    /// +1 or −1 for each parameter.
    pub signs: Vec<f64>,
    /// The values of the plus side, moved along the signs.
    pub plus: Vec<i32>,
    /// The values of the minus side.
    pub minus: Vec<i32>,
}

impl Perturbation {
    /// Moves all parameters at random. Values are rounded at random too, so that steps below one still have an
    /// effect on average.
    pub fn draw(space: &ParameterSpace, values: &[f64], size: f64, rng: &mut impl Rng) -> Self {
        let mut drawn = Self { signs: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (dimension, &value) in space.dimensions.iter().zip(values) {
            let sign = if rng.random::<bool>() { 1.0 } else { -1.0 };
            let offset = sign * size * dimension.step;
            // Both sides use the same random number, so that their distance varies less.
            let draw: f64 = rng.random();
            let rounded = |value: f64| dimension.clamp((value + draw).floor());
            drawn.signs.push(sign);
            drawn.plus.push(rounded(value + offset) as i32);
            drawn.minus.push(rounded(value - offset) as i32);
        }
        drawn
    }
}

/// Updates the values with the results of pairs that were drawn around these values. `scores` are the points of the plus side minus those
/// of the minus side, −2 to 2 for a pair.
pub fn update(
    space: &ParameterSpace,
    values: &mut [f64],
    gain: f64,
    perturbations: &[Perturbation],
    scores: &[f64],
) {
    for (index, (value, dimension)) in values.iter_mut().zip(&space.dimensions).enumerate() {
        let pairs = perturbations.iter().zip(scores);
        let pull: f64 = pairs.map(|(drawn, score)| drawn.signs[index] * score).sum();
        *value = dimension.clamp(*value + gain * dimension.step * pull);
    }
}
