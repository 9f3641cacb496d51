//! The rules of backgammon: checkers, dice, plays, positions.

pub mod board;
pub mod dice;
pub mod game;
pub mod movegen;
pub mod moves;
pub mod options;
pub mod position;

pub(crate) mod illegal;
