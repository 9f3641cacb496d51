//! Tests of the games.

mod conformance;
mod takt;
