//! Tests of the games.

mod conformance;
mod einstein;
mod every_game;
mod fuzzing;
mod perft;
mod pictures;
mod quoridor;
mod searches;
mod takt;
mod tantrix;
mod tantrix_gobble;
mod tantrix_puzzles;
mod trax;
mod tryktrak;
mod tryktrak_networks;
mod tryktrak_tables;
