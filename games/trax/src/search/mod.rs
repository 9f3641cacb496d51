//! The searches of Trax and its game knowledge beyond the rules.

pub mod proof;
pub(crate) mod rollout;
pub mod searches;
pub mod tactics;

pub(crate) mod levels;
