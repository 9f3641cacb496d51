//! Trax.

mod data;
mod examples;
mod perft;
mod positions;
mod puzzles;
mod random;
mod texts;
mod threats;
