//! Trax.

mod data;
mod examples;
mod findings;
mod positions;
mod puzzles;
mod random;
mod texts;
mod threats;
mod wins;
