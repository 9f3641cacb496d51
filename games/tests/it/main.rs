//! Tests of the games.

mod takt;
mod trax;
