//! Search for lines, and for loops that may enclose holes: placed tile by tile at both ends.

use std::sync::Arc;

use super::board::PuzzleBoard;
use super::goal::{bend, ends, leaves};
use super::walk::{NodeState, PlacementWalk};
use super::{Goal, Puzzle};
use crate::rules::hex::Hex;
use crate::rules::hex::{CELLS, opposite};
use crate::rules::tile::{Face, Fits};

/// The state of the search: a partial line or loop.
#[derive(Clone)]
pub(super) struct LinePath {
    puzzle: Arc<Puzzle>,
    board: PuzzleBoard,
    ends: [PathEnd; 2],
    /// Cells that must stay empty, because an end of the line points to them.
    closed: Box<[bool; CELLS]>,
    /// How far the line has turned so far, clockwise, in steps of 60 degrees.
    turned: i32,
    /// How far the remaining tiles could turn the line in either direction, in steps of 60 degrees.
    can_turn: i32,
    undo: Vec<PathUndo>,
}

/// An end where the line may continue.
#[derive(Clone, Copy)]
struct PathEnd {
    /// The next cell.
    hex: Hex,
    /// The direction of the line into that cell.
    direction: usize,
    /// Whether the line ends here.
    closed: bool,
}

/// A step at an end: the line continues with a face, or ends there.
#[derive(Clone, Copy)]
pub(super) struct Growth {
    end: usize,
    face: Option<Face>,
}

/// Data for undoing a step.
#[derive(Clone, Copy)]
struct PathUndo {
    growth: Growth,
    before: PathEnd,
    turned: i32,
    can_turn: i32,
}

impl LinePath {
    /// The start of the search: only the first tile is placed.
    pub(super) fn start(puzzle: &Puzzle) -> Self {
        let face = puzzle.first().rotated(0);
        let mut board = PuzzleBoard::new(puzzle.tiles());
        board.lay(Hex::default(), face);
        let end = |direction: usize| PathEnd {
            hex: Hex::default().neighbour(direction),
            direction,
            closed: false,
        };
        let [one, two] = ends(face, puzzle.colour());
        let others = puzzle.tiles().without(puzzle.first()).iter();
        let can_turn = others.map(|tile| bend(tile.rotated(0), puzzle.colour()));
        Self {
            puzzle: Arc::new(puzzle.clone()),
            board,
            ends: [end(one), end(two)],
            closed: Box::new([false; CELLS]),
            turned: turn(opposite(two), one),
            can_turn: can_turn.sum::<u32>() as i32,
            undo: Vec::new(),
        }
    }

    /// The faces that fit at an end.
    fn fits(&self, end: usize) -> Fits {
        let hex = self.ends[end].hex;
        let fits = self.board.fits(hex.cell());
        // A tile that joins the two ends would turn a line into a loop.
        let joins = self.ends[1 - end].hex == hex;
        let may_join = self.puzzle.goal() == Goal::Loop;
        if self.closed[hex.cell().index()] || (joins && !may_join) { Fits([0; 6]) } else { fits }
    }

    /// Whether the remaining tiles can close the loop.
    fn can_close(&self) -> bool {
        let n_left = self.board.n_left();
        let [one, two] = self.ends.map(|end| end.hex);
        if (one == two) != (n_left == 1) || distance(one, two) >= n_left {
            return false;
        }
        // A loop turns by six steps in total, in one direction or the other.
        [6, -6].iter().any(|whole| (whole - self.turned).abs() <= self.can_turn)
    }

    /// Whether cells are enclosed that can no longer be filled.
    fn is_holed(&self) -> bool {
        !self.puzzle.holes()
            && self.board.last_joined()
            && self.board.n_enclosed() > self.board.n_left()
    }

    fn is_solved(&self) -> bool {
        self.puzzle.holes() || self.board.n_enclosed() == 0
    }

    /// Chooses the end of the line with the fewest possible steps, and appends these steps to `steps`.
    fn grow(&self, steps: &mut Vec<Growth>) -> NodeState {
        let is_line = self.puzzle.goal() == Goal::Line;
        let open = (0..2).filter(|&end| !self.ends[end].closed);
        let choices = open.map(|end| (end, self.fits(end)));
        let Some((end, fits)) = choices.min_by_key(|(_, fits)| fits.len()) else {
            return NodeState::Dead;
        };
        let before = steps.len();
        steps.extend(fits.iter().map(|face| Growth { end, face: Some(face) }));
        // The line may end here only if its other end stays open for the remaining tiles.
        if is_line && !self.ends[1 - end].closed {
            steps.push(Growth { end, face: None });
        }
        if steps.len() == before { NodeState::Dead } else { NodeState::Open }
    }
}

impl PlacementWalk for LinePath {
    type Step = Growth;

    fn examine(&self, steps: &mut Vec<Growth>) -> NodeState {
        if self.board.n_left() == 0 {
            return if self.is_solved() { NodeState::Solved } else { NodeState::Dead };
        }
        if self.is_holed() || (self.puzzle.goal() == Goal::Loop && !self.can_close()) {
            return NodeState::Dead;
        }
        self.grow(steps)
    }

    fn play(&mut self, growth: Growth) {
        let before = self.ends[growth.end];
        self.undo.push(PathUndo { growth, before, turned: self.turned, can_turn: self.can_turn });
        let Some(face) = growth.face else {
            self.ends[growth.end].closed = true;
            self.closed[before.hex.cell().index()] = true;
            return;
        };
        self.board.lay(before.hex, face);
        let direction = leaves(face, before.direction);
        let by = turn(before.direction, direction);
        self.turned += if growth.end == 0 { by } else { -by };
        self.can_turn -= by.abs();
        self.ends[growth.end] =
            PathEnd { hex: before.hex.neighbour(direction), direction, closed: false };
    }

    fn undo(&mut self) {
        let Some(undo) = self.undo.pop() else {
            return;
        };
        if undo.growth.face.is_some() {
            self.board.take_back();
        } else {
            self.closed[undo.before.hex.cell().index()] = false;
        }
        self.ends[undo.growth.end] = undo.before;
        self.turned = undo.turned;
        self.can_turn = undo.can_turn;
    }

    fn laid(&self) -> &[(Hex, Face)] {
        self.board.laid()
    }
}

/// The turn from one direction to another, clockwise, from −2 to 2 on a tile.
fn turn(from: usize, to: usize) -> i32 {
    match (to + 6 - from) % 6 {
        steps @ 0..=3 => steps as i32,
        steps => steps as i32 - 6,
    }
}

/// The number of steps between two cells.
fn distance(one: Hex, two: Hex) -> usize {
    let (q, r) = (i32::from(one.q - two.q), i32::from(one.r - two.r));
    q.abs().max(r.abs()).max((q + r).abs()) as usize
}
