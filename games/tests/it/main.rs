//! Tests of the games.

mod conformance;
mod quoridor;
mod takt;
mod tantrix;
mod tantrix_gobble;
mod tantrix_puzzles;
mod trax;
mod tryktrak;
mod tryktrak_tables;
