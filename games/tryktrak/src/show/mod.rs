//! Backgammon for readers.

pub(crate) mod explain;
pub(crate) mod facts;
mod gestures;
pub(crate) mod judge;
pub(crate) mod picture;
pub(crate) mod render;
mod setting_up;
mod sums;
