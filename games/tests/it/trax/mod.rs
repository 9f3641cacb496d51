//! Trax.

mod data;
mod examples;
mod perft;
mod positions;
mod random;
mod texts;
mod threats;
