//! Tantrix for readers.

pub mod facts;

pub(crate) mod render;
