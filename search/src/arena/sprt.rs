//! Sequential probability ratio tests (SPRT) of two hypotheses about a difference in strength.
//!
//! CITE: Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial distribution",
//! <https://www.cantate.be/Fishtest/comparing_approximations.pdf> (proposition 1.1).
//!
//! CITE: Van den Bergh, "Comments on normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf> (section 4.1: a
//! hypothesis in normalised Elo).
//!
//! CITE: Wald, "Sequential tests of statistical hypotheses", 1945 (the bounds).

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use super::statistics::{NORMALISED_ELO, PAIR_SCORES, Pentanomial, score_of};

/// The unit of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Elo: a hypothesis fixes the mean score, by the logistic curve.
    #[default]
    Logistic,
    /// Normalised Elo: a hypothesis fixes the mean score divided by its standard deviation, so the length of a test hardly depends on the
    /// share of draws.
    Normalised,
}

/// A sequential test of two hypotheses about how much stronger the first player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The null hypothesis H0: the first player is this much stronger, in the unit of the model.
    pub elo0: f64,
    /// The alternative H1; greater than `elo0`. Within ±1000 Elo, or ±200 normalised Elo.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true: above 0, below 0.5.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true: above 0, below 0.5.
    pub beta: f64,
    /// The unit of the hypotheses.
    pub model: EloModel,
}

impl Sprt {
    /// A test between two values of Elo, with error probabilities of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }

    /// A test between two values of normalised Elo, with error probabilities of 5 %.
    pub fn normalised(elo0: f64, elo1: f64) -> Self {
        Self { model: EloModel::Normalised, ..Self::new(elo0, elo1) }
    }

    /// The same test with other error probabilities.
    #[must_use]
    pub fn with_errors(self, alpha: f64, beta: f64) -> Self {
        Self { alpha, beta, ..self }
    }

    /// The logarithm of the generalised likelihood ratio of the two hypotheses; 0 without pairs.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        /// The count of a score that has not occurred; above zero, so that both hypotheses remain possible.
        const TRACE: f64 = 1e-3;
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(TRACE));
        let n: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / n);
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => with_score(&shares, score_of(elo)),
            EloModel::Normalised => {
                with_ratio(&shares, std::f64::consts::SQRT_2 * elo / NORMALISED_ELO)
            }
        };
        let (Some(null), Some(alternative)) = (likeliest(self.elo0), likeliest(self.elo1)) else {
            return 0.0;
        };
        let ratio = |index: usize| shares[index] * (alternative[index] / null[index]).ln();
        n * (0..5).map(ratio).sum::<f64>()
    }
}

/// The maximum-likelihood distribution with this mean score, given these shares of results.
fn with_score(shares: &[f64; 5], score: f64) -> Option<[f64; 5]> {
    with_mean_zero(shares, &PAIR_SCORES.map(|pair| pair - score))
}

/// The maximum-likelihood distribution whose mean exceeds 0.5 by `ratio` standard deviations; `None` if no distribution over five scores
/// does.
fn with_ratio(shares: &[f64; 5], ratio: f64) -> Option<[f64; 5]> {
    let mut found = [0.2; 5];
    for _ in 0..10 {
        let mean: f64 = found.iter().zip(PAIR_SCORES).map(|(p, score)| p * score).sum();
        let square = |(p, score): (&f64, f64)| p * (score - mean).powi(2);
        let deviation = found.iter().zip(PAIR_SCORES).map(square).sum::<f64>().sqrt();
        // The condition is not linear. Each step replaces it by its tangent at the last distribution.
        let values = PAIR_SCORES.map(|score| {
            let from_mean = (score - mean) / deviation;
            score - 0.5 - 0.5 * ratio * deviation * (1.0 + from_mean.powi(2))
        });
        let next = with_mean_zero(shares, &values)?;
        let moved = next.iter().zip(found).map(|(new, old)| (new - old).abs());
        let is_settled = moved.fold(0.0, f64::max) < 1e-9;
        found = next;
        if is_settled {
            break;
        }
    }
    Some(found)
}

/// The maximum-likelihood distribution under which `values` have mean zero: each share divided by `1 + t·value`, where `t` is chosen to
/// make the mean zero. `None` if all values have the same sign.
fn with_mean_zero(shares: &[f64; 5], values: &[f64; 5]) -> Option<[f64; 5]> {
    let off = |t: f64| -> f64 {
        let term = |(share, value): (&f64, &f64)| share * value / (1.0 + t * value);
        shares.iter().zip(values).map(term).sum()
    };
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // The sum falls from +∞ to −∞ between its two poles, so bisection finds `t`.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..48 {
        let middle = f64::midpoint(low, high);
        if off(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    Some(std::array::from_fn(|index| shares[index] / (1.0 + t * values[index])))
}

/// The hypothesis that a test has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The null hypothesis.
    H0,
    /// The alternative.
    H1,
}

impl Hypothesis {
    /// `H0` or `H1`.
    pub fn name(self) -> &'static str {
        match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        }
    }
}

impl Display for Hypothesis {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// The null hypothesis is accepted at or below this: ln(β / (1 − α)).
    pub lower: f64,
    /// The alternative is accepted at or above this: ln((1 − β) / α).
    pub upper: f64,
}

impl SprtState {
    /// The state of a test after these pairs.
    pub fn new(sprt: &Sprt, pairs: &Pentanomial) -> Self {
        Self {
            llr: sprt.log_likelihood_ratio(pairs),
            lower: (sprt.beta / (1.0 - sprt.alpha)).ln(),
            upper: ((1.0 - sprt.beta) / sprt.alpha).ln(),
        }
    }

    /// The accepted hypothesis, if there is one.
    pub fn accepted(&self) -> Option<Hypothesis> {
        match self.llr {
            llr if llr >= self.upper => Some(Hypothesis::H1),
            llr if llr <= self.lower => Some(Hypothesis::H0),
            _ => None,
        }
    }
}

/// A test of pairs that end in any order. Pairs are evaluated in the order of their numbers, so the decision does not depend on the order
/// in which they end, or on the number of threads.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    /// Points of finished pairs, by index, after a pair that has not finished.
    waiting: BTreeMap<usize, f64>,
    n_counted: usize,
    counted: Pentanomial,
    decided: Option<(usize, Hypothesis)>,
}

impl SequentialTest {
    /// A test to which no pair was added yet.
    pub fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            waiting: BTreeMap::new(),
            n_counted: 0,
            counted: Pentanomial::default(),
            decided: None,
        }
    }

    /// Adds the points of the first player (0 to 2) in the pair with this index.
    pub fn add(&mut self, pair: usize, points: f64) {
        self.waiting.insert(pair, points);
        while self.decided.is_none()
            && let Some(points) = self.waiting.remove(&self.n_counted)
        {
            self.counted.add(points);
            let accepted = SprtState::new(&self.sprt, &self.counted).accepted();
            self.decided = accepted.map(|accepted| (self.n_counted, accepted));
            self.n_counted += 1;
        }
    }

    /// The index of the pair that decided the test, and the accepted hypothesis.
    pub fn decided(&self) -> Option<(usize, Hypothesis)> {
        self.decided
    }
}
