//! The open ends of all lines, and the empty cells behind them: what may still become of a line.
//!
//! A line ends at an empty cell. If that cell gets a tile, the line grows by it, for a tile that fits has a link of the
//! line's colour there. Where two ends of a colour meet at one cell, the tile joins them, or closes a loop. So all depends
//! on the chance that a cell is filled, which is estimated from the tiles left that fit and from the tiles around: a
//! forced space is filled by whoever draws a tile for it, other cells by choice. The estimate is one of the things that a
//! network [sees](super::colour_inputs) of a colour.

use std::sync::LazyLock;

use crate::tantrix::rules::board::{Board, MOST_SITES, Site, SiteId};
use crate::tantrix::rules::hex::opposite;
use crate::tantrix::rules::lines::NOBODY;
use crate::tantrix::rules::position::Position;
use crate::tantrix::rules::tile::{TILES, TileSet};

/// No end.
const NONE: u16 = u16::MAX;

/// Tiles that fit at which a cell is likely filled (e-fold), by the tiles around: one, two, three or more.
const FILLING: [f32; 3] = [6.0, 8.0, 1.5];
/// Tiles left at which half of the cells that are not forced stay empty.
const HALF_EMPTY: f32 = 20.0;

/// The chance that one of so many tiles that fit comes to a cell, by the tiles around.
static FITTING: LazyLock<[[f32; TILES + 1]; 3]> = LazyLock::new(|| {
    FILLING.map(|scale| std::array::from_fn(|fits| 1.0 - (-(fits as f32) / scale).exp()))
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

/// All open ends of a position.
pub(super) struct OpenEnds<'a> {
    board: &'a Board,
    cells: [EmptyCell; MOST_SITES],
    open: [Open; TILES * 6],
    /// The ends in use, with their colours.
    list: Vec<(u16, u8)>,
    /// Tiles that are not on the board.
    pub(super) n_left: usize,
}

/// The chance that a cell is filled in the end, if so many of the tiles left fit.
fn filled(site: &Site, n_fitting: usize, n_left: usize) -> f32 {
    let class = usize::from(site.n_around.clamp(1, 3)) - 1;
    let chance = FITTING[class][n_fitting];
    if class == 2 {
        return chance;
    }
    // There are more cells than tiles that are left.
    let left = n_left as f32;
    chance * left / (left + HALF_EMPTY)
}

impl<'a> OpenEnds<'a> {
    pub(super) fn of(pos: &'a Position) -> Self {
        let left = pos.left();
        let board = pos.board();
        let nothing = EmptyCell {
            filled: 0.0,
            fits: TileSet::EMPTY,
            n_around: 0,
            ends: [NONE; 4],
        };
        let nowhere = Open {
            cell: 0,
            meets: NONE,
        };
        let mut ends = Self {
            board,
            cells: [nothing; MOST_SITES],
            open: [nowhere; TILES * 6],
            list: Vec::with_capacity(96),
            n_left: left.len(),
        };
        for id in board.frontier().iter() {
            let site = board.site(id);
            let fits = site.fits(pos.is_restricted()).among(left).tiles();
            let cell = &mut ends.cells[usize::from(id)];
            cell.filled = filled(site, fits.len(), ends.n_left);
            cell.fits = fits;
            cell.n_around = site.n_around;
            let around = board.tiles_around(site.hex);
            for (direction, &tile) in around.iter().enumerate() {
                if tile == NOBODY {
                    continue;
                }
                let side = opposite(direction);
                let colour = board.face_number(tile).edges()[side].index();
                let end = u16::from(tile) * 6 + side as u16;
                let meets = std::mem::replace(&mut cell.ends[colour], end);
                ends.open[usize::from(end)] = Open { cell: id, meets };
                if meets != NONE {
                    ends.open[usize::from(meets)].meets = end;
                }
                ends.list.push((end, colour as u8));
            }
        }
        ends
    }

    /// The cell behind an end.
    pub(super) fn cell(&self, end: u16) -> &EmptyCell {
        &self.cells[usize::from(self.open[usize::from(end)].cell)]
    }

    /// What an end may bring by the cell behind it.
    pub(super) fn growth(&self, end: u16) -> Growth {
        let Open { meets, .. } = self.open[usize::from(end)];
        let filled = self.cell(end).filled;
        if meets == NONE {
            return Growth {
                expected: 2.0 * filled,
                joined: 0.0,
            };
        }
        let (joined, beyond) = self.board.lines().line_at(meets);
        Growth {
            expected: filled * (1.0 + joined + self.cell(beyond).filled),
            joined,
        }
    }

    /// The longest line of the same colour that two tiles would join at an end, and the tiles that may be expected of it. It is
    /// not the line that ends at `far`.
    pub(super) fn nearby(&self, end: u16, far: u16, colour: usize) -> Growth {
        let here = self.open[usize::from(end)].cell;
        let cell = self.board.site(here).hex.cell();
        let filled = self.cell(end).filled;
        let mut best = Growth::default();
        for direction in 0..6 {
            let Some(there) = self.board.site_id(cell.neighbour(direction)) else {
                continue;
            };
            // A cell with a tile has no ends.
            let there = &self.cells[usize::from(there)];
            let other = there.ends[colour];
            if other == NONE || other == far {
                continue;
            }
            let (length, _) = self.board.lines().line_at(other);
            best.joined = best.joined.max(length);
            best.expected = best.expected.max(filled * there.filled * length);
        }
        best
    }

    /// Every line of a colour.
    pub(super) fn lines_of(&self, colour: usize) -> impl Iterator<Item = OpenLine> {
        let own = self
            .list
            .iter()
            .filter(move |&&(_, c)| usize::from(c) == colour);
        own.filter_map(|&(end, _)| {
            let (length, far) = self.board.lines().line_at(end);
            (end < far).then(|| self.line(end, far, length))
        })
    }

    fn line(&self, end: u16, far: u16, length: f32) -> OpenLine {
        let closes = self.open[usize::from(end)].meets == far;
        let expected = if closes {
            let filled = self.cell(end).filled;
            filled * 2.0 * (length + 1.0) + (1.0 - filled) * length
        } else {
            length + self.growth(end).expected + self.growth(far).expected
        };
        OpenLine {
            ends: [end, far],
            length,
            expected,
            closes,
        }
    }
}
