//! The value of a position of Trax.

pub mod approach;
pub mod features;
pub mod inputs;
mod layout;
pub mod threats;
pub mod weights;
