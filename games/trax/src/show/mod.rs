//! How Trax is shown and entered: text, pictures, facts, pointing, and setting up positions.

pub(crate) mod facts;
mod gestures;
pub(crate) mod picture;
pub(crate) mod render;
mod setting_up;
mod speech;
