//! Takt for readers.

pub(crate) mod facts;
pub(crate) mod picture;
pub(crate) mod render;
mod view;
