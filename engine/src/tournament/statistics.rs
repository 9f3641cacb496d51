//! What the results of games say about strength.
//!
//! Games are played in pairs, both sides of one opening, so the unit of the statistics is a pair: its score is one of
//! five, 0 to 2 points in halves (pentanomial). On unbalanced openings the two games of a pair are far from independent,
//! and counting single games would give wrong errors.
//!
//! CITE: Van den Bergh, "A practical introduction to the GSPRT" (generalised likelihood ratios of Elo hypotheses).
//! CITE: Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32, 2004.

use statrs::distribution::{ContinuousCDF, Normal};

use super::settings::Sprt;

/// Standard errors of a 95 % interval.
pub(super) const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// Scores of a pair, for each game.
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A value with the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalEstimate {
    /// The value.
    pub value: f64,
    /// The interval is `value ± error`.
    pub error: f64,
}

impl IntervalEstimate {
    /// The same from the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            value: 0.0 - self.value,
            ..self
        }
    }
}

/// Pairs of games by their score, for the first of two players: 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair by its points.
    pub fn add(&mut self, points: f64) {
        let index = (points * 2.0).round().clamp(0.0, 4.0) as usize;
        self.0[index] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Shares of the five scores.
    fn shares(&self) -> [f64; 5] {
        let n = self.pairs() as f64;
        self.0.map(|count| count as f64 / n)
    }

    /// The mean score of a game.
    pub fn score(&self) -> f64 {
        mean(&self.shares())
    }

    /// The variance of a pair's score around its mean.
    pub fn variance(&self) -> f64 {
        let (shares, mean) = (self.shares(), self.score());
        let square = |score: f64| (score - mean).powi(2);
        shares
            .iter()
            .zip(PAIR_SCORES)
            .map(|(share, score)| share * square(score))
            .sum()
    }

    /// The difference in Elo, from the logistic curve.
    pub fn elo(&self) -> Option<IntervalEstimate> {
        let n = self.pairs() as f64;
        if n == 0.0 {
            return None;
        }
        let half = NINETY_FIVE * (self.variance() / n).sqrt();
        let score = self.score();
        let (low, high) = (elo_of(score - half), elo_of(score + half));
        // Results that never differ say nothing about how far they might, and an interval that holds a score of all or nothing has no end.
        let has_ends = score - half > score_of(-MOST_ELO) && score + half < score_of(MOST_ELO);
        let error = if half > 0.0 && has_ends {
            (high - low) / 2.0
        } else {
            f64::INFINITY
        };
        Some(IntervalEstimate {
            value: elo_of(score),
            error,
        })
    }

    /// The difference in normalised Elo: the mean in units of a game's standard deviation, which does not depend on how
    /// drawish the openings are.
    pub fn normalised_elo(&self) -> Option<IntervalEstimate> {
        let (n, variance) = (self.pairs() as f64, self.variance());
        if n == 0.0 || variance <= 0.0 {
            return None;
        }
        let unit = 800.0 / std::f64::consts::LN_10 / (2.0 * variance).sqrt();
        Some(IntervalEstimate {
            value: (self.score() - 0.5) * unit,
            error: NINETY_FIVE * (variance / n).sqrt() * unit,
        })
    }

    /// The chance that the first player is the stronger.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (n, variance) = (self.pairs() as f64, self.variance());
        if n == 0.0 || variance <= 0.0 {
            return None;
        }
        let normal = Normal::new(0.0, 1.0).expect("a deviation of one");
        Some(normal.cdf((self.score() - 0.5) / (variance / n).sqrt()))
    }

    /// The logarithm of the likelihood ratio between the two hypotheses of a test.
    pub fn log_likelihood_ratio(&self, sprt: &Sprt) -> f64 {
        /// What stands for a score that has not come up: so both hypotheses stay possible.
        const TRACE: f64 = 1e-3;
        if self.pairs() == 0 {
            return 0.0;
        }
        let counts = self.0.map(|count| (count as f64).max(TRACE));
        let n: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / n);
        let null = most_likely(&shares, score_of(sprt.elo0));
        let alternative = most_likely(&shares, score_of(sprt.elo1));
        let ratio = |index: usize| shares[index] * (alternative[index] / null[index]).ln();
        n * (0..5).map(ratio).sum::<f64>()
    }
}

fn mean(shares: &[f64; 5]) -> f64 {
    shares
        .iter()
        .zip(PAIR_SCORES)
        .map(|(share, score)| share * score)
        .sum()
}

/// The most likely distribution with this mean for results of these shares: each share over `1 + t·(score − mean)`, where
/// `t` makes the mean right.
fn most_likely(shares: &[f64; 5], wanted: f64) -> [f64; 5] {
    let excess = PAIR_SCORES.map(|score| score - wanted);
    let off = |t: f64| -> f64 {
        let term = |(share, excess): (&f64, f64)| share * excess / (1.0 + t * excess);
        shares.iter().zip(excess).map(term).sum()
    };
    // Between its two poles the sum falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / (1.0 - wanted), 1.0 / wanted);
    for _ in 0..48 {
        let middle = f64::midpoint(low, high);
        if off(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|index| shares[index] / (1.0 + t * excess[index]))
}

/// The greatest Elo difference that is told.
pub const MOST_ELO: f64 = 1200.0;

/// The sign of an Elo difference that is a bound: `>` if it is at least so great, `<` if at most.
pub fn bound_of(elo: f64) -> Option<&'static str> {
    let is_bound = (elo.abs() - MOST_ELO).abs() < 0.05;
    is_bound.then_some(if elo > 0.0 { ">" } else { "<" })
}

/// The Elo difference that a score stands for, at most [`MOST_ELO`] either way.
pub fn elo_of(score: f64) -> f64 {
    let most = score_of(MOST_ELO);
    let score = score.clamp(1.0 - most, most);
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// The score that an Elo difference stands for.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below this the null hypothesis is accepted.
    pub lower: f64,
    /// At or above this the alternative is accepted.
    pub upper: f64,
}

impl SprtState {
    /// The state of a test after these pairs.
    pub fn new(sprt: &Sprt, pairs: &Pentanomial) -> Self {
        Self {
            llr: pairs.log_likelihood_ratio(sprt),
            lower: (sprt.beta / (1.0 - sprt.alpha)).ln(),
            upper: ((1.0 - sprt.beta) / sprt.alpha).ln(),
        }
    }

    /// The accepted hypothesis, if one is: `H0` or `H1`.
    pub fn accepted(&self) -> Option<&'static str> {
        match self.llr {
            llr if llr >= self.upper => Some("H1"),
            llr if llr <= self.lower => Some("H0"),
            _ => None,
        }
    }
}

/// What two players made of their games against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Encounter {
    /// The points of the first, a draw counting a half.
    pub points: f64,
    /// All their games.
    pub games: f64,
    /// The variance of a game's score, from pairs.
    pub variance: f64,
}

/// Ratings by maximum likelihood, with 95 % errors relative to the mean of all players, which is zero.
///
/// `encounters[i][j]` is what `i` made of his games against `j`. A quarter of a drawn game between all who met keeps
/// clean scores finite.
pub fn ratings(encounters: &[Vec<Encounter>]) -> Vec<IntervalEstimate> {
    const PRIOR: f64 = 0.25;
    let n = encounters.len();
    let met = |i: usize, j: usize| encounters[i][j].games > 0.0;
    let games = |i: usize, j: usize| encounters[i][j].games + if met(i, j) { PRIOR } else { 0.0 };
    let points =
        |i: usize, j: usize| encounters[i][j].points + if met(i, j) { PRIOR / 2.0 } else { 0.0 };
    let mut strengths = vec![1.0_f64; n];
    for _ in 0..10_000 {
        let before = strengths.clone();
        for i in 0..n {
            let won: f64 = (0..n).filter(|&j| j != i).map(|j| points(i, j)).sum();
            let share = |j: usize| games(i, j) / (strengths[i] + strengths[j]);
            let weight: f64 = (0..n).filter(|&j| j != i).map(share).sum();
            if weight > 0.0 {
                strengths[i] = won / weight;
            }
        }
        let log_mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / n as f64;
        for strength in &mut strengths {
            *strength /= log_mean.exp();
        }
        let moved = |(a, b): (&f64, &f64)| (a.ln() - b.ln()).abs();
        if strengths.iter().zip(&before).map(moved).fold(0.0, f64::max) < 1e-10 {
            break;
        }
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let errors = standard_errors(encounters, &strengths, &games);
    let estimate = |(strength, error): (&f64, f64)| IntervalEstimate {
        value: scale * strength.ln(),
        error: NINETY_FIVE * scale * error,
    };
    strengths.iter().zip(errors).map(estimate).collect()
}

/// Standard errors of the logarithms of strengths: `H⁻¹ V H⁻¹` with the curvature `H` of the likelihood and the observed
/// variance `V` of the points, so that correlated games of a pair count as what they are.
fn standard_errors(
    encounters: &[Vec<Encounter>],
    strengths: &[f64],
    games: &impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let n = strengths.len();
    let (mut curvature, mut spread) = (vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]);
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let expected = strengths[i] / (strengths[i] + strengths[j]);
            let played = games(i, j);
            let bent = played * expected * (1.0 - expected);
            let varied = played * encounters[i][j].variance;
            curvature[i][i] += bent;
            curvature[i][j] -= bent;
            spread[i][i] += varied;
            spread[i][j] -= varied;
        }
    }
    // The sum of all ratings is fixed: without that the curvature has no inverse.
    for row in &mut curvature {
        for entry in row {
            *entry += 1.0 / n as f64;
        }
    }
    let inverse = inverted(curvature);
    let entry = |i: usize| -> f64 {
        let sum = |a: usize| -> f64 {
            (0..n)
                .map(|b| inverse[i][a] * spread[a][b] * inverse[b][i])
                .sum()
        };
        (0..n).map(sum).sum()
    };
    (0..n).map(|i| entry(i).max(0.0).sqrt()).collect()
}

/// The inverse of a matrix by elimination with the largest pivot; what cannot be inverted gives large entries.
pub(crate) fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
        .collect();
    for column in 0..n {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..n)
            .max_by(|a, b| size(a).total_cmp(&size(b)))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let value = matrix[column][column];
        let scale = 1.0 / if value.abs() < 1e-12 { 1e-12 } else { value };
        for j in 0..n {
            matrix[column][j] *= scale;
            inverse[column][j] *= scale;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for j in 0..n {
                matrix[row][j] -= factor * matrix[column][j];
                inverse[row][j] -= factor * inverse[column][j];
            }
        }
    }
    inverse
}
