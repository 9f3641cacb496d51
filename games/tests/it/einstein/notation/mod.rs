//! Moves, positions and games as text.

pub(crate) mod record;
pub(crate) mod words;
