//! Efficiently updatable neural networks (NNUE): many sparse inputs, of which a move changes few, one hidden layer that is updated from
//! move to move, and integer arithmetic throughout.
//!
//! The hidden layer exists twice, from the view of each of two players. The output takes the half of the player to move first; its weights
//! depend on the phase of the game (a *bucket*). A linear *skip* adds a score that was computed in another way, so that the network learns
//! what that score misses.
//!
//! CITE: Yu Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018; the squared clipped units and
//! the products that fit 16 bits are those of the chess engine Lizard, 2024.
//!
//! **Invariant:** All sums are whole numbers and the same on every processor: one plain loop, compiled for each instruction set
//! (`for_each_kernel!`). Weights are bounded so that no sum leaves its 16 bits.

mod network;
mod trainer;

pub use network::{Accumulator, HIDDEN, Nnue, NnueShape};
pub use trainer::{NnueBatch, NnueTrainer};
