//! Placements by pointing: the player points at a tile of the hand and at a cell, in either order, and chooses the rotation.

use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;
use ludex_kit::{Gestures, Touch, Way};

impl Gestures<Self> for Tantrix {
    fn ways(&self, _pos: &Position, moves: &[Placement]) -> Vec<Vec<Way>> {
        let ways = moves.iter().map(|Placement { face, hex }| {
            let tile = Touch::at("hand", face.tile().number());
            let cell = Touch::at("cell", format!("{}:{}", hex.q, hex.r));
            let rotation = Touch::choice(char::from(b'a' + face.rotation() as u8));
            vec![
                Way::new([tile.clone(), cell.clone(), rotation.clone()]),
                Way::new([cell, tile, rotation]),
            ]
        });
        ways.collect()
    }
}
