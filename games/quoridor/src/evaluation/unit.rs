//! The unit of scores.

use ludex_search::Score;

/// Converts a score to steps: 100 points are one step.
pub(crate) fn steps(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
