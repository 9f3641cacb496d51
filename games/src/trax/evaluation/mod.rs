//! The value of a position of Trax.

pub mod features;
pub mod threats;
pub mod weights;
