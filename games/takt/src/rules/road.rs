//! Roads: connected squares of one player from one edge of the board to the opposite one.
//!
//! These functions take plain bit boards, so evaluations can also apply them to sets of squares that do not come from a position.

use super::contact::Contact;
use ludex_kit::support::bitboard::{file, flood, rank};

/// Whether `bits` connects two opposite edges.
#[inline]
pub fn has_road<const N: usize>(bits: u64) -> bool {
    // A road has at least `N` squares. Most positions of a search fail this quick test.
    if bits.count_ones() < N as u32 {
        return false;
    }
    is_vertical::<N>(bits) || is_horizontal::<N>(bits)
}

/// Whether `bits` connects the lowest and the highest rank.
#[inline]
pub fn is_vertical<const N: usize>(bits: u64) -> bool {
    let (low, high) = const { (rank::<N>(0), rank::<N>(N - 1)) };
    bits & low != 0 && bits & high != 0 && flood::<N>(low, bits) & high != 0
}

/// Whether `bits` connects the leftmost and the rightmost file.
#[inline]
pub fn is_horizontal<const N: usize>(bits: u64) -> bool {
    let (left, right) = const { (file::<N>(0), file::<N>(N - 1)) };
    bits & left != 0 && bits & right != 0 && flood::<N>(left, bits) & right != 0
}

/// The squares of a road, with all squares connected to it; 0 if there is no road.
pub fn road_squares<const N: usize>(bits: u64) -> u64 {
    Contact::new::<N>(bits).critical() & bits
}
