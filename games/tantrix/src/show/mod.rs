//! Tantrix for readers.

pub mod facts;

mod gestures;
pub(crate) mod longest;
pub(crate) mod picture;
pub(crate) mod render;
mod setting_up;
pub(crate) mod words;
