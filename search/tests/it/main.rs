//! Tests of the searches over small games.

mod brute_force;
mod conformance;
mod games;
mod proof;
mod tree_game;
