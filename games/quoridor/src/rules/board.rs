//! Sets of squares, and of the lattice points between squares, as bits of a `u128`.

/// Bits per row. The widest board has nine columns, so the tenth column is always empty. A step over the east or west edge ends in that
/// column and not on the other side of the board.
pub const ROW: u32 = 10;

/// A set of squares, or of the lattice points at their lower left corners. Bit number: column + [`ROW`] × row.
pub type Squares = u128;

/// A square, or the anchor of a wall: of the four squares around the wall's middle, the one nearest to a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

impl Square {
    /// The square in this column and row, both counted from 0.
    pub const fn new(column: u8, row: u8) -> Self {
        Self(column + ROW as u8 * row)
    }

    /// The square of a bit number.
    pub const fn from_index(index: u32) -> Self {
        Self(index as u8)
    }

    /// The lowest square of a non-empty set.
    pub const fn lowest(set: Squares) -> Self {
        Self(set.trailing_zeros() as u8)
    }

    /// The bit number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0.
    pub const fn column(self) -> u8 {
        self.0 % ROW as u8
    }

    /// The row, from 0.
    pub const fn row(self) -> u8 {
        self.0 / ROW as u8
    }

    /// The set of only this square.
    #[inline]
    pub const fn bit(self) -> Squares {
        1 << self.0
    }
}

/// The squares of a set, in ascending order.
pub fn each(mut set: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = Square::lowest(set);
        set &= set - 1;
        Some(square)
    })
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Row 1.
    South,
    /// Column a.
    West,
    /// The last row.
    North,
    /// The last column.
    East,
}

impl Side {
    /// The opposite side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::West => Self::East,
            Self::North => Self::South,
            Self::East => Self::West,
        }
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of columns, 2 to 9.
    pub width: u8,
    /// Number of rows, 3 to 9.
    pub height: u8,
}

impl Board {
    /// Whether a column and row are on the board.
    pub const fn holds(self, column: u8, row: u8) -> bool {
        column < self.width && row < self.height
    }

    /// A rectangle of bits with its lower left corner at bit 0.
    const fn rectangle(columns: u8, rows: u8) -> Squares {
        let mut set = 0;
        let mut row = 0;
        while row < rows {
            set |= ((1 << columns) - 1) << (ROW * row as u32);
            row += 1;
        }
        set
    }

    /// All squares.
    pub const fn squares(self) -> Squares {
        Self::rectangle(self.width, self.height)
    }

    /// All anchors of walls.
    pub const fn anchors(self) -> Squares {
        Self::rectangle(self.width - 1, self.height - 1)
    }

    /// The squares along a side.
    pub const fn side(self, side: Side) -> Squares {
        let (row, column) = (Self::rectangle(self.width, 1), Self::rectangle(1, self.height));
        match side {
            Side::South => row,
            Side::North => row << (ROW * (self.height as u32 - 1)),
            Side::West => column,
            Side::East => column << (self.width - 1),
        }
    }

    /// The middle square of a side, where a pawn starts.
    pub const fn middle(self, side: Side) -> Square {
        match side {
            Side::South => Square::new(self.width / 2, 0),
            Side::North => Square::new(self.width / 2, self.height - 1),
            Side::West => Square::new(0, self.height / 2),
            Side::East => Square::new(self.width - 1, self.height / 2),
        }
    }

    /// The lattice points on the rim of the board, except the inner points of the side `open`. `open` is the player's goal side: a player
    /// who crosses it wins, so this part of the rim does not enclose the player.
    pub const fn rim(self, open: Option<Side>) -> Squares {
        let (width, height) = (self.width as u32, self.height as u32);
        let row: Squares = Self::rectangle(self.width + 1, 1);
        let column: Squares = Self::rectangle(1, self.height + 1);
        let (north, east) = (row << (ROW * height), column << width);
        let inside = match open {
            None => 0,
            Some(Side::South) => row & !1 & !(1 << width),
            Some(Side::North) => north & !(1 << (ROW * height)) & !(1 << (ROW * height + width)),
            Some(Side::West) => column & !1 & !(1 << (ROW * height)),
            Some(Side::East) => east & !(1 << width) & !(1 << (ROW * height + width)),
        };
        (row | column | north | east) & !inside
    }
}
