//! Edges that meet at an empty cell.

use super::face::{BREAKS, FORCES, ONE_MORE};

/// The effect of a tile's edge on the neighbour cell, which already has these edges.
#[inline(always)]
pub(crate) fn one_more<const SIDE: usize>(edges: u8, tile: u8) -> u8 {
    let red = tile >> SIDE & 1 ^ 1;
    ONE_MORE[usize::from(edges)] >> (2 * red) & (FORCES | BREAKS)
}
