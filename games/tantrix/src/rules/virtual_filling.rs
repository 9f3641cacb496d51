//! The second and third restrictions, tested by *virtual filling*: if every empty cell with three tiles around it is assumed to be filled,
//! no cell may get a fourth tile around it.
//!
//! Filled cells count as tiles, so filling spreads along rows ("controlled rows"). If all earlier tiles kept the restrictions, each cell
//! has exactly three neighbours when it is filled. Counting pairs of neighbours shows that the order of filling does not matter. So:
//!
//! - On a virtually filled cell, a tile is legal only if the cell has three real tiles around it.
//! - Next to any other virtually filled cell, a tile is illegal.
//! - Elsewhere it is legal, unless the filling that it starts reaches a cell with four neighbours.

use super::board::{Board, SiteId};
use super::hex::{CELLS, Cell, Hex};

/// Working memory for virtual filling. No cell is filled between two uses.
struct FillingScratch {
    /// The number of virtual tiles around each cell, plus [`FILLED`] if the cell itself is filled.
    extra: [u8; CELLS],
    /// The cells that are filled or queued.
    filled: Vec<Cell>,
}

thread_local! {
    /// Reused, because clearing an array of this size would take longer than the filling itself.
    static SCRATCH: std::cell::Cell<Option<Box<FillingScratch>>> = const { std::cell::Cell::new(None) };
}

impl FillingScratch {
    fn take() -> Box<Self> {
        let fresh = || Box::new(Self { extra: [0; CELLS], filled: Vec::new() });
        SCRATCH.take().unwrap_or_else(fresh)
    }

    /// Undoes the filling of the cells from index `first` on.
    fn take_back(&mut self, first: usize) {
        for &cell in &self.filled[first..] {
            if self.extra[cell.index()] < FILLED {
                continue;
            }
            self.extra[cell.index()] &= !FILLED;
            for direction in 0..6 {
                self.extra[cell.neighbour(direction).index()] -= 1;
            }
        }
        self.filled.truncate(first);
    }
}

/// Why a cell is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// It would be a fourth tile next to this forced space.
    FourthTile(Hex),
    /// It is in a row controlled by a forced space: filling the row would leave this cell with four tiles around it.
    ControlledRow(Hex),
}

/// The virtual filling of a board. It shows for every cell whether a tile is allowed there.
pub struct VirtualFilling<'a> {
    board: &'a Board,
    /// The working memory; `Some` until this value is dropped.
    scratch: Option<Box<FillingScratch>>,
}

impl Drop for VirtualFilling<'_> {
    fn drop(&mut self) {
        if let Some(mut scratch) = self.scratch.take() {
            scratch.take_back(0);
            SCRATCH.set(Some(scratch));
        }
    }
}

const FILLED: u8 = 64;

impl<'a> VirtualFilling<'a> {
    /// Fills all forced cells of this board. The error is a cell with four tiles around it: earlier tiles broke the restrictions.
    pub fn find(board: &'a Board) -> Result<Self, Hex> {
        let mut filling = Self { board, scratch: Some(FillingScratch::take()) };
        for id in board.spaces().iter() {
            let site = board.site(id);
            if site.n_around > 3 {
                return Err(site.hex);
            }
            filling.room().filled.push(site.hex.cell());
        }
        match filling.spread(0) {
            None => Ok(filling),
            Some(cell) => {
                let first = board.tiles().next().map_or(Hex::default(), |tile| tile.hex);
                Err(near(cell, first))
            }
        }
    }

    #[inline(always)]
    fn room(&mut self) -> &mut FillingScratch {
        self.scratch.as_mut().expect("the scratch memory is there until the filling is dropped")
    }

    /// Fills the queued cells from index `first` on, and all cells that these force. Returns a cell that gets a fourth neighbour.
    fn spread(&mut self, first: usize) -> Option<Cell> {
        let board = self.board;
        let FillingScratch { extra, filled } = self.room();
        let mut next = first;
        while next < filled.len() {
            let cell = filled[next];
            next += 1;
            extra[cell.index()] |= FILLED;
            let mut failed = None;
            for direction in 0..6 {
                let there = cell.neighbour(direction);
                extra[there.index()] += 1;
                let virtual_tiles = extra[there.index()];
                if virtual_tiles >= FILLED || has_tile(board, there) {
                    continue;
                }
                match n_around(board, there) + virtual_tiles {
                    3 => filled.push(there),
                    4.. => failed = Some(there),
                    _ => {}
                }
            }
            if failed.is_some() {
                filled.truncate(next);
                return failed;
            }
        }
        None
    }

    /// Why no tile may be placed on an empty cell; `None` if it is open.
    #[inline]
    pub fn closed(&mut self, id: SiteId) -> Option<Closed> {
        let board = self.board;
        let site = board.site(id);
        let cell = site.hex.cell();
        if site.n_around == 3 {
            return None;
        }
        let extra = &self.room().extra;
        if extra[cell.index()] >= FILLED {
            // Its neighbour in the row would get a fourth tile.
            return Some(self.reason(site.hex, None));
        }
        let mut sets_off = false;
        for direction in 0..6 {
            let there = cell.neighbour(direction);
            let virtual_tiles = extra[there.index()];
            if virtual_tiles >= FILLED {
                return Some(self.reason(site.hex, Some(site.hex.neighbour(direction))));
            }
            sets_off |= !has_tile(board, there) && n_around(board, there) + virtual_tiles == 2;
        }
        if !sets_off {
            return None;
        }
        let first = self.room().filled.len();
        self.room().filled.push(cell);
        let failed = self.spread(first);
        self.room().take_back(first);
        failed.map(|cell| Closed::ControlledRow(near(cell, site.hex)))
    }

    /// Which of the two restrictions applies to a virtually filled cell at `hex` or next to it.
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

/// Number of real tiles around a cell.
#[inline(always)]
fn n_around(board: &Board, cell: Cell) -> u8 {
    board.site_at(cell).map_or(0, |site| site.n_around)
}

#[inline(always)]
fn has_tile(board: &Board, cell: Cell) -> bool {
    board.site_at(cell).is_some_and(|site| !site.is_empty())
}

/// The coordinates of a cell of the torus, as close as possible to a known cell.
fn near(cell: Cell, known: Hex) -> Hex {
    let centre = |index: usize, known: i8| {
        let step = (index as i32 - i32::from(known)).rem_euclid(64);
        known.wrapping_add(if step < 32 { step } else { step - 64 } as i8)
    };
    Hex::new(centre(cell.index() & 63, known.q), centre(cell.index() >> 6, known.r))
}
