//! The value of a position of Takt.

pub mod features;
pub mod inputs;
pub mod threats;
pub mod weights;
