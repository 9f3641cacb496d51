//! The value of a position of Quoridor.

pub mod features;
pub mod inputs;
pub mod multiplayer;
pub mod routes;
pub mod weights;
