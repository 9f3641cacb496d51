//! Evaluation of positions of Quoridor.

pub mod chances;
pub mod crowd_inputs;
pub mod features;
pub mod inputs;
pub mod multiplayer;
mod observation;
pub mod routes;
pub(crate) mod unit;
pub mod weights;
