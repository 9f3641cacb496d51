//! Numbers for moves: plane × square. The first three planes are placements of a flat, a wall and a capstone. Each other plane is one
//! direction and one drop pattern of a spread, and its square is where the stack begins.

use ludex_kit::Actions;

use crate::any_size::{AnyPosition, AnyTakt};
use crate::rules::moves::{Action, Direction, Drops, Move, Piece, Square};

/// The pieces in the order of their planes.
const PIECES: [Piece; 3] = [Piece::Flat, Piece::Wall, Piece::Capstone];

/// The number of drop patterns on a board of this side. A spread lifts at most `size` pieces and drops them on fewer squares than `size`,
/// so every pattern of `size` bits is possible except 0 and the one with all bits set.
const fn n_patterns(size: usize) -> usize {
    (1 << size) - 2
}

fn number(size: usize, mv: Move) -> u32 {
    let (plane, square) = match mv.action() {
        Action::Place(piece, square) => (piece as usize - 1, square),
        Action::Spread(square, direction, drops) => {
            let pattern = usize::from(drops.bits()) - 1;
            (PIECES.len() + direction as usize * n_patterns(size) + pattern, square)
        }
    };
    (plane * size * size + square.index()) as u32
}

fn move_of(size: usize, action: u32) -> Option<Move> {
    let (plane, square) = (action as usize / (size * size), action as usize % (size * size));
    let square = Square(square as u8);
    if let Some(&piece) = PIECES.get(plane) {
        return Some(Move::place(piece, square));
    }
    let spread = plane - PIECES.len();
    let (direction, pattern) = (spread / n_patterns(size), spread % n_patterns(size));
    let direction = *Direction::ALL.get(direction)?;
    Some(Move::spread(square, direction, Drops::from_bits(pattern as u8 + 1)?))
}

impl Actions<Self> for AnyTakt {
    fn count(&self) -> usize {
        let size = self.size();
        (PIECES.len() + Direction::ALL.len() * n_patterns(size)) * size * size
    }

    fn encode(&self, _pos: &AnyPosition, moves: &[Move], out: &mut Vec<u32>) {
        let size = self.size();
        out.extend(moves.iter().map(|&mv| number(size, mv)));
    }

    fn decode(&self, _pos: &AnyPosition, action: u32) -> Option<Move> {
        move_of(self.size(), action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_documented() {
        let a3 = Square::at::<5>(0, 2);
        assert_eq!(number(5, Move::place(Piece::Flat, a3)), 10);
        assert_eq!(number(5, Move::place(Piece::Capstone, a3)), 60);
        let drops = Drops::from_counts(&[1, 2]).unwrap();
        assert_eq!(drops.bits(), 0b110);
        assert_eq!(
            number(5, Move::spread(a3, Direction::Right, drops)),
            (3 + 3 * 30 + 5) * 25 + 10
        );
    }

    #[test]
    fn every_number_is_one_move() {
        for size in 3..=8 {
            let count = (3 + 4 * n_patterns(size)) * size * size;
            for action in 0..count as u32 {
                assert_eq!(number(size, move_of(size, action).unwrap()), action);
            }
            assert_eq!(move_of(size, count as u32), None);
        }
    }
}
