//! The rules of Takt: board, moves, positions.

pub mod contact;
pub mod moves;
pub mod position;
pub mod road;

pub(crate) mod game;
pub(crate) mod movegen;
pub(crate) mod opening;
pub(crate) mod options;
pub(crate) mod patterns;
pub(crate) mod pile;
