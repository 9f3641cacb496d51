//! Search for loops without holes.
//!
//! Such a loop encloses no cell: inside it are only wedges, the points where three cells meet. So all three cells of each inner wedge must
//! contain tiles, and a loop of n tiles has n − 2 inner wedges. Each placed tile thus determines more cells that must be filled. Each of
//! these cells touches at least two tiles, and a branch of the search ends as soon as no tile fits into one of them.

use std::sync::Arc;

use super::Puzzle;
use super::board::{PuzzleBoard, faces_of, first_side};
use super::walk::{NodeState, PlacementWalk};
use crate::rules::hex::CELLS;
use crate::rules::hex::{Cell, Hex};
use crate::rules::tile::{Colour, Face, Fits};

/// The side of the loop on which a wedge is, as far as known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WedgeSide {
    Unknown,
    Inside,
    Outside,
}

/// The state of the search for a loop without holes.
#[derive(Clone)]
pub(super) struct Sectors {
    board: PuzzleBoard,
    sides: Sides,
    /// The cells that must be filled, in the order in which they were found. Filled cells stay in the list.
    required: Vec<Hex>,
    is_required: Box<[bool; CELLS]>,
    /// Number of required cells that are empty.
    n_open: usize,
    n_inside: usize,
    /// The number of wedges inside when all tiles are placed.
    n_wanted: usize,
    undo: Vec<SectorUndo>,
    colour: Colour,
    same_side: Arc<SameSide>,
}

/// Data for removing a tile.
#[derive(Clone, Copy)]
struct SectorUndo {
    /// The wedges whose side became known, one bit each.
    learnt: u8,
    n_required: usize,
    n_open: usize,
    n_inside: usize,
}

impl Sectors {
    /// The two starts: the first tile, with the inside on either side of its line.
    pub(super) fn starts(puzzle: &Puzzle) -> Vec<Self> {
        let empty = Self {
            board: PuzzleBoard::new(puzzle.tiles()),
            sides: Sides(Box::new([WedgeSide::Unknown; 2 * CELLS])),
            required: Vec::new(),
            is_required: Box::new([false; CELLS]),
            n_open: 0,
            n_inside: 0,
            n_wanted: puzzle.tiles().len().saturating_sub(2),
            undo: Vec::new(),
            colour: puzzle.colour(),
            same_side: Arc::new(SameSide::new(puzzle)),
        };
        let face = puzzle.first().rotated(0);
        let side = first_side(face, puzzle.colour());
        let start = |inner: u8| {
            let mut start = empty.clone();
            start.lay(Hex::default(), face, inner);
            start
        };
        vec![start(side), start(!side)]
    }

    /// The faces that fit into a required cell: their edges match its neighbours, and their wedges agree with the known sides of the loop.
    fn fits(&self, cell: Cell) -> Fits {
        let mut fits = self.board.fits(cell);
        if let Some((known, side)) = self.sides.first_known(cell) {
            for wedge in known + 1..6 {
                match self.sides.get(cell, wedge) {
                    WedgeSide::Unknown => {}
                    other => self.same_side.keep(&mut fits, known, wedge, other == side),
                }
            }
        }
        fits
    }

    /// The wedges of a face that are inside the loop, deduced from a wedge of its cell whose side is known.
    fn inner_wedges(&self, cell: Cell, face: Face) -> u8 {
        let first = first_side(face, self.colour);
        let (wedge, side) = self.sides.first_known(cell).expect("a required cell touches a tile");
        if (side == WedgeSide::Inside) == (first >> wedge & 1 != 0) { first } else { !first }
    }

    /// Places a tile with the given wedges inside.
    fn lay(&mut self, hex: Hex, face: Face, inner: u8) {
        let mut undo = SectorUndo {
            learnt: 0,
            n_required: self.required.len(),
            n_open: self.n_open,
            n_inside: self.n_inside,
        };
        self.board.lay(hex, face);
        self.n_open -= usize::from(self.is_required[hex.cell().index()]);
        for wedge in 0..6 {
            if self.sides.get(hex.cell(), wedge) != WedgeSide::Unknown {
                continue;
            }
            undo.learnt |= 1 << wedge;
            if inner >> wedge & 1 == 0 {
                self.sides.set(hex.cell(), wedge, WedgeSide::Outside);
                continue;
            }
            self.sides.set(hex.cell(), wedge, WedgeSide::Inside);
            self.n_inside += 1;
            self.require(hex.neighbour(wedge));
            self.require(hex.neighbour((wedge + 1) % 6));
        }
        self.undo.push(undo);
    }

    fn require(&mut self, hex: Hex) {
        let known = &mut self.is_required[hex.cell().index()];
        if !*known && self.board.is_empty(hex.cell()) {
            *known = true;
            self.required.push(hex);
            self.n_open += 1;
        }
    }
}

impl PlacementWalk for Sectors {
    type Step = (Hex, Face);

    fn examine(&self, steps: &mut Vec<Self::Step>) -> NodeState {
        let n_left = self.board.n_left();
        if n_left == 0 {
            let whole = self.n_open == 0 && self.n_inside == self.n_wanted;
            return if whole && self.board.n_enclosed() == 0 {
                NodeState::Solved
            } else {
                NodeState::Dead
            };
        }
        if self.n_open == 0 || self.n_open > n_left || self.n_inside > self.n_wanted {
            return NodeState::Dead;
        }
        let mut fewest = (usize::MAX, Hex::default(), Fits([0; 6]));
        for &hex in &self.required {
            if !self.board.is_empty(hex.cell()) {
                continue;
            }
            let fits = self.fits(hex.cell());
            let n_fits = fits.len();
            if n_fits < fewest.0 {
                fewest = (n_fits, hex, fits);
                if n_fits == 0 {
                    return NodeState::Dead;
                }
            }
        }
        let (_, hex, fits) = fewest;
        steps.extend(fits.iter().map(|face| (hex, face)));
        NodeState::Open
    }

    fn play(&mut self, (hex, face): Self::Step) {
        let inner = self.inner_wedges(hex.cell(), face);
        self.lay(hex, face, inner);
    }

    fn undo(&mut self) {
        let (Some((hex, _)), Some(undo)) = (self.board.take_back(), self.undo.pop()) else {
            return;
        };
        for wedge in (0..6).filter(|wedge| undo.learnt >> wedge & 1 != 0) {
            self.sides.set(hex.cell(), wedge, WedgeSide::Unknown);
        }
        for required in self.required.drain(undo.n_required..) {
            self.is_required[required.cell().index()] = false;
        }
        self.n_open = undo.n_open;
        self.n_inside = undo.n_inside;
    }

    fn laid(&self) -> &[(Hex, Face)] {
        self.board.laid()
    }
}

/// The side of every wedge. Each wedge belongs to three cells; it is stored at the cell where it is between N and NE, or between NE
/// and SE.
#[derive(Clone)]
struct Sides(Box<[WedgeSide; 2 * CELLS]>);

impl Sides {
    /// Wedge `w` of a cell is between its neighbours in directions `w` and `w + 1`.
    #[inline]
    fn index(cell: Cell, wedge: usize) -> usize {
        let (keeper, second) = match wedge {
            0 => (cell, 0),
            1 => (cell, 1),
            2 => (cell.neighbour(3), 0),
            3 => (cell.neighbour(4), 1),
            4 => (cell.neighbour(4), 0),
            _ => (cell.neighbour(5), 1),
        };
        2 * keeper.index() + second
    }

    #[inline]
    fn get(&self, cell: Cell, wedge: usize) -> WedgeSide {
        self.0[Self::index(cell, wedge)]
    }

    #[inline]
    fn set(&mut self, cell: Cell, wedge: usize, side: WedgeSide) {
        self.0[Self::index(cell, wedge)] = side;
    }

    /// The first wedge of a cell whose side is known.
    #[inline]
    fn first_known(&self, cell: Cell) -> Option<(usize, WedgeSide)> {
        (0..6)
            .map(|wedge| (wedge, self.get(cell, wedge)))
            .find(|&(_, side)| side != WedgeSide::Unknown)
    }
}

/// For two wedges, the faces on which both are on the same side of the colour's line.
struct SameSide([[Fits; 6]; 6]);

impl SameSide {
    fn new(puzzle: &Puzzle) -> Self {
        let mut table = [[Fits([0; 6]); 6]; 6];
        for face in faces_of(puzzle.tiles()) {
            let side = first_side(face, puzzle.colour());
            for (one, row) in table.iter_mut().enumerate() {
                for (two, fits) in row.iter_mut().enumerate() {
                    if side >> one & 1 == side >> two & 1 {
                        fits.0[face.rotation()] |= 1 << face.tile().index();
                    }
                }
            }
        }
        Self(table)
    }

    /// Keeps the faces on which the two wedges are on the same side, or on different sides.
    #[inline]
    fn keep(&self, fits: &mut Fits, one: usize, two: usize, same: bool) {
        let flip = if same { 0 } else { u64::MAX };
        for (word, &alike) in fits.0.iter_mut().zip(&self.0[one][two].0) {
            *word &= alike ^ flip;
        }
    }
}
