//! Moves and positions as text.

use ludex_search::{Game, Step};

use crate::InputError;

/// A game's own notation. Texts on the command line, in JSON and in protocols hold no blank inside a move.
pub trait Notation: Game {
    /// Reads a position. What it returns is legal.
    fn parse_position(&self, text: &str) -> Result<Self::Position, InputError>;

    /// Writes a position in canonical form: reading it gives the position back.
    fn write_position(&self, pos: &Self::Position) -> String;

    /// The position in one of the notations of [`GameInfo::more_positions`](crate::GameInfo::more_positions).
    fn write_position_as(&self, pos: &Self::Position, _notation: &str) -> String {
        self.write_position(pos)
    }

    /// Reads a move that is legal in `pos`. The error of an illegal one says which rule it breaks.
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Self::Move, InputError>;

    /// Writes a move in short form, without a blank.
    fn write_move(&self, pos: &Self::Position, mv: Self::Move) -> String;

    /// Reads a chance event that is possible in `pos`.
    fn parse_event(&self, _pos: &Self::Position, text: &str) -> Result<Self::Event, InputError> {
        Err(InputError::new(
            "event",
            text,
            "no chance event: this game has none",
        ))
    }

    /// Writes a chance event, without a blank.
    fn write_event(&self, _pos: &Self::Position, _event: Self::Event) -> String {
        String::new()
    }

    /// The single steps that one word of a move list stands for. Most games write one step a word.
    fn split_steps<'a>(&self, text: &'a str) -> Vec<&'a str> {
        vec![text]
    }

    /// Reads one step of a move list: a move or an event.
    fn parse_step(
        &self,
        pos: &Self::Position,
        text: &str,
    ) -> Result<Step<Self::Move, Self::Event>, InputError> {
        match self.turn(pos) {
            ludex_search::Turn::Chance => self.parse_event(pos, text).map(Step::Event),
            _ => self.parse_move(pos, text).map(Step::Move),
        }
    }
}
