//! Quoridor: data files and the shape of texts.

mod data;
mod texts;
mod walls;
