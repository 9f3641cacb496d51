//! Judging recorded games: what each move lost, measured by searches or in the manner of the game. Planning a turn of several
//! moves.

mod by_game;
mod by_search;
mod classes;
mod job;
mod judged;
mod look;
mod plan;
mod state;

pub use by_game::{ByGame, tally_of};
pub use by_search::BySearch;
pub use classes::{BLUNDER, Class, INACCURACY, MISTAKE, Mark, accuracy};
pub use job::{Judged, Judgement, Manner, Work, judge};
pub use judged::{Candidate, JudgedMove, MissedWin, Totals, totals, worst};
pub use look::{Chances, Look};
pub use plan::{PlannedReply, TurnPlan, plan};
pub use state::JudgingState;
