//! The window of an alpha-beta search, and what a score in it means.

use std::ops::Neg;

use crate::interface::score::Score;

/// What is known about a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// The scores that matter: between `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// A score that the mover has for certain.
    pub alpha: Score,
    /// A score that the opponent has for certain.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self { alpha: Score::LOSS, beta: Score::WIN };

    /// A window of its own ends.
    pub fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// The window that only tells whether a score is above `alpha`.
    pub fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.offset(1) }
    }

    /// Whether the window can hold only one answer (above or not).
    pub fn is_null(self) -> bool {
        self.beta.value() - self.alpha.value() <= 1
    }

    /// What a score means that a search of this window returned.
    pub fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

impl Neg for Window {
    type Output = Self;
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
