//! The unit of scores.

use ludex_search::Score;

/// A score in steps.
pub(crate) fn steps(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
