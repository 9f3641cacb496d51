//! The tiles placed during the search for a solution, and the remaining ones.

use crate::rules::hex::CELLS;
use crate::rules::hex::{Cell, Hex};
use crate::rules::tile::{ANY, Allowed, require, required_by};
use crate::rules::tile::{Colour, Face, Fits, Tile, TileSet};

/// A board during the search for a solution.
#[derive(Clone)]
pub(super) struct PuzzleBoard {
    /// For each cell, the index of its face plus one; 0 if it is empty.
    faces: Box<[u16; CELLS]>,
    laid: Vec<(Hex, Face)>,
    left: TileSet,
    /// Number of placed tiles that touched other tiles on two or more separate stretches of their edges. Only such tiles can enclose cells.
    n_joining: usize,
}

impl PuzzleBoard {
    /// An empty board.
    pub(super) fn new(tiles: TileSet) -> Self {
        Self {
            faces: Box::new([0; CELLS]),
            laid: Vec::with_capacity(tiles.len()),
            left: tiles,
            n_joining: 0,
        }
    }

    /// The face on a cell.
    #[inline]
    pub(super) fn face(&self, cell: Cell) -> Option<Face> {
        let face = self.faces[cell.index()];
        (face != 0).then(|| Face::of_index(usize::from(face) - 1))
    }

    /// Whether a cell is empty.
    #[inline]
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.faces[cell.index()] == 0
    }

    /// The placed tiles, in order.
    pub(super) fn laid(&self) -> &[(Hex, Face)] {
        &self.laid
    }

    /// Number of tiles left.
    #[inline]
    pub(super) fn n_left(&self) -> usize {
        self.left.len()
    }

    /// The faces that fit into a cell.
    #[inline]
    pub(super) fn fits(&self, cell: Cell) -> Fits {
        let mut allowed: Allowed = ANY;
        for direction in 0..6 {
            if let Some(face) = self.face(cell.neighbour(direction)) {
                allowed = require(allowed, direction, required_by(face, direction));
            }
        }
        Fits::find(allowed).among(self.left)
    }

    /// Places a tile.
    pub(super) fn lay(&mut self, hex: Hex, face: Face) {
        self.n_joining += usize::from(self.joins(hex.cell()));
        self.faces[hex.cell().index()] = face.index() as u16 + 1;
        self.left = self.left.without(face.tile());
        self.laid.push((hex, face));
    }

    /// Removes the last tile.
    pub(super) fn take_back(&mut self) -> Option<(Hex, Face)> {
        let (hex, face) = self.laid.pop()?;
        self.faces[hex.cell().index()] = 0;
        self.left = self.left.with(face.tile());
        self.n_joining -= usize::from(self.joins(hex.cell()));
        Some((hex, face))
    }

    /// Whether a tile on this empty cell would touch other tiles on two or more separate stretches of its edges.
    fn joins(&self, cell: Cell) -> bool {
        let filled = |direction: usize| !self.is_empty(cell.neighbour(direction % 6));
        (0..6).filter(|&d| filled(d) && !filled(d + 1)).count() > 1
    }

    /// Whether the last tile may have enclosed cells.
    pub(super) fn last_joined(&self) -> bool {
        let last = self.laid.last();
        self.n_joining > 0 && last.is_some_and(|(hex, _)| self.joins(hex.cell()))
    }

    /// The number of empty cells enclosed by tiles.
    pub(super) fn n_enclosed(&self) -> usize {
        if self.n_joining == 0 {
            return 0;
        }
        let Some(frame) = CellFrame::around(&self.laid) else {
            return 0;
        };
        let mut reached = vec![false; frame.area()];
        let mut waiting = vec![frame.least];
        reached[0] = true;
        let mut n_open = 0;
        while let Some(hex) = waiting.pop() {
            n_open += 1;
            for direction in 0..6 {
                let next = hex.neighbour(direction);
                let Some(index) = frame.index(next) else {
                    continue;
                };
                if !reached[index] && self.is_empty(next.cell()) {
                    reached[index] = true;
                    waiting.push(next);
                }
            }
        }
        frame.area() - n_open - self.laid.len()
    }
}

/// The smallest parallelogram of cells with an empty rim around all tiles.
struct CellFrame {
    least: Hex,
    width: usize,
    height: usize,
}

impl CellFrame {
    fn around(laid: &[(Hex, Face)]) -> Option<Self> {
        let span = |coordinate: fn(&Hex) -> i8| {
            let all = laid.iter().map(|(hex, _)| coordinate(hex));
            Some((all.clone().min()? - 1, all.max()? + 1))
        };
        let (left, right) = span(|hex| hex.q)?;
        let (top, bottom) = span(|hex| hex.r)?;
        Some(Self {
            least: Hex::new(left, top),
            width: (right - left + 1) as usize,
            height: (bottom - top + 1) as usize,
        })
    }

    fn area(&self) -> usize {
        self.width * self.height
    }

    fn index(&self, hex: Hex) -> Option<usize> {
        let column = usize::try_from(hex.q - self.least.q).ok()?;
        let row = usize::try_from(hex.r - self.least.r).ok()?;
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }
}

/// The wedges of a face on one side of the colour's line, one bit each: those from its first end clockwise to its second end.
pub(super) fn first_side(face: Face, colour: Colour) -> u8 {
    let [one, two] = super::goal::ends(face, colour);
    (one..two).fold(0, |mask, wedge| mask | 1 << wedge)
}

/// All faces of these tiles.
pub(super) fn faces_of(tiles: TileSet) -> impl Iterator<Item = Face> {
    let faces = |tile: Tile| (0..6).map(move |rotation| tile.rotated(rotation));
    tiles.iter().flat_map(faces)
}
