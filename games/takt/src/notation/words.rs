//! Implements [`Notation`] for one board size.

use ludex_search::{Game, Turn};

use ludex_kit::{InputError, Notation};

use super::ptn;
use crate::rules::game::Takt;
use crate::rules::moves::Move;
use crate::rules::pile::{Board, Size};
use crate::rules::position::Position;
use ludex_kit::say;

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
            let problem = say!("cannot be played: the game is over");
            return Err(InputError::problem("move", text, problem));
        }
        ptn::read_move(pos, text)
    }

    fn write_move(&self, pos: &Position<N>, mv: Move) -> String {
        ptn::write_move(pos, mv)
    }
}
