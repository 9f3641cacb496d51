//! Squares, walls, moves and positions as text.

use super::squares::parse_square;
use std::fmt;
use std::fmt::Write as _;

use ludex_search::{Game, MoveList, Turn};

use super::setup::{Setup, last_anchor};
use crate::rules::board;
use crate::rules::board::{Square, each};
use crate::rules::game::Quoridor;
use crate::rules::movegen::single;
use crate::rules::moves::{Direction, Move, Wall};
use crate::rules::position::Position;
use crate::rules::walls::Walls;
use ludex_kit::say;
use ludex_kit::{InputError, Notation};

/// Message for `expect` on writes to a string.
const INFALLIBLE: &str = "writing to a string cannot fail";

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.column());
        write!(f, "{column}{}", self.row() + 1)
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.anchor, letter(self.direction))
    }
}

const fn letter(direction: Direction) -> char {
    match direction {
        Direction::Horizontal => 'h',
        Direction::Vertical => 'v',
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pawn(to) => to.fmt(f),
            Self::Wall(wall) => wall.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Parses a move without a position. Capital letters are accepted, and walls with the direction first: `hd4`.
pub fn parse_any_move(text: &str) -> Result<Move, InputError> {
    let lower = text.to_ascii_lowercase();
    let (square, direction) = match *lower.as_bytes() {
        [direction @ (b'h' | b'v'), b'a'..=b'i', b'1'..=b'9'] => (&lower[1..], Some(direction)),
        [_, b'1'..=b'9', direction @ (b'h' | b'v')] => (&lower[..2], Some(direction)),
        _ if lower == "pass" => return Ok(Move::Pass),
        _ => (&*lower, None),
    };
    let square = parse_square(square, "move").map_err(|_| {
        InputError::new("move", text, say!("a square (e2), a wall (e3h, e3v) or pass")).with_hint(
            say!("a wall is named after the square nearest to a1 of the four that it touches"),
        )
    })?;
    Ok(match direction {
        None => Move::Pawn(square),
        Some(b'h') => Move::horizontal(square),
        Some(_) => Move::vertical(square),
    })
}

impl Notation for Quoridor {
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        Setup::read(text)?.validate(self)
    }

    fn write_position(&self, pos: &Position) -> String {
        let anchors = |set| each(set).map(|anchor| anchor.to_string()).collect::<String>();
        let pawns: Vec<_> = self.all_players().map(|player| pos.pawn(player).to_string()).collect();
        let stock: Vec<_> =
            self.all_players().map(|player| pos.stock(player).to_string()).collect();
        let mut text = format!(
            "{}/{}/{}/{}/{}",
            anchors(pos.walls().horizontal),
            anchors(pos.walls().vertical),
            pawns.join(" "),
            stock.join(" "),
            pos.to_move().0 + 1
        );
        let board = self.options().board.to_string();
        if board != "9x9" {
            write!(text, "/{board}").expect(INFALLIBLE);
        }
        for (key, value) in self.options().words() {
            write!(text, " {key}={value}").expect(INFALLIBLE);
        }
        let stated = u16::from(pos.to_move().0);
        if self.options().max_plies.is_some() && pos.ply() != stated {
            write!(text, " ply={}", pos.ply()).expect(INFALLIBLE);
        }
        text
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, InputError> {
        let mv = parse_any_move(text)?;
        if self.turn(pos) == Turn::Over {
            let problem = say!("cannot be played: the game is over");
            return Err(InputError::problem("move", text, problem));
        }
        if self.is_legal(pos, mv) {
            Ok(mv)
        } else {
            let error = |problem| InputError::problem("move", text, problem);
            Err(match mv {
                Move::Pawn(to) => error(self.why_not_there(pos, to)),
                Move::Wall(wall) => return Err(self.why_no_wall(pos, wall, text)),
                Move::Pass => error(say!("is not legal: a player who can move may not pass")),
            })
        }
    }

    /// Writes the letters one by one, because programs in Python read the texts of many moves.
    fn write_move(&self, _pos: &Position, mv: Move) -> String {
        let (square, direction) = match mv {
            Move::Pawn(to) => (to, None),
            Move::Wall(wall) => (wall.anchor, Some(letter(wall.direction))),
            Move::Pass => return mv.to_string(),
        };
        let mut text = String::with_capacity(3);
        text.push(char::from(b'a' + square.column()));
        text.push(char::from(b'1' + square.row()));
        text.extend(direction);
        text
    }
}

impl Quoridor {
    fn why_not_there(&self, pos: &Position, to: Square) -> String {
        if !self.on_board(to) {
            return say!("is outside the {board} board", board = self.options().board);
        }
        let mover = pos.to_move();
        for player in self.all_players() {
            let number = player.0 + 1;
            if pos.pawn(player) == to && player == mover {
                return say!("is not a legal step: player {number} is already there", number);
            } else if pos.pawn(player) == to {
                return say!("is not a legal step: player {number} is there", number);
            }
        }
        let mut moves = MoveList::new();
        self.legal_moves(pos, &mut moves);
        let steps = moves.iter().filter(|mv| matches!(mv, Move::Pawn(_)));
        let steps: Vec<_> = steps.map(ToString::to_string).collect();
        let from = pos.pawn(mover);
        match steps.len() {
            0 => say!("is not a legal step: the pawn on {square} cannot move", square = from),
            _ => say!(
                "is not a legal step: the pawn on {square} can go to {steps}",
                square = from,
                steps = steps.join(", ")
            ),
        }
    }

    fn why_no_wall(&self, pos: &Position, wall: Wall, text: &str) -> InputError {
        let error = |problem: String| InputError::problem("move", text, problem);
        let set = single(wall);
        if !self.on_board(wall.anchor) || (set & both(self.anchors)).is_empty() {
            let last = last_anchor(self);
            return error(say!(
                "is outside the board: the last walls are {last}h and {last}v",
                last
            ));
        }
        if pos.stock(pos.to_move()) == 0 {
            let number = pos.to_move().0 + 1;
            return error(say!("cannot be placed: player {number} has no wall left", number));
        }
        let standing = pos.walls();
        let crossed = Walls { horizontal: standing.vertical, vertical: standing.horizontal };
        if !(set & crossed).is_empty() {
            return error(say!("crosses another wall"));
        }
        if (set & standing.room(self.anchors)).is_empty() {
            return error(say!("overlaps another wall"));
        }
        let shut =
            self.all_players().find(|&player| !self.shutting_out(pos, player, set).is_empty());
        match shut {
            Some(player) => {
                error(say!("leaves player {number} no way to the goal", number = player.0 + 1))
            }
            None => error(say!("is not a legal move")),
        }
    }
}

/// The anchors in both directions.
const fn both(anchors: board::Squares) -> Walls {
    Walls { horizontal: anchors, vertical: anchors }
}
