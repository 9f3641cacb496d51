//! Turns and drawn faces as text: `B2/`, `@0+ns`, `?\ne`.

use ludex_search::{Player, Turn};

use super::setup::{self, Setup};
use crate::notation::names::{column_name, face_of_name};
use crate::rules::board::Board;
use crate::rules::face::{Face, SIDES};
use crate::rules::game::Trax;
use crate::rules::position::{Ending, Move, Position, on};
use crate::rules::space::Space;
use ludex_kit::{InputError, Notation};
use ludex_kit::{message, say};
use ludex_search::Game;

/// A parsed turn that has not been checked against the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenTurn {
    /// 0 is the empty column to the left of the group.
    column: usize,
    /// 0 is the empty row above the group.
    row: usize,
    symbol: char,
    /// The face, if the text gives its white sides.
    face: Option<Face>,
}

impl WrittenTurn {
    /// Column, row and symbol.
    pub(crate) fn parts(self) -> (usize, usize, char) {
        (self.column, self.row, self.symbol)
    }

    /// Parses a turn.
    pub(crate) fn read(text: &str) -> Result<Self, InputError> {
        let error = |expected: String| InputError::new("turn", text, expected);
        let wrong_shape =
            || error(say!("a column (@, A, B, …), a row (0, 1, …) and a tile (+, / or \\)"));
        let upper = text.to_ascii_uppercase();
        let digits = upper.find(|symbol: char| symbol.is_ascii_digit()).ok_or_else(wrong_shape)?;
        let tile =
            upper.find(['+', '/', '\\']).filter(|&tile| tile > digits).ok_or_else(wrong_shape)?;
        let column = column_number(&upper[..digits]).ok_or_else(wrong_shape)?;
        let number = &upper[digits..tile];
        let canonical = number.bytes().all(|digit| digit.is_ascii_digit())
            && (number == "0" || !number.starts_with('0'));
        if !canonical {
            return Err(wrong_shape());
        }
        let row = number.parse().map_err(|_| error(say!("a row next to the tiles")))?;
        let symbol = char::from(upper.as_bytes()[tile]);
        let face = if tile + 1 == upper.len() {
            None
        } else {
            let face = face_of_name(&upper[tile..].to_ascii_lowercase());
            Some(face.ok_or_else(|| {
                error(say!(
                    "a tile (+, / or \\); with luck also its white sides: +ns +ew /nw /es \\ne \\sw"
                ))
            })?)
        };
        Ok(Self { column, row, symbol, face })
    }
}

fn column_number(letters: &str) -> Option<usize> {
    if letters == "@" {
        return Some(0);
    }
    let mut number = 0usize;
    for letter in letters.bytes() {
        if !letter.is_ascii_uppercase() || letters.len() > 6 {
            return None;
        }
        number = number * 26 + usize::from(letter - b'A') + 1;
    }
    (number > 0).then_some(number)
}

/// The maximum number of columns and rows of a board in a game. Larger boards would overflow the numbers of slots.
const WIDEST: usize = 10_000;

impl Trax {
    fn read_first(
        &self,
        pos: &Position,
        text: &str,
        turn: WrittenTurn,
    ) -> Result<Move, InputError> {
        let options = self.options();
        let place = |face| Move { x: 0, y: 0, face };
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        let fits = |mv: &Move| {
            mv.face.symbol() == turn.symbol && turn.face.is_none_or(|face| face == mv.face)
        };
        let found = moves.into_iter().find(fits).map(|mv| place(mv.face));
        if (turn.column, turn.row) != (0, 0) {
            return Err(InputError::problem(
                "turn",
                text,
                say!("is not legal: the first tile goes to @0"),
            ));
        }
        found.ok_or_else(|| {
            let expected = match pos.drawn_face() {
                Some(face) if options.luck => {
                    say!("@0{face}, because that face is drawn", face = face.name())
                }
                _ => say!("@0/ or @0+ for the first turn"),
            };
            InputError::new("turn", text, expected)
        })
    }

    /// The turn in a cell of the group or next to it; an error names the rule that it breaks.
    fn read_beside<S: Space>(
        &self,
        board: &Board<S>,
        pos: &Position,
        text: &str,
        turn: WrittenTurn,
    ) -> Result<Move, InputError> {
        let (width, height) = pos.size();
        let error = |problem: String| Err(InputError::problem("turn", text, problem));
        if turn.column > width + 1 || turn.row > height + 1 {
            return error(say!(
                "is too far away: columns go from @ to {column} and rows from 0 to {row}",
                column = column_name(width + 1),
                row = height + 1
            ));
        }
        let cell = board.cell_beside(turn.column, turn.row);
        let name = self.cell_name(turn.column, turn.row);
        if board.is_tile(cell) {
            return error(say!("is not legal: {cell} already has a tile", cell = name));
        }
        let outside = |most: usize| {
            let is_outside = |at: usize, size: usize| (at == 0 || at == size + 1) && size == most;
            is_outside(turn.column, width) || is_outside(turn.row, height)
        };
        if self.options().eight && outside(8) {
            return error(say!("is not legal: {cell} is outside the 8x8 board", cell = name));
        }
        if outside(WIDEST) {
            return error(say!(
                "is not possible: a board has at most {limit} columns and rows",
                limit = WIDEST
            ));
        }
        let edges = board.space.edges(cell);
        if edges == 0 {
            return error(say!("is not legal: {cell} shares no edge with a tile", cell = name));
        }
        let fits = |face: &Face| face.symbol() == turn.symbol && face.byte() & edges == edges;
        let Some(face) = Face::ALL.into_iter().find(fits) else {
            return error(say!(
                "does not match in {cell}: {edges}",
                cell = name,
                edges = entering(edges)
            ));
        };
        if turn.face.is_some_and(|given| given != face) {
            return error(say!(
                "does not match in {cell}, where only {face} does: {edges}",
                cell = name,
                face = face.name(),
                edges = entering(edges)
            ));
        }
        if let Some(drawn_face) = pos.drawn_face().filter(|&drawn_face| drawn_face != face) {
            return error(say!(
                "is not the drawn face ?{drawn}: in {cell} this tile is {face}",
                drawn = drawn_face.name(),
                cell = name,
                face = face.name()
            ));
        }
        let tried = board.space.with_trial(|trial| board.try_out(cell, face, trial));
        if let Err(cell) = tried {
            let (column, row) = board.place(cell);
            let name = self.cell_name(
                usize::from(column + 1 - board.extent.left),
                usize::from(row + 1 - board.extent.top),
            );
            return error(say!(
                "is not legal: three edges of one colour would enter {cell}",
                cell = name
            ));
        }
        let (x, y) = board.coordinates(cell);
        Ok(Move { x, y, face })
    }

    #[expect(clippy::unused_self, reason = "a method of the game, like the callers")]
    fn cell_name(&self, column: usize, row: usize) -> String {
        format!("{}{row}", column_name(column))
    }
}

/// The edges that enter a cell, in words.
fn entering(edges: u8) -> String {
    let white = [
        message!("white enters from the north"),
        message!("white enters from the east"),
        message!("white enters from the south"),
        message!("white enters from the west"),
    ];
    let red = [
        message!("red enters from the north"),
        message!("red enters from the east"),
        message!("red enters from the south"),
        message!("red enters from the west"),
    ];
    let sides: Vec<_> = SIDES
        .into_iter()
        .filter_map(|side| match edges >> side & 0x11 {
            0 => None,
            1 => Some(crate::WORDS.translate(white[side])),
            _ => Some(crate::WORDS.translate(red[side])),
        })
        .collect();
    sides.join(", ")
}

impl Notation for Trax {
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        Setup::read(text)?.position(self)
    }

    fn write_position(&self, pos: &Position) -> String {
        setup::write(pos, &self.options().words())
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, InputError> {
        match (self.turn(pos), pos.ending()) {
            (Turn::Over, Some(Ending::Won(winner))) => {
                let problem = match winner {
                    Player(0) => say!("cannot be played: the game is over, White won"),
                    _ => say!("cannot be played: the game is over, Red won"),
                };
                return Err(InputError::problem("turn", text, problem));
            }
            (Turn::Over, _) => {
                let problem = say!("cannot be played: the game is over, and it is a draw");
                return Err(InputError::problem("turn", text, problem));
            }
            (Turn::Chance, _) => {
                let problem = say!(
                    "cannot be played before a face is drawn: draw one with ?+ns, ?+ew, ?/nw, ?/es, ?\\ne or ?\\sw"
                );
                return Err(InputError::problem("turn", text, problem));
            }
            (Turn::Player(_), _) => {}
        }
        let turn = WrittenTurn::read(text)?;
        if pos.n_tiles() == 0 {
            return self.read_first(pos, text, turn);
        }
        on!(&pos.group, board => self.read_beside(board, pos, text, turn))
    }

    fn write_move(&self, pos: &Position, mv: Move) -> String {
        let (left, top) = if pos.n_tiles() == 0 { (1, 1) } else { pos.corner() };
        let column = column_name((i32::from(mv.x) - left + 1) as usize);
        let row = i32::from(mv.y) - top + 1;
        let tile = match (pos.n_tiles(), self.options().luck) {
            (0, true) => mv.face.name().to_string(),
            _ => mv.face.symbol().to_string(),
        };
        format!("{column}{row}{tile}")
    }

    fn parse_event(&self, pos: &Position, text: &str) -> Result<Face, InputError> {
        let face = text.to_ascii_lowercase().strip_prefix('?').and_then(face_of_name).ok_or_else(
            || {
                let expected = say!("a drawn face: ?+ns, ?+ew, ?/nw, ?/es, ?\\ne or ?\\sw");
                InputError::new(drawing(), text, expected)
            },
        )?;
        if self.turn(pos) != Turn::Chance {
            return Err(InputError::problem(
                drawing(),
                text,
                say!("cannot be drawn now: the next step is a turn"),
            ));
        }
        if !self.is_event(pos, face) {
            let problem =
                say!("cannot be drawn: this face fits nowhere, so another one is drawn instead");
            return Err(InputError::problem(drawing(), text, problem));
        }
        Ok(face)
    }

    fn write_event(&self, _: &Position, event: Face) -> String {
        format!("?{}", event.name())
    }
}

/// The player to move, for pictures.
pub(crate) fn to_move(player: Player) -> String {
    match player {
        Player(0) => say!("White to move"),
        _ => say!("Red to move"),
    }
}

/// The place of an error about a drawn face.
fn drawing() -> String {
    say!("draw|drawing a face")
}
