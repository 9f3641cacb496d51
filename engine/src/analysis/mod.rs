//! Judging a recorded game: what each move lost, measured by the search itself.

mod judge;

pub use judge::{JudgedMove, Mark, Totals, judge, totals};
