//! Moves, positions and games of Quoridor as text.

pub(crate) mod actions;
pub mod frames;
mod lines;
pub mod qtp;
pub mod record;
pub mod setup;
mod squares;
pub mod words;
