//! The value of a position of Takt.

mod feature;
pub mod features;
pub mod inputs;
pub mod threats;
pub mod weights;
