//! Searches, rollouts, tables and training.

pub mod self_play;

mod beginnings;
pub(crate) mod levels;
pub(crate) mod rollout;
pub(crate) mod searches;
pub(crate) mod solver;
