//! The searches that Quoridor supports.

use ludex_search::Score;

use super::rules::Quoridor;
use crate::SearchKind;

/// Every search; the first is the default.
pub(super) static ALL: &[SearchKind<Quoridor>] = &[];

/// A score in steps.
pub(super) fn steps(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
