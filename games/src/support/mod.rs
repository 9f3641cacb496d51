//! What games share: bits, hashes, numbers.

pub mod bitboard;
pub mod figures;
pub mod nearest;
pub mod zobrist;
