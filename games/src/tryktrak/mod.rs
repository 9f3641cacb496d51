//! Tryktrak, backgammon: bring fifteen checkers home and off, by the throw of two dice.

pub mod bearoff;
pub mod board;
pub mod cube;
pub mod equity;
pub mod inputs;
pub mod met;
pub mod movegen;
pub mod moves;
pub mod networks;
pub mod outcome;
pub mod position;
pub mod position_id;
pub mod rank;
pub mod self_play;
pub mod shots;

pub use board::{Board, Side};
pub use cube::{CubeDecision, CubeStates, CubefulValue, MoneyRules, Verdict};
pub use equity::Efficiency;
pub use met::{Crawford, MatchEquities, MatchScore};
pub use moves::{Hop, Move, Play};
pub use outcome::Outcome;
pub use position::{Cube, Phase, Position, Status};

#[cfg(test)]
mod tests;
