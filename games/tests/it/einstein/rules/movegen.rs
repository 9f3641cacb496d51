//! The moves that a roll allows.

use ludex_kit::support::bitboard::{down, left, right, up};
use ludex_search::{MoveList, Player};

use super::moves::Move;
use super::position::{Position, STONES};

/// Appends the moves of a position with a rolled die.
pub(crate) fn moves(pos: &Position, out: &mut MoveList<Move>) {
    let mover = pos.to_move();
    for number in movable(pos.stones(mover), usize::from(pos.die()) - 1).flatten() {
        let from = pos.stones(mover)[number];
        let targets = targets(mover, from).into_iter().filter(|&to| to != 0);
        out.extend(
            targets.map(|to| Move {
                from: from.trailing_zeros() as u8,
                to: to.trailing_zeros() as u8,
            }),
        );
    }
}

/// The stone with the rolled number; if it was captured, the stones with the next lower and the next higher number.
fn movable(stones: &[u64; STONES], rolled: usize) -> impl Iterator<Item = Option<usize>> {
    let is_left = |&number: &usize| stones[number] != 0;
    let [below, above] = if is_left(&rolled) {
        [Some(rolled), None]
    } else {
        [(0..rolled).rfind(is_left), (rolled..STONES).find(is_left)]
    };
    [below, above].into_iter()
}

/// The squares straight and diagonally towards the goal; 0 beyond the edge.
fn targets(mover: Player, from: u64) -> [u64; 3] {
    if mover == Player(0) {
        [right::<5>(from), up::<5>(from), up::<5>(right::<5>(from))]
    } else {
        [left::<5>(from), down::<5>(from), down::<5>(left::<5>(from))]
    }
}
