//! The searches of Tantrix and its game knowledge beyond the rules.

pub mod baselines;
pub mod policy;
pub mod searches;

pub(crate) mod endgame;
pub(crate) mod levels;
pub(crate) mod loops;
pub(crate) mod self_play;

mod rollout;
