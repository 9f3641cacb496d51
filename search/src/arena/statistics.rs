//! Statistics of pairs of games.
//!
//! Games are played in pairs, one with each side of an opening, so the unit of the statistics is a pair. Its score is one of five: 0 to 2
//! points in steps of one half (pentanomial). With unbalanced openings the two games of a pair are strongly correlated, and statistics of
//! single games would have wrong errors.
//!
//! CITE: Van den Bergh, "Normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo.pdf>.

use statrs::distribution::{ContinuousCDF, Normal};

/// The half width of a 95 % interval in standard errors.
pub const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// The possible scores of a pair, per game.
pub(super) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Normalised Elo is (mean score − 0.5) / (standard deviation of a game), times this factor. Between players who never draw, a small
/// difference is then about the same in Elo and in normalised Elo.
pub(super) const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// A value with the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalEstimate {
    /// The value.
    pub value: f64,
    /// The interval is `value ± error`.
    pub error: f64,
}

impl IntervalEstimate {
    /// The same value from the other player's view.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { value: 0.0 - self.value, ..self }
    }

    /// An Elo difference as text with this number of decimal places: `+12.3 ± 4.5`; `> +1200` for a [bound](bound_of); `+12.3 (too few
    /// games)` if the error is not bounded.
    pub fn elo_text(self, digits: usize) -> String {
        let Self { value, error } = self;
        if let Some(sign) = bound_of(value) {
            return format!("{sign} {:+.0}", MOST_ELO.copysign(value));
        }
        let mut text = format!("{value:+.digits$}");
        if !text.contains(|digit| matches!(digit, '1'..='9')) {
            text = text.replace('-', "+");
        }
        if error.is_finite() {
            format!("{text} ± {error:.digits$}")
        } else {
            format!("{text} (too few games)")
        }
    }
}

/// The number of pairs by score, for the first of two players: 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair by the points of the first player: 0 to 2 in steps of one half.
    pub fn add(&mut self, points: f64) {
        let index = (points * 2.0).round().clamp(0.0, 4.0) as usize;
        self.0[index] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The shares of the five scores.
    fn shares(&self) -> [f64; 5] {
        let n = self.pairs().max(1) as f64;
        self.0.map(|count| count as f64 / n)
    }

    /// The mean score of a game, 0 to 1; 0 without pairs.
    pub fn score(&self) -> f64 {
        mean(&self.shares())
    }

    /// The variance of a pair's score per game (0 to 1): 0 to ¼.
    pub fn variance(&self) -> f64 {
        let (shares, mean) = (self.shares(), self.score());
        let square = |score: f64| (score - mean).powi(2);
        shares.iter().zip(PAIR_SCORES).map(|(share, score)| share * square(score)).sum()
    }

    /// The difference in Elo, from the logistic curve ([`elo_of`] the score), with its 95 % interval, which is infinite if the results do
    /// not bound it. `None` without pairs.
    pub fn elo(&self) -> Option<IntervalEstimate> {
        let n = self.pairs() as f64;
        if n == 0.0 {
            return None;
        }
        let half = NINETY_FIVE * (self.variance() / n).sqrt();
        let score = self.score();
        let (low, high) = (elo_of(score - half), elo_of(score + half));
        // Equal results give no estimate of the variance, and an interval that contains a score of 0 or 1 is unbounded.
        let has_ends = score - half > score_of(-MOST_ELO) && score + half < score_of(MOST_ELO);
        let error = if half > 0.0 && has_ends { (high - low) / 2.0 } else { f64::INFINITY };
        Some(IntervalEstimate { value: elo_of(score), error })
    }

    /// The difference in normalised Elo: the mean in units of a game's standard deviation, which does not depend on the share of draws. The
    /// error is that of the mean alone; the variance is treated as known. `None` if all pairs have the same score.
    pub fn normalised_elo(&self) -> Option<IntervalEstimate> {
        let (n, variance) = (self.pairs() as f64, self.variance());
        if n == 0.0 || variance <= 0.0 {
            return None;
        }
        let unit = NORMALISED_ELO / (2.0 * variance).sqrt();
        Some(IntervalEstimate {
            value: (self.score() - 0.5) * unit,
            error: NINETY_FIVE * (variance / n).sqrt() * unit,
        })
    }

    /// The likelihood of superiority (LOS), 0 to 1: the probability that the first player is stronger, from the normal distribution of the
    /// mean. `None` if all pairs have the same score.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (n, variance) = (self.pairs() as f64, self.variance());
        if n == 0.0 || variance <= 0.0 {
            return None;
        }
        let normal = Normal::new(0.0, 1.0).expect("a deviation of one");
        Some(normal.cdf((self.score() - 0.5) / (variance / n).sqrt()))
    }

    /// The likelihood of superiority as it is shown to users: limited to 0.1 % to 99.9 %. `None` if the results do not bound the error of
    /// Elo.
    pub fn superiority_to_show(&self) -> Option<f64> {
        let is_bounded = self.elo().is_some_and(|elo| elo.error.is_finite());
        let chance = self.likelihood_of_superiority().filter(|_| is_bounded);
        chance.map(|chance| chance.clamp(0.001, 0.999))
    }
}

fn mean(shares: &[f64; 5]) -> f64 {
    shares.iter().zip(PAIR_SCORES).map(|(share, score)| share * score).sum()
}

/// The greatest Elo difference that is reported.
pub const MOST_ELO: f64 = 1200.0;

/// The sign to print before an Elo difference that is only a bound (±[`MOST_ELO`]): `>` for at least, `<` for at most. `None` for other
/// differences.
pub fn bound_of(elo: f64) -> Option<&'static str> {
    let is_bound = (elo.abs() - MOST_ELO).abs() < 0.05;
    is_bound.then_some(if elo > 0.0 { ">" } else { "<" })
}

/// The Elo difference of a score, limited to ±[`MOST_ELO`].
pub fn elo_of(score: f64) -> f64 {
    let most = score_of(MOST_ELO);
    let score = score.clamp(1.0 - most, most);
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// The score of an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
