//! Numbers for placements: tile of the hand × rotation × row × column. The tiles of the player's hand are counted in the order of their
//! numbers. Row 0 and column 0 are next to the smallest coordinates of the tiles on the board.

use ludex_kit::Actions;
use ludex_kit::support::window::{Window, move_by_order, number_by_order};
use ludex_search::Game;

use crate::rules::game::Tantrix;
use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::position::{HAND, Position};
use crate::rules::tile::Tile;

/// Number of rotations of a tile.
const ROTATIONS: usize = 6;
/// The window.
pub(crate) const WINDOW: Window = Window { side: 24, planes: (HAND * ROTATIONS) as u32 };

/// The window of one position.
pub(crate) struct View {
    /// Coordinates of the cell at column 0 and row 0.
    pub(crate) corner: (i32, i32),
    /// Whether all cells next to the tiles are inside.
    pub(crate) holds: bool,
}

impl View {
    pub(crate) fn new(pos: &Position) -> Self {
        let mut tiles = pos.board().tiles().map(|tile| tile.hex);
        let first = tiles.next().unwrap_or_default();
        let corners = tiles.fold((first, first), |(low, high), hex| {
            let low = Hex::new(low.q.min(hex.q), low.r.min(hex.r));
            (low, Hex::new(high.q.max(hex.q), high.r.max(hex.r)))
        });
        let (low, high) = corners;
        let size = |low: i8, high: i8| usize::from(high.abs_diff(low)) + 1;
        Self {
            corner: (i32::from(low.q) - 1, i32::from(low.r) - 1),
            holds: WINDOW.holds(size(low.q, high.q), size(low.r, high.r)),
        }
    }

    /// Column and row of a cell in the window.
    pub(crate) fn place(&self, hex: Hex) -> (i32, i32) {
        (i32::from(hex.q) - self.corner.0, i32::from(hex.r) - self.corner.1)
    }
}

/// The tiles that the player to move holds, by number.
pub(crate) fn hand_of(pos: &Position) -> impl Iterator<Item = Tile> {
    pos.hand(pos.to_move()).iter()
}

impl Actions<Self> for Tantrix {
    fn count(&self) -> usize {
        WINDOW.count()
    }

    fn encode(&self, pos: &Position, moves: &[Placement], out: &mut Vec<u32>) {
        let view = View::new(pos);
        if !view.holds {
            return number_by_order(moves, out);
        }
        let hand = pos.hand(pos.to_move());
        let number = |&Placement { face, hex }: &Placement| {
            let slot = hand.rank(face.tile());
            let (column, row) = view.place(hex);
            WINDOW.number(slot * ROTATIONS + face.rotation(), column, row)
        };
        out.extend(moves.iter().map(number));
    }

    fn decode(&self, pos: &Position, action: u32) -> Option<Placement> {
        let (plane, column, row) = WINDOW.place(action)?;
        let view = View::new(pos);
        if !view.holds {
            let mut moves = Vec::new();
            self.legal_moves(pos, &mut moves);
            return move_by_order(moves, action);
        }
        let tile = hand_of(pos).nth(plane / ROTATIONS)?;
        let at = |first: i32, place: i32| i8::try_from(first + place).ok();
        let hex = Hex::new(at(view.corner.0, column)?, at(view.corner.1, row)?);
        Some(Placement { face: tile.rotated(plane % ROTATIONS), hex })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_search::Turn;
    use ludex_search::support::random::stream;

    /// A game whose placements always go as far as possible in one direction, until the tiles no longer fit into the window.
    #[test]
    fn every_placement_has_its_number_inside_and_beyond_the_window() {
        let (game, rng) = (Tantrix::new(), &mut stream(1, 0));
        let mut pos = game.start();
        let mut n_beyond = 0;
        while n_beyond < 3 {
            match game.turn(&pos) {
                Turn::Player(_) => {}
                Turn::Chance => {
                    let tile = game.sample(&pos, rng);
                    game.apply_chance(&mut pos, tile);
                    continue;
                }
                Turn::Over => panic!("the tiles never left the window"),
            }
            let (mut moves, mut numbers) = (Vec::new(), Vec::new());
            game.legal_moves(&pos, &mut moves);
            game.encode(&pos, &moves, &mut numbers);
            for (&mv, &action) in moves.iter().zip(&numbers) {
                assert_eq!(game.decode(&pos, action), Some(mv));
            }
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), moves.len());
            n_beyond += u32::from(!View::new(&pos).holds);
            let farthest = moves.into_iter().max_by_key(|mv| mv.hex.q).expect("there is a move");
            game.play(&mut pos, farthest);
        }
    }
}
