//! Squares, directions, pieces and moves.

use std::num::{NonZeroU8, NonZeroU16};

use ludex_kit::support::bitboard::file;

/// A square: `rank * N + file`, so `a1` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

impl Square {
    /// The square at a file and rank, both counted from 0.
    #[inline]
    pub const fn at<const N: usize>(file: usize, rank: usize) -> Self {
        Self((rank * N + file) as u8)
    }

    /// The file, counted from 0.
    #[inline]
    pub const fn file<const N: usize>(self) -> usize {
        self.0 as usize % N
    }

    /// The rank, counted from 0.
    #[inline]
    pub const fn rank<const N: usize>(self) -> usize {
        self.0 as usize / N
    }

    /// The square as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square as a bit of a 64-bit board.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// A piece that can be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Piece {
    /// A stone placed flat.
    Flat = 1,
    /// A stone placed on its edge.
    Wall = 2,
    /// A capstone (also called gate).
    Capstone = 3,
}

/// The direction in which a stack moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To higher ranks, `+`.
    Up = 0,
    /// To lower ranks, `-`.
    Down = 1,
    /// Towards file `a`, `<`.
    Left = 2,
    /// Away from file `a`, `>`.
    Right = 3,
}

impl Direction {
    /// All four, in numeric order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The difference between the numbers of consecutive squares.
    #[inline]
    pub const fn step<const N: usize>(self) -> isize {
        match self {
            Self::Up => N as isize,
            Self::Down => -(N as isize),
            Self::Left => -1,
            Self::Right => 1,
        }
    }

    /// Whether the direction is along a file.
    #[inline]
    pub const fn is_vertical(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }

    /// Whether square numbers increase in this direction.
    #[inline]
    pub const fn is_forward(self) -> bool {
        matches!(self, Self::Up | Self::Right)
    }

    /// The direction with this number; only the two lowest bits are used.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        match bits & 3 {
            0 => Self::Up,
            1 => Self::Down,
            2 => Self::Left,
            _ => Self::Right,
        }
    }
}

/// How many pieces a spread lifts, and how many it drops on each square. Bit `i` is set if the hand holds `i + 1` pieces at some
/// time, starting before the first drop. So the highest bit gives the number of lifted pieces, and the number of set bits is the
/// number of drops. Example: lifting 4 and dropping 1, 1, 2 holds 4, 3, 2 pieces, bits 1110.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drops(NonZeroU8);

impl Drops {
    /// One piece to the next square.
    pub const SINGLE: Self = Self(NonZeroU8::MIN);

    /// The pattern with these bits; `None` if no bit is set.
    #[inline]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        match NonZeroU8::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The pattern with these drops, nearest square first. `None` if a drop is 0 or the sum is above 8.
    pub fn from_counts(counts: &[u32]) -> Option<Self> {
        let mut hand: u32 = counts.iter().try_fold(0, |sum: u32, &n| sum.checked_add(n))?;
        if hand > 8 || counts.contains(&0) {
            return None;
        }
        let mut bits = 0u8;
        for count in counts {
            bits |= 1 << (hand - 1);
            hand -= count;
        }
        Self::from_bits(bits)
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0.get()
    }

    /// Number of pieces lifted.
    #[inline]
    pub const fn lifted(self) -> u32 {
        8 - self.0.leading_zeros()
    }

    /// Number of squares that receive pieces.
    #[inline]
    pub const fn squares(self) -> u32 {
        self.bits().count_ones()
    }

    /// Whether the last square receives exactly one piece.
    #[inline]
    pub const fn last_is_single(self) -> bool {
        self.bits() & 1 == 1
    }

    /// The pieces dropped on each square, nearest first.
    #[inline]
    pub fn counts(self) -> impl Iterator<Item = u32> {
        let mut rest = self.bits();
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let hand = 8 - rest.leading_zeros();
            rest ^= 1 << (hand - 1);
            Some(hand - (8 - rest.leading_zeros()))
        })
    }
}

/// A move in 16 bits. From the lowest: eight bits for the drops (0 for a placement), six for the square, two for the direction or the
/// piece. The value is never 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// A decoded move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A piece is placed.
    Place(Piece, Square),
    /// A stack is moved.
    Spread(Square, Direction, Drops),
}

impl Move {
    /// A placement.
    #[inline]
    pub fn place(piece: Piece, square: Square) -> Self {
        const FLAT: NonZeroU16 = NonZeroU16::new((Piece::Flat as u16) << 14).expect("it is not");
        const WALL: NonZeroU16 = NonZeroU16::new((Piece::Wall as u16) << 14).expect("it is not");
        const CAPSTONE: NonZeroU16 =
            NonZeroU16::new((Piece::Capstone as u16) << 14).expect("it is not");
        let kind = match piece {
            Piece::Flat => FLAT,
            Piece::Wall => WALL,
            Piece::Capstone => CAPSTONE,
        };
        Self(kind | u16::from(square.0) << 8)
    }

    /// A spread.
    #[inline]
    pub fn spread(square: Square, direction: Direction, drops: Drops) -> Self {
        Self(NonZeroU16::from(drops.0) | u16::from(square.0) << 8 | (direction as u16) << 14)
    }

    /// The move as a number.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with a number returned by [`bits`](Self::bits).
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(number) if bits & 0xC0FF != 0 => Some(Self(number)),
            _ => None,
        }
    }

    /// The square of a placement, or the origin of a spread.
    #[inline]
    pub const fn square(self) -> Square {
        Square((self.0.get() >> 8 & 63) as u8)
    }

    /// Whether this is a placement.
    #[inline]
    pub const fn is_placement(self) -> bool {
        self.0.get() as u8 == 0
    }

    /// Decodes the move.
    #[inline]
    pub const fn action(self) -> Action {
        let (bits, square) = (self.0.get(), self.square());
        match Drops::from_bits(bits as u8) {
            Some(drops) => Action::Spread(square, Direction::from_bits(bits >> 14), drops),
            None => match bits >> 14 {
                1 => Action::Place(Piece::Flat, square),
                2 => Action::Place(Piece::Wall, square),
                _ => Action::Place(Piece::Capstone, square),
            },
        }
    }
}

impl Move {
    /// The squares that a move changes on a board of side `N`: the square of a placement, or the squares on which a spread lifts or drops
    /// pieces.
    #[inline]
    pub fn squares<const N: usize>(self) -> u64 {
        match self.action() {
            Action::Place(_, square) => square.bit(),
            Action::Spread(square, direction, drops) => {
                square.bit() | path::<N>(square, direction, drops)
            }
        }
    }
}

/// The squares on which a spread drops pieces.
#[inline]
pub fn path<const N: usize>(square: Square, direction: Direction, drops: Drops) -> u64 {
    let length = drops.squares() as usize;
    let line = if direction.is_vertical() {
        file::<N>(0) & ((1 << (N * length)) - 1)
    } else {
        (1 << length) - 1
    };
    let steps = if direction.is_forward() { 1 } else { length };
    line << (square.index() as isize + direction.step::<N>() * steps as isize)
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.action().fmt(f)
    }
}
