//! Searches, and the knowledge of Takt that they use in addition to the rules.

pub mod proof;
pub mod tactics;

pub(crate) mod levels;
pub(crate) mod searches;
