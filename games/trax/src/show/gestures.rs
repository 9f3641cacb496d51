//! How turns are pointed at: a cell, and the tile that is laid there.

use super::picture::cell_name;
use crate::rules::game::Trax;
use crate::rules::position::{Move, Position};
use ludex_kit::{Gestures, Touch, Way};

impl Gestures<Self> for Trax {
    fn ways(&self, pos: &Position, moves: &[Move]) -> Vec<Vec<Way>> {
        let ways = moves.iter().map(|mv| {
            let cell = Touch::at("cell", cell_name(pos, pos.cell_of(*mv)));
            match pos.drawn_face() {
                // The cell turns the tile that is drawn.
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
