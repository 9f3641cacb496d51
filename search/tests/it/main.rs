//! Tests of the searches over small games.

mod brute_force;
mod conformance;
mod expectimax;
mod games;
mod many;
mod mcts;
mod proof;
mod tree_game;
