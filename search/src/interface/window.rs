//! The window of an alpha-beta search, and the meaning of a score within it.

use std::ops::Neg;

use crate::interface::score::Score;

/// Whether a score is exact or a bound.
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

/// The range of scores that matter: between `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The player to move already has a move with this score: lower scores do not matter.
    pub alpha: Score,
    /// The opponent already has an alternative with this score: higher scores do not matter.
    pub beta: Score,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Self = Self { alpha: Score::LOSS, beta: Score::WIN };

    /// The window between these bounds.
    pub fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// The empty window that only decides whether a score is above `alpha`.
    pub fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.offset(1) }
    }

    /// Whether the window is [null](Self::null).
    pub fn is_null(self) -> bool {
        self.beta.value() - self.alpha.value() <= 1
    }

    /// The meaning of a score that a search of this window returned.
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
