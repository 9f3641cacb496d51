//! What the searches know of Trax beyond its rules.

pub mod proof;
pub mod searches;
pub mod tactics;

pub(crate) mod levels;
