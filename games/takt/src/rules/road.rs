//! Roads: connected squares of one player from one edge of the board to the opposite one.
//!
//! These functions take plain bit boards, so evaluations can also apply them to sets of squares that do not come from a position.

use super::contact::Contact;
use ludex_kit::support::bitboard::{file, flood, grown, rank};

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

/// The squares of a shortest road; 0 if there is no road.
pub fn shortest_road<const N: usize>(bits: u64) -> u64 {
    let ways = [(rank::<N>(0), rank::<N>(N - 1)), (file::<N>(0), file::<N>(N - 1))];
    let roads = ways.map(|(from, to)| shortest_way::<N>(bits, from, to));
    roads.into_iter().flatten().min_by_key(|road| road.count_ones()).unwrap_or(0)
}

/// A shortest connection of two edges: floods from one edge step by step, then goes back from the other edge.
fn shortest_way<const N: usize>(bits: u64, from: u64, to: u64) -> Option<u64> {
    let mut reached = from & bits;
    let mut steps = vec![reached];
    while reached & to == 0 {
        let more = grown::<N>(reached, bits);
        if more == reached {
            return None;
        }
        steps.push(more & !reached);
        reached = more;
    }
    let one = |squares: u64| squares & squares.wrapping_neg();
    let mut square = one(steps.pop()? & to);
    let mut road = square;
    while let Some(step) = steps.pop() {
        square = one(grown::<N>(square, bits) & step);
        road |= square;
    }
    Some(road)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortest_road_leaves_out_what_it_does_not_need() {
        // A straight road with spurs beside it and separate squares.
        let bits = 0b00100_00110_01100_11100_10101;
        let road = shortest_road::<5>(bits);
        assert_eq!(road, 0b00100_00100_00100_00100_00100);
        assert_eq!(shortest_road::<5>(bits & !(1 << 12)), 0);
        for bits in (0..1 << 16).step_by(7) {
            let road = shortest_road::<4>(bits);
            assert_eq!(road & !bits, 0);
            assert_eq!(road != 0, has_road::<4>(bits), "{bits:b}");
            assert_eq!(road != 0, has_road::<4>(road), "{bits:b}");
        }
    }
}
