//! Searches, and what they know of Trax beyond its rules.

pub mod proof;
pub(crate) mod rollout;
pub mod searches;
pub mod tactics;

pub(crate) mod levels;
