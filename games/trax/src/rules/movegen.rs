//! Legal turns, found for 64 cells at a time.
//!
//! Bit boards show for every face where it fits, and where it would force another tile. A turn that forces no tile is legal. The other
//! turns are tried, because their cascade may be illegal.

use super::board::{Board, Extent};
use super::face::{EAST, Face, NORTH, SOUTH, WEST};
use super::space::Space;

/// Where each face fits in one word of 64 cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceCandidates {
    /// Index of the word.
    pub(crate) word: usize,
    /// For each face, the cells where it matches all adjacent tiles.
    pub(crate) fits: [u64; 6],
    /// For each face, the cells where it forces another tile (if it fits).
    pub(crate) forces: [u64; 6],
}

/// The edges that enter the cells of a word, by side.
#[derive(Clone, Copy, Debug, Default)]
struct Entering {
    tiles: u64,
    white: [u64; 4],
    red: [u64; 4],
}

impl Entering {
    /// For each colour, the empty cells that an edge of it enters.
    #[inline(always)]
    fn touched(&self) -> [u64; 2] {
        let (white, red) = (self.white, self.red);
        [
            (white[0] | white[1] | white[2] | white[3]) & !self.tiles,
            (red[0] | red[1] | red[2] | red[3]) & !self.tiles,
        ]
    }
}

/// For each face, the union over its white sides. The red sides of face `f` are the white sides of face `f ^ 1`.
#[inline(always)]
fn by_face(sides: [u64; 4]) -> [u64; 6] {
    [
        sides[NORTH] | sides[SOUTH],
        sides[EAST] | sides[WEST],
        sides[NORTH] | sides[WEST],
        sides[EAST] | sides[SOUTH],
        sides[NORTH] | sides[EAST],
        sides[SOUTH] | sides[WEST],
    ]
}

impl<S: Space> Board<S> {
    #[inline(always)]
    fn entering(&self, word: usize) -> Entering {
        let stride = self.space.side() / 64;
        let here = self.space.word(word);
        let north = self.space.word(word.wrapping_sub(stride));
        let south = self.space.word(word + stride);
        let (mut any, mut white) = ([0; 4], [0; 4]);
        (any[NORTH], white[NORTH]) = (north.tiles, north.white[SOUTH]);
        (any[SOUTH], white[SOUTH]) = (south.tiles, south.white[NORTH]);
        (any[WEST], white[WEST]) = (here.tiles << 1, here.white[EAST] << 1);
        (any[EAST], white[EAST]) = (here.tiles >> 1, here.white[WEST] >> 1);
        if stride > 1 {
            // The margin around the group is empty, so no bit moves from one row to the next.
            let (west, east) = (self.space.word(word.wrapping_sub(1)), self.space.word(word + 1));
            any[WEST] |= west.tiles >> 63;
            white[WEST] |= west.white[EAST] >> 63;
            any[EAST] |= east.tiles << 63;
            white[EAST] |= east.white[WEST] << 63;
        }
        let mut red = any;
        for side in 0..4 {
            red[side] &= !white[side];
        }
        Entering { tiles: here.tiles, white, red }
    }

    /// Calls `visit` with every word in which a tile may be placed. With `eight`, cells that would make the group larger than eight columns
    /// or rows are excluded.
    #[inline(always)]
    pub(crate) fn scan(&self, eight: bool, mut visit: impl FnMut(&FaceCandidates)) {
        let extent = self.extent;
        let margin = |full: bool| u16::from(!full);
        let (wide, high) = (eight && extent.width() == 8, eight && extent.height() == 8);
        let (left, right) = (extent.left - margin(wide), extent.right + margin(wide));
        let (top, bottom) = (extent.top - margin(high), extent.bottom + margin(high));
        let stride = self.space.side() / 64;
        for part in usize::from(left / 64)..=usize::from(right / 64) {
            let mut columns = u64::MAX;
            if usize::from(left / 64) == part {
                columns &= u64::MAX << (left % 64);
            }
            if usize::from(right / 64) == part {
                columns &= u64::MAX >> (63 - right % 64);
            }
            let mut word = usize::from(top) * stride + part;
            let mut above = self.entering(word.wrapping_sub(stride)).touched();
            let mut here = self.entering(word);
            let mut touched = here.touched();
            for _ in top..=bottom {
                let next = self.entering(word + stride);
                let below = next.touched();
                let border = (touched[0] | touched[1]) & columns;
                if border != 0 {
                    let forces = self.forces(word, above, touched, below);
                    visit(&candidates(word, border, &here, forces));
                }
                word += stride;
                (above, here, touched) = (touched, next, below);
            }
        }
    }

    /// For each colour and side, the cells where an edge of the colour on that side forces the neighbour cell.
    #[inline(always)]
    fn forces(
        &self,
        word: usize,
        above: [u64; 2],
        here: [u64; 2],
        below: [u64; 2],
    ) -> [[u64; 4]; 2] {
        let mut forces = [[0; 4]; 2];
        for colour in 0..2 {
            forces[colour][NORTH] = above[colour];
            forces[colour][SOUTH] = below[colour];
            forces[colour][EAST] = here[colour] >> 1;
            forces[colour][WEST] = here[colour] << 1;
        }
        if self.space.side() > 64 {
            let west = self.entering(word.wrapping_sub(1)).touched();
            let east = self.entering(word + 1).touched();
            for colour in 0..2 {
                forces[colour][EAST] |= east[colour] << 63;
                forces[colour][WEST] |= west[colour] >> 63;
            }
        }
        forces
    }

    /// Calls `visit` with every empty cell next to a tile.
    #[inline(always)]
    pub(crate) fn for_each_border_cell(&self, mut visit: impl FnMut(usize)) {
        let extent = self.extent;
        let stride = self.space.side() / 64;
        for row in extent.top - 1..=extent.bottom + 1 {
            for part in usize::from((extent.left - 1) / 64)..=usize::from((extent.right + 1) / 64) {
                let word = usize::from(row) * stride + part;
                let [white, red] = self.entering(word).touched();
                let mut cells = white | red;
                while cells != 0 {
                    visit(word * 64 + cells.trailing_zeros() as usize);
                    cells &= cells - 1;
                }
            }
        }
    }

    /// The number of legal turns with one of these faces.
    pub(crate) fn count_turns(&self, eight: bool, faces: &[Face]) -> u64 {
        let mut count = 0;
        self.space.with_trial(|trial| {
            self.scan(eight, |found| {
                for &face in faces {
                    let (fits, forces) = (found.fits[face as usize], found.forces[face as usize]);
                    count += u64::from((fits & !forces).count_ones());
                    let mut cells = fits & forces;
                    while cells != 0 {
                        let cell = found.word * 64 + cells.trailing_zeros() as usize;
                        count += u64::from(self.try_out(cell, face, trial).is_ok());
                        cells &= cells - 1;
                    }
                }
            });
        });
        count
    }

    /// Calls `visit` with every legal turn that has one of these faces. `known` may say whether a turn that forces a tile is legal; otherwise
    /// it is tried.
    #[inline]
    pub(crate) fn for_each_turn(
        &self,
        eight: bool,
        faces: &[Face],
        mut known: impl FnMut(usize, Face) -> Option<bool>,
        mut visit: impl FnMut(usize, Face),
    ) {
        self.space.with_trial(|trial| {
            self.scan(eight, |found| {
                for &face in faces {
                    let forces = found.forces[face as usize];
                    let mut cells = found.fits[face as usize];
                    while cells != 0 {
                        let bit = cells & cells.wrapping_neg();
                        let cell = found.word * 64 + cells.trailing_zeros() as usize;
                        let mut try_out = || self.try_out(cell, face, trial).is_ok();
                        if forces & bit == 0 || known(cell, face).unwrap_or_else(&mut try_out) {
                            visit(cell, face);
                        }
                        cells ^= bit;
                    }
                }
            });
        });
    }

    /// Whether any turn with one of these faces is legal.
    pub(crate) fn has_turn(&self, eight: bool, faces: &[Face]) -> bool {
        let mut quiet = 0;
        self.scan(eight, |found| {
            for &face in faces {
                quiet |= found.fits[face as usize] & !found.forces[face as usize];
            }
        });
        quiet != 0 || self.count_turns(eight, faces) > 0
    }

    /// Whether some tile may be placed in the cell: it is empty, next to a tile, and inside the board.
    pub(crate) fn may_lay(&self, eight: bool, cell: usize) -> bool {
        !self.is_tile(cell)
            && self.space.edges(cell) != 0
            && if eight {
                self.is_within_eight(self.extent, cell)
            } else {
                self.is_within(self.extent, cell, |_| true)
            }
    }

    /// Whether a cell is on the board of eight columns and rows, for a group with this bounding box.
    pub(crate) fn is_within_eight(&self, extent: Extent, cell: usize) -> bool {
        self.is_within(extent, cell, |size| size < 8)
    }

    /// Whether a cell is in the group's bounding box, or next to it where the group may grow.
    fn is_within(&self, extent: Extent, cell: usize, may_grow: impl Fn(usize) -> bool) -> bool {
        let (column, row) = self.place(cell);
        let allowed = |at: u16, low: u16, high: u16, size: usize| {
            let margin = u16::from(may_grow(size));
            at + margin >= low && at <= high + margin
        };
        allowed(column, extent.left, extent.right, extent.width())
            && allowed(row, extent.top, extent.bottom, extent.height())
    }

    /// Whether a turn is legal in the cell, which may be any cell inside the margin.
    pub(crate) fn is_legal(&self, eight: bool, cell: usize, face: Face) -> bool {
        let edges = self.space.edges(cell);
        self.may_lay(eight, cell)
            && face.byte() & edges == edges
            && self.space.with_trial(|trial| self.try_out(cell, face, trial).is_ok())
    }
}

#[inline(always)]
fn candidates(
    word: usize,
    border: u64,
    entering: &Entering,
    forces: [[u64; 4]; 2],
) -> FaceCandidates {
    let (white, red) = (by_face(entering.white), by_face(entering.red));
    let (by_white, by_red) = (by_face(forces[0]), by_face(forces[1]));
    let (mut fits, mut forces) = ([0; 6], [0; 6]);
    for face in 0..6 {
        fits[face] = border & !(red[face] | white[face ^ 1]);
        forces[face] = by_white[face] | by_red[face ^ 1];
    }
    FaceCandidates { word, fits, forces }
}
