//! The open ends of all lines, and the empty cells behind them: what may still become of a line.
//!
//! A line ends at an empty cell. If that cell gets a tile, the line grows by it, for a tile that fits has a link of the
//! line's colour there. Where two ends of a colour meet at one cell, the tile joins them, or closes a loop. So all depends
//! on the chance that a cell is filled, which is estimated from the tiles left that fit and from the tiles around: a
//! forced space is filled by whoever draws a tile for it, other cells by choice. The estimate is one of the things that a
//! network [sees](super::colour_inputs) of a colour.

use std::sync::LazyLock;

use crate::rules::board::{Board, MOST_SITES, SiteId};
use crate::rules::hex::opposite;
use crate::rules::lines::{NO_END, NOBODY, end_towards};
use crate::rules::position::Position;
use crate::rules::tile::{ANY, Colour, Fits, TILES, Tile, TileSet, require};

use super::supply::Supply;

/// Tiles that fit at which a cell is likely filled (e-fold), by the tiles around: one, two, three or more.
const FILLING: [f32; 3] = [6.0, 8.0, 1.5];
/// Tiles left at which half of the cells that are not forced stay empty.
const HALF_EMPTY: f32 = 20.0;

/// The classes of cells, by the tiles around.
const CLASSES: usize = FILLING.len();

/// The chance that a cell is filled in the end, by the tiles that are left, the class of the cell, and how many of the tiles fit.
static FILLED: LazyLock<Vec<[[f32; TILES + 1]; CLASSES]>> = LazyLock::new(|| {
    let filled = |left: f32, class: usize, fits: usize| {
        let chance = 1.0 - (-(fits as f32) / FILLING[class]).exp();
        // Of the cells that are not forced there are more than tiles that are left.
        if class + 1 == CLASSES { chance } else { chance * left / (left + HALF_EMPTY) }
    };
    let row = |left: usize, class| std::array::from_fn(|fits| filled(left as f32, class, fits));
    let rows = |left| std::array::from_fn(|class| row(left, class));
    (0..=TILES).map(rows).collect()
});

/// An empty cell that touches a tile.
#[derive(Clone, Copy)]
pub(super) struct EmptyCell {
    /// The chance that it is filled.
    pub(super) filled: f32,
    /// The tiles left that fit.
    pub(super) fits: TileSet,
    /// How many tiles lie around.
    pub(super) n_around: u8,
    /// An end of each colour that points here.
    ends: [u16; 4],
    /// All ends that point here, four times their number and their colour, as many as there are tiles around.
    around: [u16; 6],
}

impl EmptyCell {
    const NONE: Self = Self {
        filled: 0.0,
        fits: TileSet::EMPTY,
        n_around: 0,
        ends: [NO_END; 4],
        around: [NO_END; 6],
    };
}

/// The open end of a line.
#[derive(Clone, Copy)]
struct Open {
    /// The cell behind it.
    cell: SiteId,
    /// The end of the same colour that meets it there.
    meets: u16,
}

/// A line with two ends.
#[derive(Clone, Copy)]
pub(super) struct OpenLine {
    /// Its ends.
    pub(super) ends: [u16; 2],
    /// Its tiles.
    pub(super) length: f32,
    /// The tiles that may be expected, where nothing else is looked at.
    pub(super) expected: f32,
    /// Whether one tile closes it to a loop.
    pub(super) closes: bool,
}

/// What an end may bring.
#[derive(Clone, Copy, Default)]
pub(super) struct Growth {
    /// Tiles that may be expected.
    pub(super) expected: f32,
    /// The tiles of the line that would be joined.
    pub(super) joined: f32,
}

/// What may follow behind the cell at an end, in tiles.
#[derive(Clone, Copy, Default)]
pub(super) struct Beyond {
    /// The most that a tile of the side brings.
    pub(super) own: f32,
    /// The least and the most that a tile of another brings.
    pub(super) others_least: f32,
    pub(super) others_most: f32,
    /// The mean of all tiles that are left.
    pub(super) mean: f32,
    /// What a loop brings that two tiles close, the first of them the side's own, or any.
    pub(super) own_ring: f32,
    pub(super) ring: f32,
}

/// The faces that link two edges by a colour.
static LINKED: LazyLock<[[[Fits; 6]; 6]; 4]> = LazyLock::new(|| {
    let mut linked = [[[Fits([0; 6]); 6]; 6]; 4];
    for tile in Tile::all() {
        for rotation in 0..6 {
            let face = tile.rotated(rotation);
            let (edges, links) = (face.edges(), face.links());
            for one in 0..6 {
                let two = usize::from(links[one]);
                linked[edges[one].index()][one][two].0[rotation] |= 1 << tile.index();
            }
        }
    }
    linked
});

/// All open ends of a position.
pub(super) struct OpenEnds {
    /// By site.
    cells: Vec<EmptyCell>,
    /// By end.
    open: [Open; TILES * 6],
    /// The ends in use of each colour.
    lists: [Vec<u16>; 4],
    /// Tiles that are not on the board.
    pub(super) n_left: usize,
}

impl OpenEnds {
    /// Those of a position.
    pub(super) fn of(pos: &Position) -> Self {
        let (board, left) = (pos.board(), pos.left());
        let nowhere = Open { cell: 0, meets: NO_END };
        let mut ends = Self {
            cells: Vec::with_capacity(MOST_SITES),
            open: [nowhere; TILES * 6],
            lists: std::array::from_fn(|_| Vec::with_capacity(48)),
            n_left: left.len(),
        };
        for id in board.frontier().iter() {
            ends.see_ends(board, id);
            let fits = board.site(id).fits(pos.is_restricted()).among(left);
            ends.cells[usize::from(id)].fits = fits.tiles();
        }
        ends.finish(board);
        ends
    }

    /// Looks at the tiles around an empty cell.
    fn see_ends(&mut self, board: &Board, id: SiteId) {
        let (site, place) = (board.site(id), usize::from(id));
        if place >= self.cells.len() {
            self.cells.resize(place + 1, EmptyCell::NONE);
        }
        let cell = &mut self.cells[place];
        *cell = EmptyCell::NONE;
        let around = board.tiles_around(site.hex);
        for (direction, &tile) in around.iter().enumerate() {
            if tile == NOBODY {
                continue;
            }
            let side = opposite(direction);
            let colour = board.face_number(tile).edges()[side].index();
            let end = end_towards(tile, direction);
            let meets = std::mem::replace(&mut cell.ends[colour], end);
            self.open[usize::from(end)] = Open { cell: id, meets };
            if meets != NO_END {
                self.open[usize::from(meets)].meets = end;
            }
            cell.around[usize::from(cell.n_around)] = end << 2 | colour as u16;
            cell.n_around += 1;
        }
    }

    /// What follows from all cells.
    fn finish(&mut self, board: &Board) {
        let filled = &FILLED[self.n_left];
        self.lists.iter_mut().for_each(Vec::clear);
        for id in board.frontier().iter() {
            let cell = &mut self.cells[usize::from(id)];
            let class = usize::from(cell.n_around).clamp(1, CLASSES) - 1;
            cell.filled = filled[class][cell.fits.len()];
            for &around in &cell.around[..usize::from(cell.n_around)] {
                self.lists[usize::from(around & 3)].push(around >> 2);
            }
        }
    }

    /// The cell behind an end.
    pub(super) fn cell(&self, end: u16) -> &EmptyCell {
        &self.cells[usize::from(self.open[usize::from(end)].cell)]
    }

    /// What an end may bring by the cell behind it.
    pub(super) fn growth(&self, board: &Board, end: u16) -> Growth {
        let Open { meets, .. } = self.open[usize::from(end)];
        let filled = self.cell(end).filled;
        if meets == NO_END {
            return Growth { expected: 2.0 * filled, joined: 0.0 };
        }
        let (joined, beyond) = board.lines().line_at(meets);
        Growth { expected: filled * (1.0 + joined + self.cell(beyond).filled), joined }
    }

    /// The longest line of the same colour that two tiles would join at an end, and the tiles that may be expected of it. It is
    /// not the line that ends at `far`.
    pub(super) fn nearby(&self, board: &Board, end: u16, far: u16, colour: usize) -> Growth {
        let here = self.open[usize::from(end)].cell;
        let cell = board.site(here).hex.cell();
        let filled = self.cell(end).filled;
        let mut best = Growth::default();
        for direction in 0..6 {
            let Some(there) = board.site_id(cell.neighbour(direction)) else {
                continue;
            };
            // A cell with a tile has no ends.
            let Some(there) = self.cells.get(usize::from(there)) else {
                continue;
            };
            let other = there.ends[colour];
            if other == NO_END || other == far {
                continue;
            }
            let (length, _) = board.lines().line_at(other);
            best.joined = best.joined.max(length);
            best.expected = best.expected.max(filled * there.filled * length);
        }
        best
    }

    /// What an empty cell is, by its site.
    pub(super) fn cell_at(&self, id: SiteId) -> &EmptyCell {
        &self.cells[usize::from(id)]
    }

    /// What may follow behind the cell at one of a line's ends, by who lays a tile there: the line leaves that cell for another one.
    pub(super) fn beyond(
        &self,
        pos: &Position,
        line: &OpenLine,
        end: u16,
        colour: usize,
        supply: &Supply,
    ) -> Beyond {
        let mut beyond = Beyond::default();
        let Open { cell: id, meets } = self.open[usize::from(end)];
        if meets != NO_END {
            return beyond;
        }
        let (board, left, restricted) = (pos.board(), pos.left(), pos.is_restricted());
        let site = board.site(id);
        let entry = opposite(usize::from(end) % 6);
        let fits = site.fits(restricted).among(left);
        let (mut n_faces, mut sum, mut least) = (0.0, 0.0, f32::MAX);
        for exit in 0..6 {
            let faces = fits.common(&LINKED[colour][entry][exit]);
            let tiles = faces.tiles();
            if tiles.is_empty() {
                continue;
            }
            let there = board.site_id(site.hex.cell().neighbour(exit));
            let (n_around, allowed) = there.map_or((0, ANY), |there| {
                let site = board.site(there);
                (usize::from(site.n_around), site.allowed(restricted))
            });
            let ends = there.and_then(|there| self.cells.get(usize::from(there)));
            let other = ends.map_or(NO_END, |cell| cell.ends[colour]);
            let allowed = require(allowed, opposite(exit), Colour::ALL[colour]);
            let n_fits = Fits::of(allowed).among(left).tiles().len();
            let filled = FILLED[self.n_left][(n_around + 1).min(CLASSES) - 1][n_fits];
            let is_ring = line.ends.contains(&other);
            let growth = match other {
                NO_END => filled,
                _ if is_ring => filled * (line.length + 2.0),
                _ => filled * (1.0 + board.lines().line_at(other).0),
            };
            n_faces += faces.len() as f32;
            sum += faces.len() as f32 * growth;
            let is_own = !tiles.common(supply.own).is_empty();
            if is_own {
                beyond.own = beyond.own.max(growth);
            }
            if !tiles.common(supply.others).is_empty() {
                least = least.min(growth);
                beyond.others_most = beyond.others_most.max(growth);
            }
            if is_ring {
                beyond.ring = beyond.ring.max(growth);
                if is_own {
                    beyond.own_ring = beyond.own_ring.max(growth);
                }
            }
        }
        if least < f32::MAX {
            beyond.others_least = least;
        }
        if n_faces > 0.0 {
            beyond.mean = sum / n_faces;
        }
        beyond
    }

    /// Every line of a colour.
    pub(super) fn lines_of(&self, board: &Board, colour: usize) -> impl Iterator<Item = OpenLine> {
        self.lists[colour].iter().filter_map(|&end| {
            let (length, far) = board.lines().line_at(end);
            (end < far).then(|| self.line(board, end, far, length))
        })
    }

    fn line(&self, board: &Board, end: u16, far: u16, length: f32) -> OpenLine {
        let closes = self.open[usize::from(end)].meets == far;
        let expected = if closes {
            let filled = self.cell(end).filled;
            filled * 2.0 * (length + 1.0) + (1.0 - filled) * length
        } else {
            length + self.growth(board, end).expected + self.growth(board, far).expected
        };
        OpenLine { ends: [end, far], length, expected, closes }
    }
}
