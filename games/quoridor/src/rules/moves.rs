//! A move: a step of the pawn, a wall, or a pass where nothing else is possible.

use super::board::Square;

/// The direction of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// It blocks steps north and south.
    Horizontal,
    /// It blocks steps east and west.
    Vertical,
}

impl Direction {
    /// The direction in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
        }
    }
}

/// A wall, two squares long: of the four squares around its middle the one nearest to a1, and a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall {
    /// The square nearest to a1.
    pub anchor: Square,
    /// How it lies.
    pub direction: Direction,
}

/// One turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The pawn goes to this square, by a step or a jump.
    Pawn(Square),
    /// A wall is placed.
    Wall(Wall),
    /// Nothing, where nothing else is legal.
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
