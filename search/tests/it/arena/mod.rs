//! Matches and their statistics.

mod matches;
mod statistics;
