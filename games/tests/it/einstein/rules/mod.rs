//! The rules: board, moves, positions.

pub(crate) mod game;
pub(crate) mod movegen;
pub(crate) mod moves;
pub(crate) mod options;
pub(crate) mod position;
