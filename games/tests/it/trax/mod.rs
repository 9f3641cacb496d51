//! Trax.

mod data;
mod examples;
mod positions;
mod puzzles;
mod random;
mod texts;
mod threats;
mod wins;
