//! Integration tests of Trax.

mod contracts;
mod data;
mod examples;
mod network;
mod positions;
mod puzzles;
mod random;
mod texts;
mod threats;
mod wins;
mod words;
