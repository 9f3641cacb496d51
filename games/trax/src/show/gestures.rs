//! Turns by pointing: the player points at a cell and chooses the tile to place there.

use super::picture::cell_name;
use crate::rules::game::Trax;
use crate::rules::position::{Move, Position};
use ludex_kit::{Gestures, Touch, Way};

impl Gestures<Self> for Trax {
    fn ways(&self, pos: &Position, moves: &[Move]) -> Vec<Vec<Way>> {
        let ways = moves.iter().map(|mv| {
            let cell = Touch::at("cell", cell_name(pos, pos.cell_of(*mv)));
            match pos.drawn_face() {
                // In the variant with luck, touching the drawn tile turns it.
                Some(face) => {
                    let drawn = Touch::at("drawn", face.name());
                    vec![Way::new([cell.clone()]), Way::new([drawn, cell])]
                }
                None => vec![Way::new([cell, Touch::choice(mv.face.symbol())])],
            }
        });
        ways.collect()
    }
}
