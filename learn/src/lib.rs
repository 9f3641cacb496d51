//! Small networks that learn, and know no game: [`Network`] computes, with the best vector instructions of the processor;
//! [`NetworkTrainer`] learns from examples by [`Adam`].
//!
//! A crate of its own, because this arithmetic is optimised fully in every profile, tests included.

mod adam;
mod network;
mod trainer;

pub use adam::Adam;
pub use network::{Active, BLOCK, Kernel, Network};
pub use trainer::{Example, MAX_OUTPUTS, NetworkTrainer};
