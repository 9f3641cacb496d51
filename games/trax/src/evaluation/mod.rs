//! Evaluation of positions, and detection of attacks.

pub mod approach;
pub mod features;
mod idle;
pub mod inputs;
mod layout;
mod observation;
pub mod refutations;
pub mod threats;
pub mod weights;
