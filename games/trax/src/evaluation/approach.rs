//! A fast test of whether a turn may have created an attack (a threat to win with the next turn). It examines only the ends of the lines
//! that the turn extended.
//!
//! A loop can be closed by a few tiles if the two ends of a line are close together. A line can cross the group if its ends are near
//! opposite edges. Of 71,000 turns in 150 self-play games, 5,354 created attacks. This test reports 29 % of all turns, among them 98.7 % of
//! the attacks (2026-11-22). It is much faster than searching for the winning turns.

use crate::rules::board::{Board, Extent};
use crate::rules::face::JOINED;
use crate::rules::position::{Position, on};
use crate::rules::space::Space;

/// The largest distance, columns plus rows, between the ends of a line that the next turn may close.
const NEAR: u16 = 2;
/// The smallest distance, in columns or rows, between the ends of a line that the next turn may lead across the group. It is less than
/// eight, because a turn can add several tiles.
const LONG: u16 = 6;

/// Whether the player who made the last turn may be able to win with their next turn.
pub fn may_attack(pos: &Position) -> bool {
    let attacker = pos.to_move().other().index();
    on!(&pos.group, board => is_approached(board, attacker))
}

/// Whether the last turn may have enabled the player to move to win.
pub fn may_win(pos: &Position) -> bool {
    on!(&pos.group, board => is_approached(board, pos.to_move().index()))
}

fn is_approached<S: Space>(board: &Board<S>, colour: usize) -> bool {
    let tiles = &board.journal[board.last_turn as usize..];
    tiles.iter().any(|laid| {
        let cell = laid.cell as usize;
        let sides = board.space.edges(cell) >> (4 * colour) & 15;
        let (one, two) = JOINED[usize::from(sides)];
        let end = |side: u8| board.space.other_end(cell * 4 + usize::from(side));
        let (first, last) = (end(one), end(two));
        // If a later tile of the same turn extended the line further, the ends of the line are tested with that tile.
        if board.space.other_end(first) != last || board.space.other_end(last) != first {
            return false;
        }
        let (first, last) = (board.place(first / 4), board.place(last / 4));
        let (columns, rows) = (first.0.abs_diff(last.0), first.1.abs_diff(last.1));
        let is_longer = laid.entered >> (4 * colour) & 15 != 0;
        is_longer && columns + rows <= NEAR
            || columns.max(rows) >= LONG
                && (is_outside(board.extent, first) || is_outside(board.extent, last))
    })
}

/// Whether a cell is just outside the group's bounding box.
fn is_outside(extent: Extent, (column, row): (u16, u16)) -> bool {
    column < extent.left || column > extent.right || row < extent.top || row > extent.bottom
}
