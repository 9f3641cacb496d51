//! Judges recorded games: the loss of each move, by search or by the game's own method. Also plans turns of several
//! moves.
//!
//! **Invariant:** A record is judged position by position. Each step has its own search on one thread, without shared state, so verdicts do
//! not depend on how many run at a time, and each finished step is a line of a state file. Judging by the game's own method (`Annotator`)
//! and judging by search are two `JudgingMethod`s of the same job (`engine/tests/it/judged.rs`).

mod annotated;
mod by_game;
mod by_search;
mod classes;
mod game;
mod job;
mod judged;
mod luck;
mod plan;
mod searched;
mod state;

pub use annotated::{annotated_records, annotation_format};
pub use by_game::{ByGame, tally_of};
pub use by_search::BySearch;
pub use classes::{BLUNDER, Class, INACCURACY, MISTAKE, Mark, accuracy};
pub use game::{
    GameReport, GameTask, JudgedGame, judge_game, match_json, matches, summary, worst_moves,
};
pub use job::{Judgement, JudgingMethod, JudgingTask, PendingVerdict, judge};
pub use judged::{Candidate, JudgedMove, MissedWin, Totals, totals, worst};
pub use luck::{GameLuck, score_text};
pub use plan::{PlannedReply, TurnPlan, plan};
pub use searched::{Chances, SearchedPosition};
pub use state::JudgingState;
