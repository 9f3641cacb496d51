//! Searches, and what they know of Takt beyond its rules.

pub mod proof;
pub mod tactics;

pub(crate) mod levels;
pub(crate) mod searches;
