//! Tantrix: lay tiles with lines of four colours, and make the longest line or loop of your own.

pub mod hex;
pub mod placement;
pub mod puzzle;
pub mod tile;

pub use hex::{Cell, Hex};
pub use placement::Placement;
pub use tile::{Colour, Face, Fits, Tile, TileSet};
