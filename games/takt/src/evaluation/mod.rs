//! Evaluation of positions, and detection of road threats.

mod feature;
pub mod features;
pub mod inputs;
pub mod threats;
pub mod weights;
