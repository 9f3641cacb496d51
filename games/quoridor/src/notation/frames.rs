//! Converts moves between this program's coordinates and those of other programs.

use super::words::parse_any_move;
use crate::rules::board::{Board, Square};
use crate::rules::moves::{Direction, Move, Wall};
use ludex_kit::InputError;
use ludex_kit::say;

/// A system of coordinates for squares and walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The system of this program: rows are counted from player 1's side, and a wall is named by its lower left square.
    Own,
    /// The system of the Quoridor Text Protocol: like [`Own`](Self::Own), but a wall is named by its upper left square.
    Qtp,
    /// The system of OpenSpiel: rows are counted from the far side, and a wall is named by its square with the smaller column and row.
    OpenSpiel,
}

impl Frame {
    /// Converts a move from this system to [`Own`](Self::Own).
    pub fn import(self, mv: Move, board: Board) -> Option<Move> {
        match (self, mv) {
            (_, Move::Pass) | (Self::Own, _) | (Self::Qtp, Move::Pawn(_)) => Some(mv),
            (Self::Qtp, Move::Wall(wall)) => shift(wall, wall.anchor.row().checked_sub(1)),
            (Self::OpenSpiel, Move::Pawn(to)) => {
                let row = (board.height - 1).checked_sub(to.row());
                row.map(|row| Move::Pawn(Square::new(to.column(), row)))
            }
            (Self::OpenSpiel, Move::Wall(wall)) => {
                shift(wall, (board.height - 2).checked_sub(wall.anchor.row()))
            }
        }
    }

    /// Converts a move from [`Own`](Self::Own) to this system.
    pub fn export(self, mv: Move, board: Board) -> Option<Move> {
        match (self, mv) {
            (Self::Qtp, Move::Wall(wall)) => shift(wall, Some(wall.anchor.row() + 1)),
            _ => self.import(mv, board),
        }
    }

    /// Reads a move in this system, such as `e3h`.
    pub fn read(self, text: &str, board: Board) -> Result<Move, InputError> {
        self.import(parse_any_move(text)?, board).ok_or_else(|| {
            InputError::problem("move", text, say!("is outside the {board} board", board))
        })
    }
}

fn shift(wall: Wall, row: Option<u8>) -> Option<Move> {
    let anchor = Square::new(wall.anchor.column(), row?);
    Some(Move::Wall(Wall { anchor, ..wall }))
}

/// A direction, given as a word or its first letter, in any case.
pub fn parse_direction(text: &str) -> Option<Direction> {
    match text.to_ascii_lowercase().as_str() {
        "h" | "horizontal" => Some(Direction::Horizontal),
        "v" | "vertical" => Some(Direction::Vertical),
        _ => None,
    }
}
