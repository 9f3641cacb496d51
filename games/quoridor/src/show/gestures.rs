//! Moves made by pointing: at the square to which the pawn moves, or at the place of a wall.

use crate::rules::game::Quoridor;
use crate::rules::moves::{Direction, Move};
use crate::rules::position::Position;
use ludex_kit::message;
use ludex_kit::{Gestures, Touch, Way};

impl Gestures<Self> for Quoridor {
    fn ways(&self, pos: &Position, moves: &[Move]) -> Vec<Vec<Way>> {
        let pawn = || Touch::at("pawn", pos.pawn(pos.to_move()));
        let ways = moves.iter().map(|mv| match mv {
            Move::Pawn(to) => {
                let square = Touch::at("square", to);
                vec![Way::new([square.clone()]), Way::new([pawn(), square])]
            }
            Move::Wall(wall) => {
                let direction = Touch::choice(match wall.direction {
                    Direction::Horizontal => message!("horizontal"),
                    Direction::Vertical => message!("vertical"),
                });
                let anchor = Touch::at("anchor", wall.anchor);
                let slot = Touch::at("slot", wall);
                vec![Way::new([slot]), Way::new([anchor, direction])]
            }
            Move::Pass => vec![Way::new([Touch::choice(message!("pass"))])],
        });
        ways.collect()
    }
}
