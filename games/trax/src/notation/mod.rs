//! Moves, positions and games of Trax as text.

pub mod canonical;
pub(crate) mod names;
pub mod record;
pub mod setup;

pub(crate) mod words;
