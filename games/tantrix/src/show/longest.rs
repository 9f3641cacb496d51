//! The tiles of the line or loop that counts for a colour, for pictures. The rules store only its length.

use std::collections::HashSet;

use crate::rules::board::Board;
use crate::rules::hex::{Hex, opposite};
use crate::rules::moves::Placement;
use crate::rules::tile::Colour;

/// The tiles of the longest line or loop of a colour, whichever counts, in order.
pub(crate) fn longest(board: &Board, colour: Colour) -> Vec<Placement> {
    let mut seen = HashSet::new();
    let mut best = (0, Vec::new());
    for tile in board.tiles().filter(|tile| tile.face.edges().contains(&colour)) {
        if seen.contains(&tile.hex) {
            continue;
        }
        let (tiles, is_loop) = line_through(board, tile, colour);
        seen.extend(tiles.iter().map(|tile| tile.hex));
        let points = tiles.len() * if is_loop { 2 } else { 1 };
        if points > best.0 {
            best = (points, tiles);
        }
    }
    best.1
}

/// The line through a tile, and whether it is a loop.
fn line_through(board: &Board, tile: Placement, colour: Colour) -> (Vec<Placement>, bool) {
    let ends: Vec<usize> = (0..6).filter(|&edge| tile.face.edges()[edge] == colour).collect();
    let mut tiles = vec![tile];
    for &end in &ends {
        let (mut hex, mut exit): (Hex, usize) = (tile.hex, end);
        while let Some(face) = board.tile_at(hex.neighbour(exit)) {
            hex = hex.neighbour(exit);
            if hex == tile.hex {
                return (tiles, true);
            }
            tiles.push(Placement { face, hex });
            exit = face.links()[opposite(exit)].into();
        }
        // The other half of the line continues from the same tile in the other direction.
        tiles.reverse();
    }
    (tiles, false)
}
