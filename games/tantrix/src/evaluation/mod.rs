//! Evaluation of positions of Tantrix.

pub mod colour_inputs;
pub mod features;
mod observation;
pub mod placement_inputs;
pub mod weights;

mod ends;
mod supply;
