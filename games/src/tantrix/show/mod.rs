//! Tantrix for readers.

pub mod facts;

pub(crate) mod longest;
pub(crate) mod picture;
pub(crate) mod render;
