//! Evaluation of positions, and detection of attacks.

pub mod approach;
pub mod features;
pub mod inputs;
mod layout;
mod observation;
pub mod threats;
pub mod weights;
