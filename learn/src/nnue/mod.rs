//! Efficiently updated networks: many sparse inputs, of which a move changes few, one hidden layer that is kept along a line
//! of play, whole numbers throughout.
//!
//! The hidden layer exists twice, as each of two players sees the position. The output takes the mover's half first; its
//! weights are chosen by the phase of the game (a *bucket*). Beside the network a linear skip adds a score that was
//! computed by other means, so that the network learns what that score misses.
//!
//! CITE: Yu Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018; the squared
//! clipped units and the products that fit 16 bits are those of the chess engine Lizard, 2024.

mod network;
mod trainer;

pub use network::{Accumulator, HIDDEN, Nnue, NnueShape};
pub use trainer::{NnueBatch, NnueTrainer};
