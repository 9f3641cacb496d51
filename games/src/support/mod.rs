//! What games share: bits, hashes, numbers, networks.

pub mod bitboard;
pub mod figures;
pub mod nearest;
pub mod net;
pub mod zobrist;
