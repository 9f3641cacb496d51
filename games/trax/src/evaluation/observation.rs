//! What a network sees of a position: planes of the window in which turns are numbered. Colours are those of the player to move: a tile that
//! Red sees is shown as White would see it with the colours exchanged.

use ludex_kit::Observations;
use ludex_kit::interface::observations::{PlaneWriter, named};
use ludex_kit::support::learned::Inputs;
use ludex_learn::Active;

use super::inputs::LineInputs;
use crate::notation::actions::{own_face, window_corner};
use crate::rules::face::Face;
use crate::rules::game::Trax;
use crate::rules::position::{Position, on};

impl Observations<Self> for Trax {
    fn shape(&self) -> [usize; 3] {
        let side = self.window().side as usize;
        [named(&self.plane_names()), side, side]
    }

    fn plane_names(&self) -> Vec<(&'static str, usize)> {
        vec![("tiles of each face", Face::ALL.len()), ("drawn face", Face::ALL.len())]
    }

    fn planes(&self, pos: &Position, out: &mut [f32]) {
        let side = self.window().side as usize;
        let mut planes = PlaneWriter::new(out, side * side);
        let (left, top) = window_corner(pos);
        let tiles = planes.next_planes(Face::ALL.len());
        let mut show = |(x, y, face): (i16, i16, Face)| {
            let column = (i32::from(x) - left) as usize;
            let row = (i32::from(y) - top) as usize;
            if column < side && row < side {
                tiles[(own_face(pos, face) as usize * side + row) * side + column] = 1.0;
            }
        };
        on!(&pos.group, board => board.tiles().for_each(&mut show));
        if let Some(face) = pos.drawn_face() {
            let drawn = planes.next_planes(Face::ALL.len());
            drawn[own_face(pos, face) as usize * side * side..][..side * side].fill(1.0);
        }
    }

    fn n_inputs(&self) -> usize {
        LineInputs.count(self)
    }

    fn inputs(&self, pos: &Position, out: &mut Vec<Active>) {
        let mover = pos.to_move().index();
        LineInputs.changes(self, None, (pos, &()), |input, _| out.push((input[mover], 1.0)));
    }
}
