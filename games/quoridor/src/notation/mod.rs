//! Moves, positions and games of Quoridor as text.

pub mod frames;
pub mod record;
pub mod setup;
pub mod words;
