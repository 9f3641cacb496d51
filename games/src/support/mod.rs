//! What games share: bits, hashes, numbers, pictures, styled text, books.

pub mod bitboard;
pub mod book;
pub mod chances;
pub mod figures;
pub mod learned;
pub mod nearest;
pub(crate) mod outlook;
pub mod picture;
pub(crate) mod self_play;
pub(crate) mod sparse;
pub mod styled;
pub mod tree_strap;
pub mod zobrist;
