//! The rules of Tantrix: tiles, cells, lines, moves, positions.

pub mod board;
pub mod canonical;
pub mod game;
pub mod hand;
pub mod hex;
pub mod illegal;
pub mod lines;
pub mod moves;
pub mod options;
pub mod position;
pub mod tile;
pub mod virtual_filling;

pub(crate) mod movegen;
pub(crate) mod names;
