//! Who can win with the next turn, and what prevents it.
//!
//! Every turn that forces something is tried out: its tiles are laid in an overlay, and each new tile's lines are
//! followed from end to end until they close or end. Because the board knows the far end of every line, a line is
//! followed in a few steps. A turn that forces nothing closes no loop; it may complete a line across the group, but only
//! in a *hot* cell: where a line ends that leaves the group on its outermost edge.

use ludex_search::{MoveList, Player};

use super::board::{Board, Extent};
use super::face::{EAST, FORCED, Face, JOINED, NORTH, SIDES, SOUTH, WEST};
use super::position::{Move, Position, on};
use super::rules::Trax;
use super::space::{Overlay, Space, Trial};

/// Turns that would win at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attacks {
    /// A turn that wins for the player to move.
    pub win: Option<Move>,
    /// Turns that would win for the opponent if it were his turn, as many as were found.
    pub dangers: Vec<Move>,
    /// Their number; at most [`MOST_DANGERS`] are kept.
    pub n_dangers: u32,
}

/// The most winning turns of the opponent that are looked at one by one.
pub const MOST_DANGERS: usize = 8;

/// A mark of hot cells.
const HOT: u8 = 1;

/// Looks at every turn that might win for either player, the mover first.
pub fn attacks(game: &Trax, pos: &Position) -> Attacks {
    let mut found = Attacks::default();
    if pos.n_tiles() == 0 {
        return found;
    }
    let mover = pos.to_move().index();
    on!(&pos.group, board => for_each_win(board, *game, Face::ALL.as_slice(), |cell, face, winners| {
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
    }));
    found
}

/// Every turn with one of these faces that wins for the player.
pub fn winning_turns(game: &Trax, pos: &Position, player: Player, out: &mut MoveList<Move>) {
    if pos.n_tiles() == 0 {
        return;
    }
    on!(&pos.group, board => for_each_win(board, *game, game.faces(pos), |cell, face, winners| {
        if winners >> player.index() & 1 != 0 {
            let (x, y) = board.coordinates(cell);
            out.push(Move { x, y, face });
        }
        true
    }));
}

/// Appends the legal turns that may prevent every one of these turns: those that lay a tile near enough to each, or that
/// move the group's edge where that matters. All others leave at least one as it is.
pub fn refutations(game: &Trax, pos: &Position, dangers: &[Move], out: &mut MoveList<Move>) {
    on!(&pos.group, board => board.space.with_trial(|trial| {
        let mut marked = Vec::new();
        let mut edge_matters = game.options().eight;
        for (index, danger) in dangers.iter().take(MOST_DANGERS).enumerate() {
            let cell = board.cell(danger.x, danger.y);
            let legal = board.lay_on_trial(cell, danger.face.byte(), trial);
            debug_assert!(legal.is_ok(), "a danger is a legal turn");
            for &cell in &trial.queue {
                mark_around(board, cell as usize, 1 << index, &mut trial.marks, &mut marked);
            }
            edge_matters |= !closes_loop(board, trial);
            board.clear_trial(trial);
        }
        let all = u8::MAX >> (8 - dangers.len().clamp(1, MOST_DANGERS));
        board.scan(game.options().eight, |found| {
            for face in Face::ALL {
                let mut cells = found.fits[face as usize];
                while cells != 0 {
                    let cell = found.word * 64 + cells.trailing_zeros() as usize;
                    let forces = found.forces[face as usize] & cells & cells.wrapping_neg() != 0;
                    cells &= cells - 1;
                    if parries(board, cell, face, forces, all, edge_matters, trial) {
                        let (x, y) = board.coordinates(cell);
                        out.push(Move { x, y, face });
                    }
                }
            }
        });
        for cell in marked {
            *trial.marks.at(cell) = 0;
        }
    }));
}

/// Marks a cell of a danger and the cells where a tile could matter to it: those beside it, and those beside an empty
/// cell beside it, because three edges may meet there.
fn mark_around<S: Space>(
    board: &Board<S>,
    cell: usize,
    mark: u8,
    marks: &mut S::Overlay,
    marked: &mut Vec<usize>,
) {
    let mut set = |cell: usize| {
        *marks.at(cell) |= mark;
        marked.push(cell);
    };
    set(cell);
    for near in SIDES.map(|side| board.neighbour(cell, side)) {
        set(near);
        if !board.is_tile(near) {
            for side in SIDES {
                set(board.neighbour(near, side));
            }
        }
    }
}

fn parries<S: Space>(
    board: &Board<S>,
    cell: usize,
    face: Face,
    forces: bool,
    all: u8,
    edge_matters: bool,
    trial: &mut Trial<S::Overlay>,
) -> bool {
    let moves_edge = || edge_matters && board.extent_with(cell) != board.extent;
    if !forces {
        return *trial.marks.at(cell) == all || moves_edge();
    }
    let legal = board.lay_on_trial(cell, face.byte(), trial).is_ok();
    let mut hit = 0;
    for &cell in &trial.queue {
        hit |= *trial.marks.at(cell as usize);
    }
    board.clear_trial(trial);
    legal && (hit == all || moves_edge())
}

/// Visits the legal turns that complete a line, with a bit for each winner, until the visitor has seen enough.
fn for_each_win<S: Space>(
    board: &Board<S>,
    game: Trax,
    faces: &[Face],
    mut visit: impl FnMut(usize, Face, u8) -> bool,
) {
    let options = game.options();
    board.space.with_trial(|trial| {
        let mut hot = HotCells::default();
        if !options.loops {
            hot.find(board, &mut trial.marks);
        }
        let mut going = true;
        board.scan(options.eight, |found| {
            if !going {
                return;
            }
            for &face in faces {
                let mut cells = found.fits[face as usize] & (found.forces[face as usize]);
                while cells != 0 {
                    let cell = found.word * 64 + cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    if board.is_harmless(cell, face, hot.any) {
                        continue;
                    }
                    let winners = winners(board, cell, face.byte(), hot.any, trial);
                    if winners != 0 {
                        going = visit(cell, face, winners);
                        if !going {
                            return;
                        }
                    }
                }
            }
        });
        for &cell in &hot.cells {
            let cell = cell as usize;
            if going && board.may_lay(options.eight, cell) {
                let edges = board.space.edges(cell);
                for &face in faces {
                    let fits = face.byte() & edges == edges;
                    if going && fits && board.forces_nothing(cell, face) {
                        let winners = winners(board, cell, face.byte(), true, trial);
                        going = winners == 0 || visit(cell, face, winners);
                    }
                }
            }
        }
        for &cell in &hot.cells {
            *trial.marks.at(cell as usize) = 0;
        }
    });
}

/// The cells where lines end whose other ends lie on an outermost edge of the group.
#[derive(Default)]
struct HotCells {
    any: bool,
    cells: Vec<u32>,
}

impl HotCells {
    /// Finds and marks them. A turn widens the group by one at most, so seven columns or rows are enough.
    fn find<S: Space>(&mut self, board: &Board<S>, marks: &mut S::Overlay) {
        let extent = board.extent;
        let side = board.space.side();
        let at = |column: u16, row: u16| usize::from(row) * side + usize::from(column);
        if extent.width() >= 7 {
            self.any = true;
            for row in extent.top..=extent.bottom {
                self.look(board, at(extent.left - 1, row), EAST, marks);
                self.look(board, at(extent.right + 1, row), WEST, marks);
            }
        }
        if extent.height() >= 7 {
            self.any = true;
            for column in extent.left..=extent.right {
                self.look(board, at(column, extent.top - 1), SOUTH, marks);
                self.look(board, at(column, extent.bottom + 1), NORTH, marks);
            }
        }
    }

    fn look<S: Space>(
        &mut self,
        board: &Board<S>,
        cell: usize,
        side: usize,
        marks: &mut S::Overlay,
    ) {
        if board.space.edges(cell) >> side & 0x11 != 0 {
            let end = board.space.other_end(cell * 4 + side) / 4;
            let mark = marks.at(end);
            if *mark == 0 {
                *mark = HOT;
                self.cells.push(end as u32);
            }
        }
    }
}

/// The players (a bit each) whose lines a turn completes; none if it is illegal.
fn winners<S: Space>(
    board: &Board<S>,
    cell: usize,
    tile: u8,
    long: bool,
    trial: &mut Trial<S::Overlay>,
) -> u8 {
    let mut winners = 0;
    if board.lay_on_trial(cell, tile, trial).is_ok() {
        for index in 1..trial.queue.len() {
            let cell = trial.queue[index] as usize;
            winners |= u8::from(is_closed(board, cell, 0, trial));
            winners |= u8::from(is_closed(board, cell, 1, trial)) << 1;
        }
        let crossing = long && is_hot(trial);
        if crossing {
            let extent = board.extent_with(cell);
            for index in 0..trial.queue.len() {
                let cell = trial.queue[index] as usize;
                winners |= u8::from(crosses(board, cell, 0, extent, trial));
                winners |= u8::from(crosses(board, cell, 1, extent, trial)) << 1;
            }
        }
    }
    board.clear_trial(trial);
    winners
}

/// Whether one of the tiles on trial lies in a hot cell. Eight new tiles may cross the group by themselves.
fn is_hot<O: Overlay>(trial: &mut Trial<O>) -> bool {
    let marks = &mut trial.marks;
    trial.queue.len() >= 8
        || trial
            .queue
            .iter()
            .any(|&cell| *marks.at(cell as usize) != 0)
}

fn closes_loop<S: Space>(board: &Board<S>, trial: &mut Trial<S::Overlay>) -> bool {
    (1..trial.queue.len()).any(|index| {
        let cell = trial.queue[index] as usize;
        is_closed(board, cell, 0, trial) || is_closed(board, cell, 1, trial)
    })
}

/// The two sides of a new tile that its line of a colour joins.
#[inline(always)]
fn line_sides(tile: u8, colour: u8) -> (usize, usize) {
    let (one, two) = JOINED[usize::from(tile >> (4 * colour) & 15)];
    (one.into(), two.into())
}

/// Where a line on trial ends that leaves this cell by this side: a slot, or none if it comes back to the cell.
#[inline(always)]
fn follow<S: Space>(
    board: &Board<S>,
    cell: usize,
    side: usize,
    colour: u8,
    trial: &mut Trial<S::Overlay>,
) -> Option<usize> {
    let mut slot = board.space.other_end(cell * 4 + side);
    loop {
        let next = slot / 4;
        if next == cell {
            return None;
        }
        let tile = *trial.overlay.at(next);
        // A cell with four settled sides holds a tile on trial: lines end in empty cells only.
        if (tile | tile >> 4) & 15 != 15 {
            return Some(slot);
        }
        let (one, two) = line_sides(tile, colour);
        let exit = if slot % 4 == one { two } else { one };
        slot = board.space.other_end(next * 4 + exit);
    }
}

#[inline(always)]
fn is_closed<S: Space>(
    board: &Board<S>,
    cell: usize,
    colour: u8,
    trial: &mut Trial<S::Overlay>,
) -> bool {
    let (one, _) = line_sides(*trial.overlay.at(cell), colour);
    follow(board, cell, one, colour, trial).is_none()
}

fn crosses<S: Space>(
    board: &Board<S>,
    cell: usize,
    colour: u8,
    extent: Extent,
    trial: &mut Trial<S::Overlay>,
) -> bool {
    let (one, two) = line_sides(*trial.overlay.at(cell), colour);
    let ends = [one, two].map(|side| follow(board, cell, side, colour, trial));
    let [Some(first), Some(last)] = ends else {
        return false;
    };
    board.spans(extent, first, last)
}

impl<S: Space> Board<S> {
    /// Whether a turn that forces something lays two tiles which close no loop and lie where no line can cross.
    #[inline(always)]
    fn is_harmless(&self, cell: usize, face: Face, long: bool) -> bool {
        let forced = self.consequences(cell, face.byte(), 0);
        if long || !forced.is_power_of_two() {
            return false;
        }
        let side = forced.trailing_zeros() as usize;
        let next = self.neighbour(cell, side);
        let back = side ^ 2;
        let byte = self.space.edges(next) | (face.byte() >> side & 0x11) << back;
        let tile = FORCED[usize::from(byte)];
        if self.consequences(next, tile, 1 << back) != 0 {
            return false;
        }
        // The line that the second tile completes runs through the first; it is closed if its ends meet.
        let colour = face.byte() >> side & 1 ^ 1;
        let through = |tile: u8, entry: usize| {
            let (one, two) = line_sides(tile, colour);
            if one == entry { two } else { one }
        };
        let far = self.space.other_end(cell * 4 + through(face.byte(), side));
        far != next * 4 + through(tile, back)
    }

    fn forces_nothing(&self, cell: usize, face: Face) -> bool {
        self.consequences(cell, face.byte(), 0) == 0
    }
}
