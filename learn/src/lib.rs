//! Small networks that learn, and know no game: [`Network`] computes, with the best vector instructions of the processor;
//! [`NetworkTrainer`] learns from examples by [`Adam`]. [`nnue`] holds networks that are kept up to date along a line of play.
//!
//! A crate of its own, because this arithmetic is optimised fully in every profile, tests included.

mod adam;
mod checksum;
mod kernel;
mod network;
pub mod nnue;
mod trainer;

pub use adam::Adam;
pub use checksum::{seal, unsealed};
pub use kernel::Kernel;
pub use network::{Active, BLOCK, Network};
pub use trainer::{Example, MAX_OUTPUTS, NetworkTrainer, Outputs, share_entropy};
