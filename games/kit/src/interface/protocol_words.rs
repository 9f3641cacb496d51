//! The words of moves in a text protocol that names them its own way, as the Quoridor Text Protocol does.
//!
//! **Invariant:** The engine names a game only in help. A protocol that was made for one game takes its words from that game.

use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;

/// How a protocol with `playmove SQUARE` and `playwall SQUARE DIRECTION` names the moves of a game for two.
#[derive(Debug)]
pub struct ProtocolWords {
    /// Reads a move, in the game's own notation, from its words: a square, or a square and a direction.
    pub read: fn(&[&str]) -> Result<String, InputError>,
    /// The words of a move in the game's own notation: its square, and its direction if it is a wall.
    pub write: fn(&str) -> MoveWords,
    /// The player that a word names, from 0.
    pub player: fn(&str) -> Result<u8, InputError>,
    /// The start position of a variant in which this player, from 0, moves first.
    pub start: fn(&Variant, u8) -> Result<String, InputError>,
}

/// A move in the words of a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveWords {
    /// The square of a step.
    Step(String),
    /// The square of a wall, and its direction: `horizontal` or `vertical`.
    Wall(String, &'static str),
    /// A move that the protocol does not know, in the game's own notation.
    Unknown(String),
}
