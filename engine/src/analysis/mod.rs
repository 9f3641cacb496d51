//! Judging a recorded game: what each move lost, measured by the search itself. Planning a turn of several moves.

mod judge;
mod plan;

pub use judge::{JudgedMove, Mark, Totals, judge, totals};
pub use plan::{PlannedReply, TurnPlan, plan};
