//! Which turns prevent the wins that an opponent threatens.

use ludex_search::MoveList;

use super::idle::{Area, Walk};
use super::threats::{Attacks, MOST_DANGERS, crosses, joined_loops};
use crate::rules::board::Board;
use crate::rules::face::{Face, SIDES};
use crate::rules::game::Trax;
use crate::rules::position::{Move, Position, on};
use crate::rules::space::{Overlay, Space, TrialBuffers};

/// Appends the legal turns after which the opponent cannot win with any of the listed dangers. Most turns are decided by location alone: a
/// turn that places no tile near a danger, and does not move the group's edge where that matters, cannot prevent it. For the others the
/// danger is tried after the turn.
pub fn refutations(game: &Trax, pos: &Position, attacks: &Attacks, out: &mut MoveList<Move>) {
    let dangers = Dangers {
        turns: &attacks.dangers,
        opponent: pos.to_move().other().index(),
        all: u8::MAX >> (8 - attacks.dangers.len().clamp(1, MOST_DANGERS)),
    };
    let mut near = [Area::default(); MOST_DANGERS];
    let mut walk = Walk::new(&attacks.idle);
    on!(&pos.group, board => board.space.with_trial(|trial| {
        let mut edge_matters = game.options().eight;
        for (index, danger) in dangers.turns.iter().enumerate() {
            let cell = board.cell(danger.x, danger.y);
            let mut closes = false;
            let legal = board.lay_on_trial(cell, danger.face.byte(), trial, |overlay, cell, entered| {
                closes |= joined_loops(board, overlay, cell, entered) != 0;
            });
            debug_assert!(legal.is_ok(), "a danger is a legal turn");
            for place in 0..trial.queue.len() {
                mark_around(board, trial.queue[place] as usize, 1 << index, trial);
            }
            near[index] = Area::of(board, trial.queue.iter().map(|&cell| cell as usize)).grown().grown();
            edge_matters |= !closes;
            board.clear_trial(trial);
        }
        let near = &near[..dangers.turns.len()];
        board.scan(game.options().eight, |found| {
            for face in Face::ALL {
                let mut cells = found.fits[face as usize];
                while cells != 0 {
                    let cell = found.word * 64 + cells.trailing_zeros() as usize;
                    let forces = found.forces[face as usize] & cells & cells.wrapping_neg() != 0;
                    cells &= cells - 1;
                    let (x, y) = board.coordinates(cell);
                    let mv = Move { x, y, face };
                    let moves_edge = edge_matters && board.extent_with(cell) != board.extent;
                    let is_far = |area: &Area| near.iter().any(|near| !area.meets(near));
                    if forces && !moves_edge && walk.area(mv).is_some_and(is_far) {
                        continue;
                    }
                    if refutes(board, game, (cell, face, forces), &dangers, moves_edge, trial) {
                        out.push(mv);
                    }
                }
            }
        });
        trial.clear_marks();
    }));
}

/// Marks the cells where a tile could affect a danger: the danger's own cell, the cells next to it, and the cells next to an empty
/// cell next to it, because a third edge there could make the turn illegal.
fn mark_around<S: Space>(
    board: &Board<S>,
    cell: usize,
    mark: u8,
    trial: &mut TrialBuffers<S::Overlay>,
) {
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

/// Turns of the opponent that must be prevented.
struct Dangers<'d> {
    turns: &'d [Move],
    opponent: usize,
    /// A mark for each of the turns, in the cells where a tile could affect it.
    all: u8,
}

/// Whether a turn is legal and leaves the opponent none of the dangers. It must place a tile near each of them, or move the group's edge.
fn refutes<S: Space>(
    board: &Board<S>,
    game: &Trax,
    (cell, face, forces): (usize, Face, bool),
    dangers: &Dangers<'_>,
    moves_edge: bool,
    trial: &mut TrialBuffers<S::Overlay>,
) -> bool {
    let tile = face.byte();
    let may_help = |marks: u8| marks == dangers.all || moves_edge;
    let mark_of_one = *trial.marks.at(cell);
    if !forces && !may_help(mark_of_one) {
        return false;
    }
    if forces && let Some(next) = board.only_forced(cell, tile) {
        let marks = mark_of_one | *trial.marks.at(next.cell);
        if !may_help(marks) {
            return false;
        }
    }
    dangers.turns.iter().all(|danger| {
        let mut loops = 0;
        let legal = board.lay_on_trial(cell, tile, trial, |overlay, cell, entered| {
            loops |= joined_loops(board, overlay, cell, entered);
        });
        let mut marks = 0;
        for &cell in &trial.queue {
            marks |= *trial.marks.at(cell as usize);
        }
        let refuted = legal.is_ok() && may_help(marks) && {
            let next = (board.cell(danger.x, danger.y), danger.face);
            !wins_after(board, game, (cell, loops), next, dangers.opponent, trial)
        };
        board.clear_trial(trial);
        refuted
    })
}

/// Whether a player wins by a turn after the one in the overlay, which began in `cell` and closed `loops`, or already by that one. Both turns
/// stay in the overlay.
fn wins_after<S: Space>(
    board: &Board<S>,
    game: &Trax,
    (cell, mut loops): (usize, u8),
    (next, reply): (usize, Face),
    player: usize,
    trial: &mut TrialBuffers<S::Overlay>,
) -> bool {
    let options = game.options();
    let n_first = trial.queue.len();
    let edges = board.space.edges(next) | *trial.overlay.at(next);
    let extent = board.extent_with(cell);
    let outside = options.eight && !board.is_within_eight(extent, next);
    // If an edge enters from all four sides, the first turn has already filled this cell.
    if (edges | edges >> 4) & 15 == 15 || reply.byte() & edges != edges || outside {
        return false;
    }
    let legal = board.lay_upon_trial(next, reply.byte(), trial, |overlay, cell, entered| {
        loops |= joined_loops(board, overlay, cell, entered);
    });
    if legal.is_err() {
        return false;
    }
    if loops >> player & 1 != 0 {
        return true;
    }
    let extent = extent.with_place(board.place(next));
    let long = !options.loops && (extent.width() >= 8 || extent.height() >= 8);
    long && (n_first..trial.queue.len()).any(|index| {
        let cell = trial.queue[index] as usize;
        crosses(board, &mut trial.overlay, cell, player as u8, extent)
    })
}
