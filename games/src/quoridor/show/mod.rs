//! Quoridor for readers.

pub(crate) mod facts;
pub(crate) mod render;
