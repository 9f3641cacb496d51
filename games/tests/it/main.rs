//! Tests of the games.

mod conformance;
mod quoridor;
mod takt;
mod trax;
