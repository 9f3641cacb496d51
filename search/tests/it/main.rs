//! Tests of the searches over small games.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod alphabeta;
mod arena;
mod brute_force;
mod certain;
mod clock;
mod conformance;
mod defences;
mod endings;
mod expectimax;
mod games;
mod luck;
mod many;
mod mcts;
mod ordering;
mod parallel;
mod parameters;
mod plain;
mod prepare;
mod proof;
mod pruning;
mod rollout;
mod table;
mod tree_game;
mod valued;
mod verify;
mod weaker;
