//! Tests of the searches over small games.

mod alphabeta;
mod brute_force;
mod conformance;
mod games;
mod parallel;
mod parameters;
mod proof;
mod table;
mod tree_game;
