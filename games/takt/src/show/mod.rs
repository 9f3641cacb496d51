//! Takt for readers.

pub(crate) mod facts;
mod gestures;
pub(crate) mod picture;
pub(crate) mod render;
mod setting_up;
mod view;
