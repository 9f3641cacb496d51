//! How Tantrix is shown and entered: text, pictures, facts, pointing, and setting up positions.

pub mod facts;

mod gestures;
pub(crate) mod longest;
pub(crate) mod picture;
pub(crate) mod render;
mod setting_up;
mod speech;
pub(crate) mod words;
