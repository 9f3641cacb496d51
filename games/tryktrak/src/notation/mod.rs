//! Plays, positions and matches as text.

mod actions;
mod any_position;
pub mod match_id;
pub mod ogid;
pub mod plays;
pub mod position_id;
pub mod setup;
pub mod xgid;

pub(crate) mod record;
pub(crate) mod words;
