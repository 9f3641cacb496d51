//! The open ends of all lines and the empty cells they point to: how a line may still grow.
//!
//! A line ends at an empty cell. Any tile that fits there has a link of the line's colour, so if the cell gets a tile, the line grows. If
//! two ends of the same colour point to the cell, the tile joins their lines or closes a loop. So everything depends on the probability
//! that a cell is filled. It is estimated from the number of remaining tiles that fit and the number of tiles around the cell: a forced
//! space must be filled by the next player with a fitting tile, other cells are filled by choice. The estimate is one of the [network's
//! inputs](super::colour_inputs).

use std::sync::LazyLock;

use crate::rules::board::{Board, MOST_SITES, SiteId};
use crate::rules::hex::opposite;
use crate::rules::lines::{NO_END, NO_TILE, end_towards};
use crate::rules::position::Position;
use crate::rules::tile::{ANY, Colour, Fits, TILES, Tile, TileSet, require};

use super::supply::Supply;

/// The number of fitting tiles at which the probability that a cell stays empty falls to 1/e, for cells with one, two, and three or more
/// tiles around them.
const FILLING: [f32; 3] = [6.0, 8.0, 1.5];
/// With this many tiles left, the probability that an unforced cell is filled is halved.
const HALF_EMPTY: f32 = 20.0;

/// Number of classes of cells. The class depends on the number of tiles around the cell.
const CLASSES: usize = FILLING.len();

/// The probability that a cell is filled in the end, by the number of tiles left, the class of the cell, and the number of tiles that
/// fit.
static FILLED: LazyLock<Vec<[[f32; TILES + 1]; CLASSES]>> = LazyLock::new(|| {
    let filled = |left: f32, class: usize, fits: usize| {
        let chance = 1.0 - (-(fits as f32) / FILLING[class]).exp();
        // There are more unforced cells than tiles left, so some of them stay empty.
        if class + 1 == CLASSES { chance } else { chance * left / (left + HALF_EMPTY) }
    };
    let row = |left: usize, class| std::array::from_fn(|fits| filled(left as f32, class, fits));
    let rows = |left| std::array::from_fn(|class| row(left, class));
    (0..=TILES).map(rows).collect()
});

/// An empty cell next to a tile.
#[derive(Clone, Copy)]
pub(super) struct EmptyCell {
    /// Probability that the cell is filled in the end.
    pub(super) filled: f32,
    /// The remaining tiles that fit.
    pub(super) fits: TileSet,
    /// Number of tiles around the cell.
    pub(super) n_around: u8,
    /// For each colour, an end that points to this cell.
    ends: [u16; 4],
    /// All ends that point to this cell, one per adjacent tile, encoded as 4 × end + colour.
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
    /// The cell that the end points to.
    cell: SiteId,
    /// Another end of the same colour that points to the same cell.
    meets: u16,
}

/// A line with two ends.
#[derive(Clone, Copy)]
pub(super) struct OpenLine {
    /// Its ends.
    pub(super) ends: [u16; 2],
    /// Length of the line, in tiles.
    pub(super) length: f32,
    /// Expected length in tiles, estimated only from the two cells that its ends point to.
    pub(super) expected: f32,
    /// Whether a single tile would close the line into a loop.
    pub(super) closes: bool,
}

/// The expected growth at an end.
#[derive(Clone, Copy, Default)]
pub(super) struct Growth {
    /// Expected number of tiles added.
    pub(super) expected: f32,
    /// Length of the line that would be joined.
    pub(super) joined: f32,
}

/// The expected further growth, in tiles, once the cell at an end is filled. It depends on the tile that fills the cell.
#[derive(Clone, Copy, Default)]
pub(super) struct Beyond {
    /// The maximum over the side's own tiles.
    pub(super) own: f32,
    /// The minimum and the maximum over the other players' tiles.
    pub(super) others_least: f32,
    pub(super) others_most: f32,
    /// The mean over all remaining tiles.
    pub(super) mean: f32,
    /// The expected gain from a loop that two tiles would close. The first of them is a tile of the side (`own_ring`) or any remaining tile
    /// (`ring`).
    pub(super) own_ring: f32,
    pub(super) ring: f32,
}

/// For each colour and pair of edges, the faces that link them.
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
    /// The empty cells, indexed by site.
    cells: Vec<EmptyCell>,
    /// The open ends, indexed by end.
    open: [Open; TILES * 6],
    /// The ends of each colour.
    lists: [Vec<u16>; 4],
    /// Number of tiles that are not on the board.
    pub(super) n_left: usize,
}

impl OpenEnds {
    /// The open ends of a position.
    pub(super) fn find(pos: &Position) -> Self {
        let (board, left) = (pos.board(), pos.left());
        let nowhere = Open { cell: 0, meets: NO_END };
        let mut ends = Self {
            cells: Vec::with_capacity(MOST_SITES),
            open: [nowhere; TILES * 6],
            lists: std::array::from_fn(|_| Vec::with_capacity(48)),
            n_left: left.len(),
        };
        for id in board.frontier().iter() {
            ends.find_ends(board, id);
            let fits = board.site(id).fits(pos.is_restricted()).among(left);
            ends.cells[usize::from(id)].fits = fits.tiles();
        }
        ends.finish(board);
        ends
    }

    /// Records the ends that point to an empty cell.
    fn find_ends(&mut self, board: &Board, id: SiteId) {
        let (site, place) = (board.site(id), usize::from(id));
        if place >= self.cells.len() {
            self.cells.resize(place + 1, EmptyCell::NONE);
        }
        let cell = &mut self.cells[place];
        *cell = EmptyCell::NONE;
        let around = board.tiles_around(site.hex);
        for (direction, &tile) in around.iter().enumerate() {
            if tile == NO_TILE {
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

    /// Computes the probabilities and lists of ends, once all cells are recorded.
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

    /// The cell that an end points to.
    pub(super) fn cell(&self, end: u16) -> &EmptyCell {
        &self.cells[usize::from(self.open[usize::from(end)].cell)]
    }

    /// The expected growth at an end if the cell it points to is filled.
    pub(super) fn growth(&self, board: &Board, end: u16) -> Growth {
        let Open { meets, .. } = self.open[usize::from(end)];
        let filled = self.cell(end).filled;
        if meets == NO_END {
            return Growth { expected: 2.0 * filled, joined: 0.0 };
        }
        let (joined, beyond) = board.lines().line_at(meets);
        Growth { expected: filled * (1.0 + joined + self.cell(beyond).filled), joined }
    }

    /// The longest line of the same colour that two further tiles would connect to this end, and the expected number of tiles gained.
    /// `far`, the other end of the same line, is excluded.
    pub(super) fn nearby(&self, board: &Board, end: u16, far: u16, colour: usize) -> Growth {
        let here = self.open[usize::from(end)].cell;
        let cell = board.site(here).hex.cell();
        let filled = self.cell(end).filled;
        let mut best = Growth::default();
        for direction in 0..6 {
            let Some(there) = board.site_id(cell.neighbour(direction)) else {
                continue;
            };
            // An occupied cell has no ends.
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

    /// The empty cell of a site.
    pub(super) fn cell_at(&self, id: SiteId) -> &EmptyCell {
        &self.cells[usize::from(id)]
    }

    /// The expected further growth at one end of a line once the cell there is filled and the line points to another cell. It is grouped by
    /// the owner of the tile that fills the cell.
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
            let n_fits = Fits::find(allowed).among(left).tiles().len();
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
