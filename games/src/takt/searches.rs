//! The searches that Takt supports.

use ludex_search::Score;

use super::Takt;
use super::pile::{Board, Size};
use crate::SearchKind;

/// Every search; the first is the default.
pub(super) fn all<const N: usize>() -> &'static [SearchKind<Takt<N>>]
where
    Size<N>: Board,
{
    &[]
}

/// A score in flats.
pub(super) fn flats(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
