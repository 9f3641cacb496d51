//! Moves, positions and games of Takt as text.

mod actions;
pub(crate) mod ptn;
pub(crate) mod record;
pub(crate) mod tps;
mod words;
