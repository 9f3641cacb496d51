//! Evaluation of positions, and detection of road threats.

pub mod evasions;
mod feature;
pub mod features;
pub mod inputs;
mod observation;
pub mod threats;
pub mod weights;
