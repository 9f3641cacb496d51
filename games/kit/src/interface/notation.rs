//! Moves and positions as text.

use ludex_search::{Game, MoveList, Step, Turn};

use crate::interface::input_error::InputError;
use crate::say;

/// A game's own notation. Moves in this notation contain no blanks, because the command line, JSON and protocols separate moves by
/// blanks.
pub trait Notation: Game {
    /// Reads a position. The result is always legal.
    fn parse_position(&self, text: &str) -> Result<Self::Position, InputError>;

    /// Reads the position to open a game at: the start position if `text` is `None`.
    fn parse_start(&self, text: Option<&str>) -> Result<Self::Position, InputError> {
        text.map_or_else(|| Ok(self.start()), |text| self.parse_position(text))
    }

    /// Writes a position in canonical form: reading it back gives the same position.
    fn write_position(&self, pos: &Self::Position) -> String;

    /// Writes the position in one of the notations of [`GameInfo::more_positions`](crate::GameInfo::more_positions).
    fn write_position_as(&self, pos: &Self::Position, _notation: &str) -> String {
        self.write_position(pos)
    }

    /// What [`write_position_as`](Self::write_position_as) leaves out of the position in this notation, apart from options: a short text for
    /// each, such as `dice 31`.
    fn left_out(&self, _pos: &Self::Position, _notation: &str) -> Vec<String> {
        Vec::new()
    }

    /// Reads a move that is legal in `pos`. For an illegal move the error should name the rule it breaks; the default implementation
    /// lists the legal moves.
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Self::Move, InputError> {
        let wrong = |problem: String| InputError::problem("move", text, problem);
        match self.turn(pos) {
            Turn::Over => return Err(wrong(say!("cannot be played: the game is over"))),
            Turn::Chance => {
                return Err(wrong(say!("cannot be played before the chance event that is due")));
            }
            Turn::Player(_) => {}
        }
        let mut moves = MoveList::new();
        self.legal_moves(pos, &mut moves);
        let words: Vec<_> = moves.iter().map(|&mv| self.write_move(pos, mv)).collect();
        if let Some(index) = words.iter().position(|word| word == text) {
            return Ok(moves[index]);
        }
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        Err(InputError::unknown("move", text, &say!("a legal move"), &words))
    }

    /// Writes a move in short form, without blanks.
    fn write_move(&self, pos: &Self::Position, mv: Self::Move) -> String;

    /// Reads a chance event that is possible in `pos`.
    fn parse_event(&self, _pos: &Self::Position, text: &str) -> Result<Self::Event, InputError> {
        let problem = say!("is not possible: this game has no chance events");
        Err(InputError::problem("event", text, problem))
    }

    /// Writes a chance event, without blanks.
    fn write_event(&self, _pos: &Self::Position, _event: Self::Event) -> String {
        String::new()
    }

    /// The single steps in one word of a move list. In most games a word is one step.
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
