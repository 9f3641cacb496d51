//! Quoridor: data files and the shape of texts.

mod data;
mod records;
mod texts;
mod walls;
