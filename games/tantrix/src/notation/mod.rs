//! Moves, positions and games of Tantrix as text.

pub mod setup;

pub(crate) mod actions;
pub(crate) mod record;
pub(crate) mod words;
