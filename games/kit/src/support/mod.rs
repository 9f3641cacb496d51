//! Building blocks that games share: bits, hashes, numbers, pictures, styled text, books.

pub mod bitboard;
pub mod book;
pub mod chances;
pub mod figures;
pub mod learned;
pub mod nearest;
pub mod outlook;
pub mod picture;
pub mod plural;
pub mod self_play;
pub mod sparse;
pub mod standing;
pub mod styled;
pub mod window;
pub mod zobrist;
