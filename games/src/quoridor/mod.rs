//! Quoridor: two to four pawns race to the opposite side, and walls make the way longer.
//!
//! Glossary (field term / the players' word): ply / turn of one player; terminal / arrived; move of a piece / step or
//! jump of the pawn; placement / wall; shortest path / way.

pub mod board;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod options;
pub mod paths;
pub mod position;
pub mod rules;
pub mod setup;
pub mod walls;

pub use board::{Board, Side, Square, Squares};
pub use moves::{Direction, Move, Wall};
pub use options::Options;
pub use position::{Position, Undo};
pub use rules::Quoridor;
