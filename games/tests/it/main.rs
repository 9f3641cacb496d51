//! Tests of the games.

mod conformance;
mod takt;
mod trax;
