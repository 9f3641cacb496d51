//! Gobble, the party game: all play at once, and the first without tiles wins.
//!
//! Two matching tiles start the board, the others are dealt in face-down stacks. A player turns up a tile and looks for a
//! place where it touches two tiles or more and matches; if he sees none, it goes face up to his penalty pile, from where it
//! may go only into a space with three or more tiles around. Whoever fills such a space calls "Gobble!" and gives one of
//! his own tiles to another player. Here it is a sequence of events: every player has a mean time of an attempt and a
//! chance to notice each place, and who comes first to a cell has it.
//!
//! Glossary: *seat* what lies before a player; *sides* the tiles that a place touches; *attempt* a look at the table and
//! what follows from it; *late* too late for the place that was seen.

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
