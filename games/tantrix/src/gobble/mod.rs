//! Gobble, the party game: all players act at once, and the first to run out of tiles wins.
//!
//! Two matching tiles start the board, and the others are dealt in face-down stacks. A player turns up a tile and looks for a place where
//! it matches and touches at least two tiles. If they see none, the tile goes face up to their penalty pile; from there it may only be
//! placed in a space with at least three tiles around it. A player who fills such a space calls "Gobble!" and gives one of their tiles to
//! another player. The simulation is a sequence of events: each player has a mean time per attempt and a probability of noticing each
//! place, and the first player to reach a cell gets it.
//!
//! Terms: a *seat* is a player's stacks and penalty pile; the *sides* of a place are the tiles it touches; an *attempt* is one look
//! at the table and the action after it; a player is *late* if the chosen place is no longer available.

mod bot;
mod game;
mod hook;
mod picture;
mod seat;
mod series;
mod settings;
mod sheets;
mod table;
mod words;

pub use game::{EventKind, Gobble, Happening};
pub use hook::REAL_TIME;
pub use seat::{Moment, PlayerSeat, PlayerTally};
pub use series::{PlayerRecord, Series, series};
pub use settings::{GobbleSettings, KEYS, MOST_PLAYERS, START_TILES};
pub use table::{GOBBLE_SIDES, Gift, GobbleTable, LaidTile, SIDES, TileRefusal};
