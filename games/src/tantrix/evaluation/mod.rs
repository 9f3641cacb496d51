//! The value of a position of Tantrix.

pub mod features;
pub mod weights;

pub(crate) mod prospects;
