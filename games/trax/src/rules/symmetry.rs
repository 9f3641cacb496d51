//! The eight symmetries of the plane, and canonical forms.

use super::face::Face;
use super::position::{Move, Position};

/// Number of symmetries.
pub const SYMMETRIES: usize = 8;

/// The image of coordinates. Bit 0 of the symmetry exchanges east and west, bit 1 exchanges north and south, and after that bit 2 swaps
/// columns and rows.
pub fn place(symmetry: usize, x: i16, y: i16) -> (i16, i16) {
    let x = if symmetry & 1 == 0 { x } else { -x };
    let y = if symmetry & 2 == 0 { y } else { -y };
    if symmetry & 4 == 0 { (x, y) } else { (y, x) }
}

/// The image of a face.
pub fn face(symmetry: usize, face: Face) -> Face {
    let mut white = 0;
    for (side, (dx, dy)) in [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().enumerate() {
        if face.white() >> side & 1 != 0 {
            white |= match place(symmetry, dx, dy) {
                (0, -1) => 1,
                (1, 0) => 2,
                (0, 1) => 4,
                _ => 8,
            };
        }
    }
    Face::from_white(white).expect("a symmetry keeps the number of sides")
}

/// The image of a turn.
pub fn turn(symmetry: usize, mv: Move) -> Move {
    let (x, y) = place(symmetry, mv.x, mv.y);
    Move { x, y, face: face(symmetry, mv.face) }
}

/// The image of a position. With `swapped`, the colours and the players are exchanged.
pub fn image(pos: &Position, symmetry: usize, swapped: bool) -> Position {
    let (left, top) = pos.corner();
    let colour = |face: Face| {
        let white = if swapped { face.white() ^ 15 } else { face.white() };
        Face::from_white(white).expect("red joins two sides as well")
    };
    let tiles: Vec<_> = pos
        .tiles()
        .into_iter()
        .map(|(column, row, shown)| {
            let (x, y) = (left + column as i32, top + row as i32);
            let (x, y) = place(symmetry, x as i16, y as i16);
            (x, y, colour(face(symmetry, shown)))
        })
        .collect();
    let to_move = if swapped { pos.to_move.other() } else { pos.to_move };
    let (mut image, _) = Position::from_tiles(&tiles, to_move);
    image.ply = pos.ply;
    image.drawn_face = pos.drawn_face.map(|drawn_face| colour(face(symmetry, drawn_face)));
    image.wins = pos.wins;
    image.ending = pos.ending;
    if swapped {
        image.wins.0 = (pos.wins.0 & 0b0101) << 1 | (pos.wins.0 & 0b1010) >> 1;
        image.ending = pos.ending.map(super::position::Ending::swapped);
    }
    if tiles.is_empty() {
        image.start_symmetry = compose(pos.start_symmetry.into(), symmetry);
    }
    image
}

/// The symmetry equal to `first` followed by `second`.
fn compose(first: usize, second: usize) -> u8 {
    let both = |x, y| {
        let (x, y) = place(first, x, y);
        place(second, x, y)
    };
    (0..SYMMETRIES)
        .find(|&symmetry| place(symmetry, 1, 2) == both(1, 2))
        .expect("the symmetries are a group") as u8
}
