//! Moves: a step or jump of the pawn, a wall, or a pass if nothing else is possible.

use super::board::Square;

/// The direction of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Blocks steps north and south.
    Horizontal,
    /// Blocks steps east and west.
    Vertical,
}

impl Direction {
    /// The direction as a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
        }
    }
}

/// A wall, two squares long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall {
    /// The anchor: of the four squares around the middle of the wall, the one nearest to a1.
    pub anchor: Square,
    /// Its direction.
    pub direction: Direction,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The pawn moves to this square, by a step or a jump.
    Pawn(Square),
    /// A wall is placed.
    Wall(Wall),
    /// The player does nothing. Legal only if no other move is.
    Pass,
}

impl Move {
    /// A wall between the row of `anchor` and the one above.
    pub const fn horizontal(anchor: Square) -> Self {
        Self::Wall(Wall { anchor, direction: Direction::Horizontal })
    }

    /// A wall between the column of `anchor` and the one to its right.
    pub const fn vertical(anchor: Square) -> Self {
        Self::Wall(Wall { anchor, direction: Direction::Vertical })
    }
}
