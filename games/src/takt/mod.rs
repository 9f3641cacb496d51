//! Takt (Tak): build a road from one side of the board to the opposite one.
//!
//! Glossary, the field's term and the user's word: road, *Takt*; capstone, *gate*; stone, a flat or a wall (a standing
//! stone); spread, the move of a stack; komi, flats given to the second player; tinuë, a road that cannot be prevented.

pub mod eval;
pub mod moves;
pub mod params;
pub mod position;
pub mod road;
pub mod tactics;
pub mod threats;
pub mod tinue;

mod any_size;
mod facts;
mod movegen;
mod options;
mod patterns;
mod pile;
mod ptn;
mod record;
mod render;
mod rules;
mod searches;
mod tps;

use ludex_search::{Game, Turn};

pub use any_size::{AnyPosition, AnyTakt};
pub use moves::{Action, Direction, Drops, Move, Piece, Square};
pub use options::Options;
pub use pile::{Board, Pile, Size};
pub use position::{Position, Undo};
pub use rules::{Ending, Takt};
pub use searches::alpha_beta;

use crate::{GameInfo, InputError, Notation, Variant, Visitor};

/// What there is to know about Takt.
pub static INFO: GameInfo = GameInfo {
    name: "takt",
    aliases: &["tak"],
    about: "Takt (Tak): flats, walls and capstones; join two opposite sides of the board by a road",
    variant_keys: options::KEYS,
    wire_options: options::WIRE,
    position_format: "tps",
    formats: &[record::PTN],
    protocols: &["tei"],
    usual_moves: 60,
    score_unit: "flats",
    ..GameInfo::BASE
};

/// Opens Takt on the board that the variant or the position asks for.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let size = options::size(variant, position)?;
    Ok(visitor.visit(AnyTakt::from_variant(size, variant)?))
}

impl<const N: usize> Notation for Takt<N>
where
    Size<N>: Board,
{
    fn parse_position(&self, text: &str) -> Result<Position<N>, InputError> {
        self.read_tps(text)
    }

    fn write_position(&self, pos: &Position<N>) -> String {
        Self::write_tps(pos)
    }

    fn parse_move(&self, pos: &Position<N>, text: &str) -> Result<Move, InputError> {
        if self.turn(pos) == Turn::Over {
            return Err(InputError::new("move", text, "no move: the game is over"));
        }
        ptn::read_move(pos, text)
    }

    fn write_move(&self, pos: &Position<N>, mv: Move) -> String {
        ptn::write_move(pos, mv)
    }
}
