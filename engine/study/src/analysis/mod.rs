//! Judges recorded games: the loss of each move, by search or by the game's own method. Also plans turns of several
//! moves.
//!
//! **Invariant:** A record is judged position by position. Each step has its own search on one thread, without shared state, so verdicts do
//! not depend on how many run at a time, and each finished step is a line of a state file. Judging by the game's own method (`Annotator`)
//! and judging by search are two `JudgingMethod`s of the same job (`engine/tests/it/judged.rs`).

mod by_game;
mod by_search;
mod classes;
mod job;
mod judged;
mod plan;
mod searched;
mod state;

pub use by_game::{ByGame, tally_of};
pub use by_search::BySearch;
pub use classes::{BLUNDER, Class, INACCURACY, MISTAKE, Mark, accuracy};
pub use job::{Judgement, JudgingMethod, JudgingTask, PendingVerdict, judge};
pub use judged::{Candidate, JudgedMove, MissedWin, Totals, totals, worst};
pub use plan::{PlannedReply, TurnPlan, plan};
pub use searched::{Chances, SearchedPosition};
pub use state::JudgingState;
