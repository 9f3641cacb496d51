//! Small neural networks, independent of any game: [`Network`] computes outputs with the best vector instructions of the processor;
//! [`NetworkTrainer`] trains from examples with [`Adam`]. [`nnue`] contains networks that are updated from move to move.
//!
//! This is a separate crate so that its arithmetic is fully optimised in every profile, also in tests.

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
