//! Stacks as integers, and the board sizes.
//!
//! Bit 0 is the top piece. A set bit is a piece of the second player. One more set bit above the lowest piece marks the end. So an
//! empty square is 1, and adding or lifting pieces are shifts.

use std::fmt::Debug;

use ludex_kit::support::zobrist;

/// The pieces on a square, without the kind of the top (only the top can be a wall or capstone).
pub trait Pile: Copy + Eq + Debug + Send + Sync + 'static {
    /// No pieces.
    const EMPTY: Self;
    /// The maximum number of pieces.
    const MOST: u32;

    /// Number of pieces.
    fn height(self) -> u32;
    /// Number of pieces of the second player.
    fn seconds(self) -> u32;
    /// The top pieces, top in bit 0, at most 64.
    fn low(self) -> u64;
    /// All pieces, with the end mark above them.
    fn bits(self) -> u128;
    /// Removes `pieces` pieces from the top.
    #[must_use]
    fn lift(self, pieces: u32) -> Self;
    /// Adds `pieces` pieces on top; `colours` has the new top in bit 0.
    #[must_use]
    fn push(self, pieces: u32, colours: u64) -> Self;
    /// The contribution of this square to the position's hash; 0 if it is empty.
    fn hash(self, square: usize) -> u64;
}

static OFFSETS: [u64; 64] = zobrist::keys(11);
static FACTORS: [u64; 64] = zobrist::keys(12);

/// CITE: the multiply-and-fold of wyhash, <https://github.com/wangyi-fudan/wyhash>.
#[inline]
fn fold(bits: u64, square: usize) -> u64 {
    let product = (bits ^ OFFSETS[square & 63]) as u128 * FACTORS[square & 63] as u128;
    product as u64 ^ (product >> 64) as u64
}

macro_rules! pile {
    ($word:ty, $hash:expr) => {
        impl Pile for $word {
            const EMPTY: Self = 1;
            const MOST: u32 = <$word>::BITS - 1;

            #[inline]
            fn height(self) -> u32 {
                self.ilog2()
            }
            #[inline]
            fn seconds(self) -> u32 {
                self.count_ones() - 1
            }
            #[inline]
            fn low(self) -> u64 {
                self as u64
            }
            #[inline]
            fn bits(self) -> u128 {
                self.into()
            }
            #[inline]
            fn lift(self, pieces: u32) -> Self {
                self >> pieces
            }
            #[inline]
            fn push(self, pieces: u32, colours: u64) -> Self {
                self << pieces | <$word>::from(colours)
            }
            #[inline]
            fn hash(self, square: usize) -> u64 {
                if self == 1 { 0 } else { $hash(self, square) }
            }
        }
    };
}
pile!(u64, fold);
pile!(u128, |pile: u128, square| fold(
    pile as u64 ^ ((pile >> 64) as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93),
    square
));

/// A board size as a type. The trait [`Board`] contains the types and constants that depend on the size.
#[derive(Clone, Copy, Debug)]
pub struct Size<const N: usize>;

/// The types and constants that depend on the board size.
pub trait Board: Copy + Debug + Send + Sync + 'static {
    /// The type of a stack. 64 bits hold the 61 pieces of 6×6; larger boards need 128.
    type Pile: Pile;
    /// One stack per square.
    type Piles: Copy + Eq + Debug + Send + Sync + AsRef<[Self::Pile]> + AsMut<[Self::Pile]>;
    /// No stacks.
    const EMPTY: Self::Piles;
    /// Default number of stones per player.
    const STONES: u8;
    /// Default number of capstones per player.
    const CAPSTONES: u8;
}

macro_rules! sizes {
    ($($side:literal: $pile:ty, $stones:literal / $capstones:literal;)*) => {$(
        impl Board for Size<$side> {
            type Pile = $pile;
            type Piles = [$pile; $side * $side];
            const EMPTY: Self::Piles = [1; $side * $side];
            const STONES: u8 = $stones;
            const CAPSTONES: u8 = $capstones;
        }
    )*};
}
sizes! {
    3: u64, 10 / 0;
    4: u64, 15 / 0;
    5: u64, 21 / 1;
    6: u64, 30 / 1;
    7: u128, 40 / 2;
    8: u128, 50 / 2;
}
