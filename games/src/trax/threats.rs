//! Who can win with the next turn, and what prevents it.
//!
//! Every turn that forces something is tried out: its tiles are laid in an overlay, and each new tile's lines are
//! followed from end to end until they close or end. Because the board knows the far end of every line, a line is
//! followed in a few steps. A turn that forces nothing closes no loop; it may complete a line across the group, but only
//! in a cell where a line ends that leaves the group on its outermost edge. Such cells are marked.

use ludex_search::{MoveList, Player};

use super::board::{Board, Extent};
use super::face::{EAST, Face, JOINED, NORTH, SIDES, SOUTH, WEST};
use super::position::{Move, Position, on};
use super::rules::Trax;
use super::space::{Overlay, Space, Trial};
use super::verdicts::{Folded, fold};

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

/// Looks at every turn that might win for either player, the mover first.
pub fn attacks(game: &Trax, pos: &Position) -> Attacks {
    let mut found = Attacks::default();
    if pos.n_tiles() == 0 {
        return found;
    }
    let mover = pos.to_move().index();
    on!(&pos.group, board => for_each_win(board, game, Face::ALL.as_slice(), |cell, face, winners| {
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
    on!(&pos.group, board => for_each_win(board, game, game.faces(pos), |cell, face, winners| {
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
        let mut edge_matters = game.options().eight;
        for (index, danger) in dangers.iter().take(MOST_DANGERS).enumerate() {
            let cell = board.cell(danger.x, danger.y);
            let mut closes = false;
            let legal = board.lay_on_trial(cell, danger.face.byte(), trial, |overlay, cell, entered| {
                closes |= joined_loops(board, overlay, cell, entered) != 0;
            });
            debug_assert!(legal.is_ok(), "a danger is a legal turn");
            for place in 0..trial.queue.len() {
                mark_around(board, trial.queue[place] as usize, 1 << index, trial);
            }
            edge_matters |= !closes;
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
        trial.clear_marks();
    }));
}

/// Marks a cell of a danger and the cells where a tile could matter to it: those beside it, and those beside an empty
/// cell beside it, because three edges may meet there.
fn mark_around<S: Space>(board: &Board<S>, cell: usize, mark: u8, trial: &mut Trial<S::Overlay>) {
    trial.mark(cell, mark);
    for near in SIDES.map(|side| board.neighbour(cell, side)) {
        trial.mark(near, mark);
        if !board.is_tile(near) {
            for side in SIDES {
                trial.mark(board.neighbour(near, side), mark);
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
    let legal = board
        .lay_on_trial(cell, face.byte(), trial, |_, _, _| ())
        .is_ok();
    let mut hit = 0;
    for &cell in &trial.queue {
        hit |= *trial.marks.at(cell as usize);
    }
    board.clear_trial(trial);
    legal && (hit == all || moves_edge())
}

/// Visits the legal turns that complete a line, with a bit for each winner, until the visitor has seen enough.
#[inline(always)]
fn for_each_win<S: Space>(
    board: &Board<S>,
    game: &Trax,
    faces: &[Face],
    mut visit: impl FnMut(usize, Face, u8) -> bool,
) {
    let options = game.options();
    board.space.with_trial(|trial| {
        board.judge_turns(options.eight, faces, trial);
        let crossings = (!options.loops)
            .then(|| mark_crossings(board, trial))
            .flatten();
        find_forcing_wins(board, options.eight, faces, crossings.as_ref(), trial);
        let mut going = true;
        for index in 0..trial.wins.len() {
            let (cell, face, winners) = trial.wins[index];
            going = going && visit(cell as usize, face, winners);
        }
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
                    let winners = winners(board, cell, face.byte(), true, trial);
                    going = winners == 0 || visit(cell, face, winners);
                }
            }
        }
        trial.clear_marks();
    });
}

/// Lists the turns that force something and win, row by row.
#[inline(always)]
fn find_forcing_wins<S: Space>(
    board: &Board<S>,
    eight: bool,
    faces: &[Face],
    crossings: Option<&Crossings>,
    trial: &mut Trial<S::Overlay>,
) {
    trial.wins.clear();
    for index in 0..trial.verdicts.in_force().len() {
        let verdict = trial.verdicts.in_force()[index];
        let cell = verdict.cell as usize;
        let crosses = crossings.is_some_and(|crossings| {
            let first = crossing_marks(board, board.extent_with(cell), cell, trial);
            verdict.legal && may_cross(first | crossings.marks(verdict.tiles))
        });
        if verdict.loops == 0 && !crosses {
            continue;
        }
        if !faces.contains(&verdict.face) || eight && !board.may_lay(true, cell) {
            continue;
        }
        let winners = if crosses {
            winners(board, cell, verdict.face.byte(), true, trial)
        } else {
            verdict.loops
        };
        if winners != 0 {
            trial.wins.push((verdict.cell, verdict.face, winners));
        }
    }
    // What the verdicts lie in is the order in which they were found.
    trial
        .wins
        .sort_unstable_by_key(|&(cell, face, _)| (cell / 64, face, cell));
}

/// The cells, folded, where a tile may join a line to an outermost edge of the group, in the order of the marks.
#[derive(Clone, Copy, Debug, Default)]
struct Crossings([Folded; 8]);

impl Crossings {
    /// The marks of a set of tiles: all that they have, and more where different cells fold into one.
    #[inline(always)]
    fn marks(&self, tiles: Folded) -> u8 {
        let mut marks = 0;
        for (bit, cells) in self.0.iter().enumerate() {
            marks |= u8::from(tiles & cells != 0) << bit;
        }
        marks
    }

    #[inline(always)]
    fn add(&mut self, place: (u16, u16), marks: u8) {
        for (bit, cells) in self.0.iter_mut().enumerate() {
            *cells |= fold(place) * u64::from(marks >> bit & 1);
        }
    }
}

/// Marks the cells where lines end whose other ends lie on an outermost edge of the group: one of four bits for the
/// edge, moved by four for red. Gives the same folded, with the outermost cells themselves; nothing if no line may cross
/// at all: a turn widens the group by one at most, so it must have seven columns or rows.
fn mark_crossings<S: Space>(
    board: &Board<S>,
    trial: &mut Trial<S::Overlay>,
) -> Option<Crossings> {
    let extent = board.extent;
    let (wide, high) = (extent.width() >= 7, extent.height() >= 7);
    if !wide && !high {
        return None;
    }
    let side = board.space.side();
    let at = |column: u16, row: u16| usize::from(row) * side + usize::from(column);
    let mut crossings = Crossings::default();
    let mut look = |tile: usize, cell: usize, inwards: usize, edge: usize| {
        let entering = board.space.edges(cell) >> inwards & 0x11;
        crossings.add(board.place(tile), 0x11 << edge);
        if entering != 0 {
            let end = board.space.other_end(cell * 4 + inwards) / 4;
            trial.mark(end, entering << edge);
            crossings.add(board.place(end), entering << edge);
        }
    };
    if wide {
        for row in extent.top..=extent.bottom {
            let (west, east) = (at(extent.left, row), at(extent.right, row));
            look(west, west - 1, EAST, WEST);
            look(east, east + 1, WEST, EAST);
        }
    }
    if high {
        for column in extent.left..=extent.right {
            let (north, south) = (at(column, extent.top), at(column, extent.bottom));
            look(north, north - side, SOUTH, NORTH);
            look(south, south + side, NORTH, SOUTH);
        }
    }
    Some(crossings)
}

/// The outermost edges that a new tile in this cell may join lines of each colour to: those of the lines that end there,
/// and those at which it lies itself.
#[inline(always)]
fn crossing_marks<S: Space>(
    board: &Board<S>,
    extent: Extent,
    cell: usize,
    trial: &mut Trial<S::Overlay>,
) -> u8 {
    let (column, row) = board.place(cell);
    let edges = u8::from(row == extent.top) << NORTH
        | u8::from(column == extent.right) << EAST
        | u8::from(row == extent.bottom) << SOUTH
        | u8::from(column == extent.left) << WEST;
    *trial.marks.at(cell) | edges | edges << 4
}

/// Whether lines of a colour might be joined to opposite edges.
#[inline(always)]
fn may_cross(marks: u8) -> bool {
    marks & marks >> 2 & 0x33 != 0
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
    let legal = board.lay_on_trial(cell, tile, trial, |overlay, cell, entered| {
        winners |= joined_loops(board, overlay, cell, entered);
    });
    if legal.is_err() {
        winners = 0;
    } else if long {
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
    winners
}

/// The colours (a bit each) whose line a new tile closes. The last tile of a loop joins two edges that entered it before,
/// so only such tiles need be looked at.
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

/// Where a line on trial ends that leaves this cell by this side: a slot, or none if it comes back to the cell.
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
        // A cell with four settled sides holds a tile on trial, or will: lines end in empty cells only.
        if (tile | tile >> 4) & 15 != 15 {
            return Some(slot);
        }
        let (one, two) = line_sides(tile, colour);
        let exit = if slot % 4 == one { two } else { one };
        slot = board.space.other_end(next * 4 + exit);
    }
}

fn crosses<S: Space>(
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
