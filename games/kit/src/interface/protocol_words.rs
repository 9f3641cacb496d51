//! The words for moves in a text protocol with its own move names, such as the Quoridor Text Protocol.
//!
//! **Invariant:** The engine names a game only in help texts. A protocol that was made for one game takes its words from that game.

use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;

/// How a protocol with `playmove SQUARE` and `playwall SQUARE DIRECTION` names the moves of a two-player game.
#[derive(Debug)]
pub struct ProtocolWords {
    /// Translates the protocol's words for a move (a square, or a square and a direction) into the game's own notation.
    pub read: fn(&[&str]) -> Result<String, InputError>,
    /// Translates a move from the game's own notation into the protocol's words.
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
    /// A move that the protocol cannot express, in the game's own notation.
    Unknown(String),
}
