//! Edges that meet at an empty cell.

use super::face::{BREAKS, FORCES, ONE_MORE};

/// What the edge of a tile's side does to the cell there, whose edges are these.
#[inline(always)]
pub(crate) fn one_more<const SIDE: usize>(edges: u8, tile: u8) -> u8 {
    let red = tile >> SIDE & 1 ^ 1;
    ONE_MORE[usize::from(edges)] >> (2 * red) & (FORCES | BREAKS)
}
