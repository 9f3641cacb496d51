//! Moves and positions as text.

use ludex_search::{Game, MoveList, Step, Turn};

use crate::interface::input_error::InputError;

/// A game's own notation. Texts on the command line, in JSON and in protocols hold no blank inside a move.
pub trait Notation: Game {
    /// Reads a position. What it returns is legal.
    fn parse_position(&self, text: &str) -> Result<Self::Position, InputError>;

    /// Reads the position that a game is opened at: the start of a game where there is no text.
    fn parse_start(&self, text: Option<&str>) -> Result<Self::Position, InputError> {
        text.map_or_else(|| Ok(self.start()), |text| self.parse_position(text))
    }

    /// Writes a position in canonical form: reading it gives the position back.
    fn write_position(&self, pos: &Self::Position) -> String;

    /// The position in one of the notations of [`GameInfo::more_positions`](crate::GameInfo::more_positions).
    fn write_position_as(&self, pos: &Self::Position, _notation: &str) -> String {
        self.write_position(pos)
    }

    /// Reads a move that is legal in `pos`. The error of an illegal one says which rule it breaks; that of the default lists
    /// the legal moves.
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Self::Move, InputError> {
        let wrong = |expected: &str| InputError::new("move", text, expected);
        match self.turn(pos) {
            Turn::Over => return Err(wrong("no move: the game is over")),
            Turn::Chance => return Err(wrong("a chance event before the next move")),
            Turn::Player(_) => {}
        }
        let mut moves = MoveList::new();
        self.legal_moves(pos, &mut moves);
        let words: Vec<_> = moves.iter().map(|&mv| self.write_move(pos, mv)).collect();
        match words.iter().position(|word| word == text) {
            Some(index) => Ok(moves[index]),
            None => Err(wrong(&format!("one of {}", words.join(", ")))),
        }
    }

    /// Writes a move in short form, without a blank.
    fn write_move(&self, pos: &Self::Position, mv: Self::Move) -> String;

    /// Reads a chance event that is possible in `pos`.
    fn parse_event(&self, _pos: &Self::Position, text: &str) -> Result<Self::Event, InputError> {
        Err(InputError::new("event", text, "no chance event: this game has none"))
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
            Turn::Chance => self.parse_event(pos, text).map(Step::Event),
            _ => self.parse_move(pos, text).map(Step::Move),
        }
    }
}
