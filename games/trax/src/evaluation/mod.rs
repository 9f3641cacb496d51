//! The value of a position of Trax.

pub mod approach;
pub mod features;
pub mod inputs;
pub mod threats;
pub mod weights;
