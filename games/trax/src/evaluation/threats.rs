//! Attacks: which turns win immediately.
//!
//! A turn is one chosen tile and the cascade of tiles it forces. Every turn that forces a tile is tried in an overlay, without changing the
//! board. The lines through each new tile are followed until they close or end; this takes few steps, because the board stores the far end
//! of every line. A turn that forces no tile cannot close a loop. It can complete a line across the group only if its cell is one end of a
//! line whose other end is on an outermost edge of the group. Such cells are marked first.

use ludex_search::{Game, MoveList, Player};

use super::idle::{IdleTurns, Reuse, Walk};
use crate::rules::board::{Board, Extent};
use crate::rules::face::{EAST, Face, JOINED, NORTH, SOUTH, WEST, opposite};
use crate::rules::forced::Forced;
use crate::rules::game::Trax;
use crate::rules::position::{Move, Position, on};
use crate::rules::space::{Overlay, Space, TrialBuffers};

/// Turns that win immediately, for either player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attacks {
    /// A winning turn of the player to move.
    pub win: Option<Move>,
    /// Turns that would win for the opponent if it were their turn, at most [`MOST_DANGERS`].
    pub dangers: Vec<Move>,
    /// The number of all such turns found.
    pub n_dangers: u32,
    /// Turns that were tried and win for no player.
    pub(super) idle: IdleTurns,
}

impl Attacks {
    /// The attacks after a pass, if no player has an attack: the turns and what they do stay the same.
    pub fn after_pass(&self) -> Option<Self> {
        (self.win.is_none() && self.dangers.is_empty()).then(|| self.clone())
    }
}

/// The maximum number of the opponent's winning turns that are examined one by one.
pub const MOST_DANGERS: usize = 8;

/// Examines every turn that might win for either player. Stops at the first win of the mover.
pub fn attacks(game: &Trax, pos: &Position) -> Attacks {
    attacks_after(game, pos, &Attacks::default())
}

/// Like [`attacks`], with the attacks of the position before the last turn.
pub fn attacks_after(game: &Trax, pos: &Position, before: &Attacks) -> Attacks {
    let mut found = Attacks::default();
    if pos.n_tiles() == 0 {
        return found;
    }
    let mover = pos.to_move().index();
    let mut reuse = Reuse::new(&before.idle, &mut found.idle);
    on!(&pos.group, board => {
        for_each_win(board, game, &Face::ALL, &mut reuse, |cell, face, winners| {
            let (x, y) = board.coordinates(cell);
            let mv = Move { x, y, face };
            if winners >> mover & 1 != 0 {
                found.win = Some(mv);
                return false;
            }
            found.n_dangers += 1;
            if found.dangers.len() < MOST_DANGERS {
                found.dangers.push(mv);
            }
            true
        });
    });
    found
}

/// Appends every turn with one of these faces that wins for the player.
pub fn winning_turns(game: &Trax, pos: &Position, player: Player, out: &mut MoveList<Move>) {
    if pos.n_tiles() == 0 {
        return;
    }
    let (before, mut idle) = (IdleTurns::default(), IdleTurns::default());
    let mut reuse = Reuse::new(&before, &mut idle);
    let faces = game.faces(pos);
    on!(&pos.group, board => for_each_win(board, game, faces, &mut reuse, |cell, face, winners| {
        if winners >> player.index() & 1 != 0 {
            let (x, y) = board.coordinates(cell);
            out.push(Move { x, y, face });
        }
        true
    }));
}

/// Appends every legal turn. Those that were tried are not tried again.
pub fn legal_turns(game: &Trax, pos: &Position, attacks: &Attacks, out: &mut MoveList<Move>) {
    if pos.n_tiles() == 0 {
        game.legal_moves(pos, out);
        return;
    }
    let mut walk = Walk::new(&attacks.idle);
    on!(&pos.group, board => {
        let turn = |cell, face| {
            let (x, y) = board.coordinates(cell);
            Move { x, y, face }
        };
        let known = |cell, face| walk.is_legal(turn(cell, face));
        board.for_each_turn(game.options().eight, game.faces(pos), known, |cell, face| {
            out.push(turn(cell, face));
        });
    });
}

/// Calls `visit` with each legal turn of these faces that completes a winning line, and with one bit for each player who gets such a line.
/// Stops when `visit` returns false.
#[inline(always)]
fn for_each_win<S: Space>(
    board: &Board<S>,
    game: &Trax,
    faces: &[Face],
    reuse: &mut Reuse<'_>,
    mut visit: impl FnMut(usize, Face, u8) -> bool,
) {
    let options = game.options();
    reuse.compare(board);
    board.space.with_trial(|trial| {
        let long = !options.loops && mark_crossings(board, trial);
        let mut going = true;
        board.scan(options.eight, |found| {
            if !going {
                return;
            }
            for &face in faces {
                let mut cells = found.fits[face as usize] & found.forces[face as usize];
                while cells != 0 {
                    let cell = found.word * 64 + cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    let (x, y) = board.coordinates(cell);
                    let mv = Move { x, y, face };
                    if reuse.knows(mv) {
                        continue;
                    }
                    if let Some(next) = harmless(board, cell, face.byte(), long, trial) {
                        reuse.keep(board, mv, [cell, next].into_iter(), true);
                        continue;
                    }
                    match winners(board, cell, face.byte(), long, trial) {
                        winners @ (None | Some(0)) => {
                            let cells = trial.queue.iter().map(|&cell| cell as usize);
                            reuse.keep(board, mv, cells, winners.is_some());
                        }
                        Some(winners) => {
                            going = visit(cell, face, winners);
                            if !going {
                                return;
                            }
                        }
                    }
                }
            }
        });
        for index in 0..trial.marked.len() {
            let cell = trial.marked[index] as usize;
            let marks = crossing_marks(board, board.extent_with(cell), cell, trial);
            if !going || !may_cross(marks) || !board.may_lay(options.eight, cell) {
                continue;
            }
            let edges = board.space.edges(cell);
            for &face in faces {
                let fits = face.byte() & edges == edges;
                if going && fits && board.consequences(cell, face.byte(), 0) == 0 {
                    let winners = winners(board, cell, face.byte(), true, trial).unwrap_or(0);
                    going = winners == 0 || visit(cell, face, winners);
                }
            }
        }
        trial.clear_marks();
    });
}

/// For each line that leaves the group at an outermost edge, marks the cell at its other end with one of four bits for that edge, shifted
/// by four for red. Returns whether any line may cross the group. That is possible only if the group already has at least seven columns or
/// rows, because a turn can enlarge it by at most one column or row.
fn mark_crossings<S: Space>(board: &Board<S>, trial: &mut TrialBuffers<S::Overlay>) -> bool {
    let extent = board.extent;
    let side = board.space.side();
    let at = |column: u16, row: u16| usize::from(row) * side + usize::from(column);
    let mut mark_line = |cell: usize, inwards: usize, edge: usize| {
        let entering = board.space.edges(cell) >> inwards & 0x11;
        if entering != 0 {
            let end = board.space.other_end(cell * 4 + inwards) / 4;
            trial.mark(end, entering << edge);
        }
    };
    let (wide, high) = (extent.width() >= 7, extent.height() >= 7);
    if wide {
        for row in extent.top..=extent.bottom {
            mark_line(at(extent.left - 1, row), EAST, WEST);
            mark_line(at(extent.right + 1, row), WEST, EAST);
        }
    }
    if high {
        for column in extent.left..=extent.right {
            mark_line(at(column, extent.top - 1), SOUTH, NORTH);
            mark_line(at(column, extent.bottom + 1), NORTH, SOUTH);
        }
    }
    wide || high
}

/// The outermost edges, by colour, that a line through a new tile in this cell could reach: those marked for the lines that end there, and
/// those on which the cell itself is.
#[inline(always)]
fn crossing_marks<S: Space>(
    board: &Board<S>,
    extent: Extent,
    cell: usize,
    trial: &mut TrialBuffers<S::Overlay>,
) -> u8 {
    let (column, row) = board.place(cell);
    let edges = u8::from(row == extent.top) << NORTH
        | u8::from(column == extent.right) << EAST
        | u8::from(row == extent.bottom) << SOUTH
        | u8::from(column == extent.left) << WEST;
    *trial.marks.at(cell) | edges | edges << 4
}

/// Whether lines of one colour may connect opposite edges.
#[inline(always)]
fn may_cross(marks: u8) -> bool {
    marks & marks >> 2 & 0x33 != 0
}

/// The players (one bit each) whose lines a turn completes; `None` if the turn is illegal.
fn winners<S: Space>(
    board: &Board<S>,
    cell: usize,
    tile: u8,
    long: bool,
    trial: &mut TrialBuffers<S::Overlay>,
) -> Option<u8> {
    let mut winners = 0;
    let legal = board.lay_on_trial(cell, tile, trial, |overlay, cell, entered| {
        winners |= joined_loops(board, overlay, cell, entered);
    });
    if legal.is_ok() && long {
        let extent = board.extent_with(cell);
        let mut marks = 0;
        for index in 0..trial.queue.len() {
            marks |= crossing_marks(board, extent, trial.queue[index] as usize, trial);
        }
        if may_cross(marks) {
            for index in 0..trial.queue.len() {
                let cell = trial.queue[index] as usize;
                for colour in 0..2 {
                    let crosses = crosses(board, &mut trial.overlay, cell, colour, extent);
                    winners |= u8::from(crosses) << colour;
                }
            }
        }
    }
    board.clear_trial(trial);
    legal.is_ok().then_some(winners)
}

/// The colours (one bit each) whose line a new tile closes. The last tile of a loop joins two edges of the same colour that already
/// entered its cell, so only such tiles are examined.
#[inline(always)]
pub(super) fn joined_loops<S: Space>(
    board: &Board<S>,
    overlay: &mut S::Overlay,
    cell: usize,
    entered: u8,
) -> u8 {
    let mut closed = 0;
    for colour in 0..2u8 {
        let half = entered >> (4 * colour) & 15;
        if half & half.wrapping_sub(1) != 0 {
            let (one, _) = JOINED[usize::from(half)];
            let end = follow(board, overlay, cell, one.into(), colour);
            closed |= u8::from(end.is_none()) << colour;
        }
    }
    closed
}

/// The two sides of a new tile that its line of a colour joins.
#[inline(always)]
fn line_sides(tile: u8, colour: u8) -> (usize, usize) {
    let (one, two) = JOINED[usize::from(tile >> (4 * colour) & 15)];
    (one.into(), two.into())
}

/// Follows the line that leaves this cell by this side, also through tiles in the overlay, and returns the slot where it ends. `None` if
/// the line returns to the cell.
#[inline(always)]
fn follow<S: Space>(
    board: &Board<S>,
    overlay: &mut S::Overlay,
    cell: usize,
    side: usize,
    colour: u8,
) -> Option<usize> {
    let mut slot = board.space.other_end(cell * 4 + side);
    loop {
        let next = slot / 4;
        if next == cell {
            return None;
        }
        let tile = *overlay.at(next);
        // If an edge enters from all four sides, the cell has a tile in the overlay or will get one, so the line continues. It ends only in
        // an empty cell.
        if (tile | tile >> 4) & 15 != 15 {
            return Some(slot);
        }
        let (one, two) = line_sides(tile, colour);
        let exit = if slot % 4 == one { two } else { one };
        slot = board.space.other_end(next * 4 + exit);
    }
}

pub(super) fn crosses<S: Space>(
    board: &Board<S>,
    overlay: &mut S::Overlay,
    cell: usize,
    colour: u8,
    extent: Extent,
) -> bool {
    let (one, two) = line_sides(*overlay.at(cell), colour);
    let ends = [one, two].map(|side| follow(board, overlay, cell, side, colour));
    let [Some(first), Some(last)] = ends else {
        return false;
    };
    board.spans(extent, first, last)
}

/// A fast test that settles many turns that force a tile. If the turn places exactly two tiles, and these close no loop and complete no
/// line across the group, the cell of the second tile is returned.
#[inline(always)]
fn harmless<S: Space>(
    board: &Board<S>,
    cell: usize,
    tile: u8,
    long: bool,
    trial: &mut TrialBuffers<S::Overlay>,
) -> Option<usize> {
    let Forced { cell: next, tile: second, side } = board.only_forced(cell, tile)?;
    if long {
        let extent = board.extent_with(cell);
        let marks = [cell, next].map(|cell| crossing_marks(board, extent, cell, trial));
        if may_cross(marks[0] | marks[1]) {
            return None;
        }
    }
    // The line that the second tile completes runs through the first tile. It is closed if its ends meet.
    let colour = tile >> side & 1 ^ 1;
    let through = |tile: u8, entry: usize| {
        let (one, two) = line_sides(tile, colour);
        if one == entry { two } else { one }
    };
    let far = board.space.other_end(cell * 4 + through(tile, side));
    (far != next * 4 + through(second, opposite(side))).then_some(next)
}
