//! What a game shows to the rest of the world.

pub mod catalogue;
pub mod chance;
pub mod endings;
pub mod explanation;
pub mod gestures;
pub mod input_error;
pub mod judging;
pub mod learner;
pub mod level;
pub mod notation;
pub mod offers;
pub mod pictures;
pub mod puzzle_lists;
pub mod puzzles;
pub mod real_time;
pub mod record;
pub mod rollouts;
pub mod search_kinds;
pub mod setting_up;
pub mod shipped;
pub mod table_talk;
pub mod tables;
pub mod tagged;
pub mod training;
pub mod variant;
pub mod views;
