//! Efficiently updatable neural networks (NNUE): they have many sparse inputs, of which a move changes only a few, and one hidden layer
//! that is updated from move to move. All arithmetic uses integers.
//!
//! The hidden layer exists twice, from the view of each of two players. The weights of the output are given for the player to move and for
//! the opponent, and they depend on the phase of the game (a *bucket*). A score that was computed in another way is multiplied by a weight
//! and added to the output (the *skip*), so the network learns only what that score misses.
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
