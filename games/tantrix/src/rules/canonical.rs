//! The canonical form of a board, which is equal for all its translations and rotations.

use super::board::Board;
use super::hex::Hex;
use super::moves::Placement;

/// The tiles in canonical form, sorted by cell. The board is moved so that its smallest column and row are 0. Of the six rotations, the one
/// that gives the smallest list is taken.
pub fn canonical(board: &Board) -> Vec<Placement> {
    let image = |steps: usize| {
        let turned = board
            .tiles()
            .map(|tile| Placement { face: tile.face.turned(steps), hex: tile.hex.turned(steps) });
        let turned: Vec<Placement> = turned.collect();
        let least = |axis: fn(&Placement) -> i8| turned.iter().map(axis).min().unwrap_or_default();
        let (left, top) = (least(|tile| tile.hex.q), least(|tile| tile.hex.r));
        let mut moved: Vec<Placement> = turned
            .iter()
            .map(|tile| Placement {
                face: tile.face,
                hex: Hex::new(tile.hex.q - left, tile.hex.r - top),
            })
            .collect();
        moved.sort_by_key(|tile| (tile.hex, tile.face));
        moved
    };
    let key = |tiles: &Vec<Placement>| -> Vec<_> {
        tiles.iter().map(|tile| (tile.hex, tile.face)).collect()
    };
    (0..6).map(image).min_by_key(key).unwrap_or_default()
}
