//! The rules of Quoridor: board, walls, moves, positions.

pub mod board;
pub mod game;
pub mod movegen;
pub mod moves;
pub mod options;
pub mod paths;
pub mod position;
pub mod walls;
