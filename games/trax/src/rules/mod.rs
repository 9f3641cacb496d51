//! The rules of Trax: tiles, lines, moves, positions.

pub mod board;
mod edges;
pub mod face;
pub mod game;
pub mod lines;
pub mod options;
pub mod position;
pub mod space;
pub mod symmetry;

pub(crate) mod forced;
pub(crate) mod hash;
pub(crate) mod movegen;
