//! Moves, positions and games of Trax as text.

pub(crate) mod actions;
pub mod canonical;
pub(crate) mod names;
pub mod record;
pub mod setup;

pub(crate) mod words;
