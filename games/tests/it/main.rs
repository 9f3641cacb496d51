//! Tests of the games.

mod conformance;
mod quoridor;
mod takt;
mod tantrix;
mod trax;
