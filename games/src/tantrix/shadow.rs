//! The second and third restriction, by virtual filling: no cell may come to have a fourth tile around it while every cell
//! with three is taken to be filled.
//!
//! The *shadow* of a board is what virtual filling fills. As long as the restrictions were kept, each of its cells had
//! three neighbours exactly when it was filled. Counting pairs of neighbours shows that the order of filling does not
//! matter, and so that a tile is legal on a shadow cell only if three tiles lie around it, illegal beside any other shadow
//! cell, and otherwise legal unless the filling that it sets off itself comes upon a cell with four.

use super::board::{Board, SiteId};
use super::hex::{CELLS, Cell, Hex};

/// Cells that one board's virtual filling can reach.
const MOST: usize = 512;

/// A list of cells without allocation; what does not fit is forgotten, which no board of 56 tiles comes near.
struct Cells {
    cells: [Cell; MOST],
    len: usize,
}

impl Cells {
    #[inline(always)]
    fn push(&mut self, cell: Cell) {
        if self.len < MOST {
            self.cells[self.len] = cell;
            self.len += 1;
        }
    }
}

/// Why a cell is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// A fourth tile beside this forced space.
    FourthTile(Hex),
    /// In line with a forced space: filling one after the other leaves this cell with four tiles around it.
    ControlledRow(Hex),
}

/// The virtual filling of a board, from which each cell can be judged.
pub struct Shadow<'a> {
    board: &'a Board,
    /// Virtual tiles around each cell; [`FILLED`] and more in a cell that is filled itself.
    extra: [u8; CELLS],
    filled: Cells,
}

const FILLED: u8 = 64;

impl<'a> Shadow<'a> {
    /// Fills what is forced on this board. `Err` names a cell with four tiles around it: then the restrictions were not
    /// kept.
    pub fn of(board: &'a Board) -> Result<Self, Hex> {
        let mut shadow = Self {
            board,
            extra: [0; CELLS],
            filled: Cells {
                cells: [Cell::of_index(0); MOST],
                len: 0,
            },
        };
        for id in board.spaces().iter() {
            let site = board.site(id);
            if site.n_around > 3 {
                return Err(site.hex);
            }
            shadow.filled.push(site.hex.cell());
        }
        match shadow.spread(0) {
            None => Ok(shadow),
            Some(cell) => {
                let first = board.tiles().next().map_or(Hex::default(), |tile| tile.hex);
                Err(near(cell, first))
            }
        }
    }

    /// The tiles around a cell, virtual ones included.
    #[inline(always)]
    fn around(&self, cell: Cell) -> u8 {
        let real = self.board.site_at(cell).map_or(0, |site| site.n_around);
        real + self.extra[cell.index()]
    }

    #[inline(always)]
    fn has_tile(&self, cell: Cell) -> bool {
        self.board
            .site_at(cell)
            .is_some_and(|site| !site.is_empty())
    }

    /// Fills the queued cells from number `first` on, and all that they fill; a cell that gets a fourth neighbour ends it.
    fn spread(&mut self, first: usize) -> Option<Cell> {
        let mut next = first;
        while next < self.filled.len {
            let cell = self.filled.cells[next];
            next += 1;
            self.extra[cell.index()] |= FILLED;
            let mut failed = None;
            for direction in 0..6 {
                let there = cell.neighbour(direction);
                self.extra[there.index()] += 1;
                if self.extra[there.index()] >= FILLED || self.has_tile(there) {
                    continue;
                }
                match self.around(there) {
                    3 => self.filled.push(there),
                    4.. => failed = Some(there),
                    _ => {}
                }
            }
            if failed.is_some() {
                self.filled.len = next;
                return failed;
            }
        }
        None
    }

    /// Why no tile may be laid on a cell of the frontier, if so.
    #[inline]
    pub fn closed(&mut self, id: SiteId) -> Option<Closed> {
        let site = self.board.site(id);
        let cell = site.hex.cell();
        if site.n_around == 3 {
            return None;
        }
        if self.extra[cell.index()] >= FILLED {
            // Its neighbour in the row would get a fourth one.
            return Some(self.reason(site.hex, None));
        }
        let mut sets_off = false;
        for direction in 0..6 {
            let there = cell.neighbour(direction);
            if self.extra[there.index()] >= FILLED {
                return Some(self.reason(site.hex, Some(site.hex.neighbour(direction))));
            }
            sets_off |= !self.has_tile(there) && self.around(there) == 2;
        }
        if !sets_off {
            return None;
        }
        let first = self.filled.len;
        self.filled.push(cell);
        let failed = self.spread(first);
        self.take_back(first);
        failed.map(|cell| Closed::ControlledRow(near(cell, site.hex)))
    }

    /// Forgets what was filled from number `first` on.
    fn take_back(&mut self, first: usize) {
        for &cell in &self.filled.cells[first..self.filled.len] {
            if self.extra[cell.index()] < FILLED {
                continue;
            }
            self.extra[cell.index()] &= !FILLED;
            for direction in 0..6 {
                self.extra[cell.neighbour(direction).index()] -= 1;
            }
        }
        self.filled.len = first;
    }

    /// Which of the two restrictions the shadow's cells at `hex` or beside it stand for.
    fn reason(&self, hex: Hex, beside: Option<Hex>) -> Closed {
        let is_space = |hex: &Hex| {
            let site = self.board.site_at(hex.cell());
            site.is_some_and(|site| site.is_empty() && site.n_around == 3)
        };
        let mut around = (0..6).map(|direction| hex.neighbour(direction));
        match around.find(is_space) {
            Some(space) => Closed::FourthTile(space),
            None => Closed::ControlledRow(beside.unwrap_or(hex)),
        }
    }
}

/// The coordinates of a cell of the torus, as near as can be to a cell that is known.
fn near(cell: Cell, known: Hex) -> Hex {
    let centre = |index: usize, known: i8| {
        let step = (index as i32 - i32::from(known)).rem_euclid(64);
        known.wrapping_add(if step < 32 { step } else { step - 64 } as i8)
    };
    Hex::new(
        centre(cell.index() & 63, known.q),
        centre(cell.index() >> 6, known.r),
    )
}
