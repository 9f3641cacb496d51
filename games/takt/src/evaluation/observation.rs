//! What a network sees of a position: planes of the board. Rows and columns are counted from a1.

use ludex_search::Player;

use ludex_kit::Observations;
use ludex_kit::interface::observations::{GREATEST, PlaneWriter, named};
use ludex_kit::support::bitboard::squares;
use ludex_kit::support::learned::Inputs;
use ludex_learn::Active;

use super::inputs::TaktInputs;
use crate::any_size::{AnyPosition, AnyTakt, with_game, with_position};
use crate::rules::game::Takt;
use crate::rules::moves::Square;
use crate::rules::pile::{Board, Pile, Size};
use crate::rules::position::Position;

/// The scale of numbers of pieces and of leads.
const TEN: f32 = 10.0;

impl Observations<Self> for AnyTakt {
    fn shape(&self) -> [usize; 3] {
        [named(&self.plane_names()), self.size(), self.size()]
    }

    fn plane_names(&self) -> Vec<(&'static str, usize)> {
        let depths = self.size() - 1;
        vec![
            ("own flat, wall and capstone on top", 3),
            ("the opponent's flat, wall and capstone on top", 3),
            ("own piece 1, 2, … below the top", depths),
            ("the opponent's piece 1, 2, … below the top", depths),
            ("own pieces further below / 10", 1),
            ("the opponent's pieces further below / 10", 1),
            ("own stones in reserve / 10", 1),
            ("the opponent's stones in reserve / 10", 1),
            ("own capstones in reserve", 1),
            ("the opponent's capstones in reserve", 1),
            ("own lead in flats with komi / 10", 1),
            ("the player to move places a flat of the opponent", 1),
        ]
    }

    fn planes(&self, pos: &AnyPosition, out: &mut [f32]) {
        with_position!(self, pos, game, pos => write(game, pos, out));
    }

    fn n_inputs(&self) -> usize {
        with_game!(self, game => TaktInputs.count(game))
    }

    fn inputs(&self, pos: &AnyPosition, out: &mut Vec<Active>) {
        with_position!(self, pos, game, pos => {
            let mover = pos.to_move().index();
            TaktInputs.changes(game, None, (pos, &()), |input, _| out.push((input[mover], 1.0)));
        });
    }
}

fn write<const N: usize>(game: &Takt<N>, pos: &Position<N>, out: &mut [f32])
where
    Size<N>: Board,
{
    let players = [pos.to_move(), pos.to_move().other()];
    let mut planes = PlaneWriter::new(out, N * N);
    let indices = |set: u64| squares(set).map(usize::from);
    for player in players {
        planes.mark(indices(pos.flats(player)));
        planes.mark(indices(pos.walls() & pos.tops(player)));
        planes.mark(indices(pos.capstones() & pos.tops(player)));
    }
    for player in players {
        for depth in 1..N {
            let is_there = |&square: &usize| piece(pos, square, depth) == Some(player);
            planes.mark((0..N * N).filter(is_there));
        }
    }
    for player in players {
        let plane = planes.next_plane();
        for (square, value) in plane.iter_mut().enumerate() {
            *value = (further_below(pos, square, player) as f32 / TEN).min(GREATEST);
        }
    }
    for player in players {
        planes.fill(pos.stones(player) as f32 / TEN);
    }
    for player in players {
        planes.fill(pos.capstones_left(player) as f32);
    }
    planes.fill(lead(game, pos));
    let is_swapped = pos.owner_placed() != pos.to_move();
    planes.fill(f32::from(is_swapped));
}

/// The owner of the piece at this depth; the top has the depth 0.
fn piece<const N: usize>(pos: &Position<N>, square: usize, depth: usize) -> Option<Player>
where
    Size<N>: Board,
{
    let pile = pos.pile(Square(square as u8));
    let is_there = depth < pile.height() as usize;
    is_there.then(|| Player((pile.bits() >> depth & 1) as u8))
}

/// The number of a player's pieces that are too deep to be lifted.
fn further_below<const N: usize>(pos: &Position<N>, square: usize, player: Player) -> u32
where
    Size<N>: Board,
{
    let pile = pos.pile(Square(square as u8));
    let deep = pile.height().saturating_sub(N as u32);
    let seconds = (pile.bits() >> pile.height().min(N as u32)).count_ones() - 1;
    if player == Player(0) { deep - seconds } else { seconds }
}

/// The mover's lead in flats with komi, in tens of flats and at most [`GREATEST`].
fn lead<const N: usize>(game: &Takt<N>, pos: &Position<N>) -> f32
where
    Size<N>: Board,
{
    let flats = |player: u8| pos.flats(Player(player)).count_ones() as f32;
    let lead = flats(0) - flats(1) - f32::from(game.options().half_komi) / 2.0;
    let lead = if pos.to_move() == Player(0) { lead } else { -lead };
    (lead / TEN).clamp(-GREATEST, GREATEST)
}
