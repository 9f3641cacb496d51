//! Numbers for moves: first the squares to which a pawn can move, then the anchors of horizontal walls, then those of vertical walls, and
//! the pass last. Squares and anchors are counted from a1, row by row.

use ludex_kit::Actions;

use crate::rules::board::{Board, Square};
use crate::rules::game::Quoridor;
use crate::rules::moves::{Direction, Move, Wall};
use crate::rules::position::Position;

/// Squares, and anchors of walls in one direction.
fn sizes(board: Board) -> (u32, u32) {
    let [width, height] = [board.width, board.height].map(u32::from);
    (width * height, (width - 1) * (height - 1))
}

/// The place of a square in rows of this width.
pub(crate) fn place(square: Square, width: u8) -> u32 {
    u32::from(square.row()) * u32::from(width) + u32::from(square.column())
}

fn square_at(place: u32, width: u8) -> Square {
    let width = u32::from(width);
    Square::new((place % width) as u8, (place / width) as u8)
}

fn number(board: Board, mv: Move) -> u32 {
    let (squares, anchors) = sizes(board);
    match mv {
        Move::Pawn(to) => place(to, board.width),
        Move::Wall(Wall { anchor, direction }) => {
            let kind = direction as u32;
            squares + kind * anchors + place(anchor, board.width - 1)
        }
        Move::Pass => squares + 2 * anchors,
    }
}

fn move_of(board: Board, action: u32) -> Option<Move> {
    let (squares, anchors) = sizes(board);
    let Some(wall) = action.checked_sub(squares) else {
        return Some(Move::Pawn(square_at(action, board.width)));
    };
    let anchor = square_at(wall % anchors, board.width - 1);
    match wall / anchors {
        0 => Some(Move::Wall(Wall { anchor, direction: Direction::Horizontal })),
        1 => Some(Move::Wall(Wall { anchor, direction: Direction::Vertical })),
        _ => (wall == 2 * anchors).then_some(Move::Pass),
    }
}

impl Actions<Self> for Quoridor {
    fn count(&self) -> usize {
        let (squares, anchors) = sizes(self.options().board);
        (squares + 2 * anchors + 1) as usize
    }

    fn encode(&self, _pos: &Position, moves: &[Move], out: &mut Vec<u32>) {
        let board = self.options().board;
        out.extend(moves.iter().map(|&mv| number(board, mv)));
    }

    fn decode(&self, _pos: &Position, action: u32) -> Option<Move> {
        move_of(self.options().board, action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_documented() {
        let board = Board { width: 9, height: 9 };
        assert_eq!(number(board, Move::Pawn(Square::new(4, 1))), 13);
        assert_eq!(number(board, Move::horizontal(Square::new(0, 1))), 81 + 8);
        assert_eq!(number(board, Move::vertical(Square::new(0, 0))), 81 + 64);
        assert_eq!(number(board, Move::Pass), 209);
    }

    #[test]
    fn every_number_is_one_move() {
        for board in [Board { width: 9, height: 9 }, Board { width: 2, height: 5 }] {
            let (squares, anchors) = sizes(board);
            for action in 0..=squares + 2 * anchors {
                assert_eq!(number(board, move_of(board, action).unwrap()), action);
            }
            assert_eq!(move_of(board, squares + 2 * anchors + 1), None);
        }
    }
}
