//! Tantrix: lay tiles with lines of four colours, and make the longest line or loop of your own.
//!
//! Glossary (field term / the players' word): move / placement (a turn is several of them); chance event / draw; unseen set
//! / bag; site / cell that holds or touches a tile; shadow / what virtual filling fills.

pub mod board;
pub mod hex;
pub mod lines;
pub mod objection;
pub mod options;
pub mod placement;
pub mod position;
pub mod puzzle;
pub mod rules;
pub mod setup;
pub mod shadow;
pub mod tile;

mod movegen;
mod notation;

pub use board::Board;
pub use hex::{Cell, Hex};
pub use options::Options;
pub use placement::Placement;
pub use position::{Phase, Position, Stage, Undo};
pub use rules::Tantrix;
pub use setup::Setup;
pub use tile::{Colour, Face, Fits, Tile, TileSet};
