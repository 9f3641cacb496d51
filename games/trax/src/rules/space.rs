//! Storage for the cells of a board: a fixed 64×64 space for nearly all games, and a space that grows for larger groups.
//!
//! A cell is a number, `row * side + column`. A *slot* is an open edge, `cell * 4 + side`, named from inside the empty cell that it
//! enters. Both spaces run the same code (see [`Board`](super::board::Board)). In the fixed space every size is a constant, so masks
//! replace bounds checks.

use std::cell::RefCell;
use std::sync::Arc;

use super::hash;

/// Number of columns and rows around a group that stay empty.
const MARGIN: usize = 3;

/// A row of 64 cells as bit boards: one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct CellRow {
    /// The cells with a tile.
    pub tiles: u64,
    /// For each side, the tiles with a white edge there.
    pub white: [u64; 4],
}

impl CellRow {
    const EMPTY: Self = Self { tiles: 0, white: [0; 4] };
}

/// Edge bytes for trying turns without changing the board. All are 0 between uses.
pub trait Overlay {
    /// The byte of this cell.
    fn at(&mut self, cell: usize) -> &mut u8;
}

impl Overlay for [u8; Small::CELLS] {
    #[inline(always)]
    fn at(&mut self, cell: usize) -> &mut u8 {
        &mut self[cell & (Small::CELLS - 1)]
    }
}

/// Edge bytes for a large space, in pages that are allocated on first use.
#[derive(Default)]
pub struct Pages(Vec<Option<Box<[u8; Page::CELLS]>>>);

impl Overlay for Pages {
    fn at(&mut self, cell: usize) -> &mut u8 {
        let page = self.0[cell / Page::CELLS].get_or_insert_with(|| Box::new([0; Page::CELLS]));
        &mut page[cell % Page::CELLS]
    }
}

/// Buffers for trying turns. Between two uses, everything except the queue is 0.
pub struct TrialBuffers<O> {
    /// The edges added by the tiles being tried.
    pub overlay: O,
    /// Marks of cells, used by the search for wins.
    pub marks: O,
    /// The cells that are marked.
    pub marked: Vec<u32>,
    /// The cells of the tiles, in the order of placement.
    pub queue: Vec<u32>,
}

impl<O: Overlay> TrialBuffers<O> {
    /// Adds a mark to a cell.
    #[inline(always)]
    pub fn mark(&mut self, cell: usize, mark: u8) {
        let marks = self.marks.at(cell);
        if *marks == 0 {
            self.marked.push(cell as u32);
        }
        *marks |= mark;
    }

    /// Removes all marks.
    #[inline(always)]
    pub fn clear_marks(&mut self) {
        for &cell in &self.marked {
            *self.marks.at(cell as usize) = 0;
        }
        self.marked.clear();
    }
}

/// The arrays of a board.
pub trait Space: Clone + Send + Sync {
    /// The overlay for trying turns.
    type Overlay: Overlay;

    /// An empty space with room for a group of `extent` columns and rows and a margin around it.
    fn with_room(extent: usize) -> Self;
    /// Number of cells in a row or column, a power of two.
    fn side(&self) -> usize;
    /// The edge byte of a cell.
    fn edges(&self, cell: usize) -> u8;
    /// The edge byte of a cell, for writing.
    fn edges_mut(&mut self, cell: usize) -> &mut u8;
    /// The slot at the other end of the line that ends in this slot.
    fn other_end(&self, slot: usize) -> usize;
    /// Sets the other end of a slot's line.
    fn set_other_end(&mut self, slot: usize, end: usize);
    /// Sixty-four cells as bit boards.
    fn word(&self, index: usize) -> &CellRow;
    /// Sixty-four cells as bit boards, for writing.
    fn word_mut(&mut self, index: usize) -> &mut CellRow;
    /// The factor of a cell in the hash.
    fn factor(&self, cell: usize) -> u64;
    /// Runs a function with the buffers for trying turns. Calls must not be nested.
    fn with_trial<R>(&self, run: impl FnOnce(&mut TrialBuffers<Self::Overlay>) -> R) -> R;

    /// Memory use in bytes, without the structure itself.
    fn n_bytes(&self) -> usize;

    /// Whether a tile in this column or row is far enough from the edge of the space: the rules need `MARGIN` empty cells around the group.
    #[inline(always)]
    fn is_inside(&self, at: usize) -> bool {
        at >= MARGIN && at + MARGIN < self.side()
    }
}

/// The slot reached from a slot by going straight through the neighbour cell. [`Space::other_end`] has this value where no line enters, so
/// joining lines needs no special case.
fn straight_on(slot: usize, side: usize) -> usize {
    let cells = side * side;
    let cell = slot / 4;
    let next = match slot % 4 {
        0 => cell.wrapping_sub(side),
        1 => cell + 1,
        2 => cell + side,
        _ => cell.wrapping_sub(1),
    };
    (next & (cells - 1)) * 4 + ((slot % 4) ^ 2)
}

/// The fixed space, which is large enough for nearly every game: in the longest known game, the group is 15 cells wide.
#[derive(Clone)]
pub struct Small {
    edges: [u8; Self::CELLS],
    ends: [u16; Self::CELLS * 4],
    words: [CellRow; Self::SIDE],
}

impl Small {
    /// Number of cells in a row.
    pub const SIDE: usize = hash::SMALL_SIDE;
    /// The largest group kept in this space. It leaves room to grow before a larger space is needed.
    pub const ROOM: usize = 48;
    const CELLS: usize = Self::SIDE * Self::SIDE;
}

thread_local! {
    static TRIAL: RefCell<TrialBuffers<[u8; Small::CELLS]>> = const {
        RefCell::new(TrialBuffers {
            overlay: [0; Small::CELLS],
            marks: [0; Small::CELLS],
            marked: Vec::new(),
            queue: Vec::new(),
        })
    };
}

impl Space for Small {
    type Overlay = [u8; Self::CELLS];

    fn with_room(extent: usize) -> Self {
        debug_assert!(extent <= Self::ROOM, "the group does not fit");
        Self {
            edges: [0; Self::CELLS],
            ends: std::array::from_fn(|slot| straight_on(slot, Self::SIDE) as u16),
            words: [CellRow::default(); Self::SIDE],
        }
    }

    #[inline(always)]
    fn side(&self) -> usize {
        Self::SIDE
    }

    #[inline(always)]
    fn edges(&self, cell: usize) -> u8 {
        self.edges[cell & (Self::CELLS - 1)]
    }

    #[inline(always)]
    fn edges_mut(&mut self, cell: usize) -> &mut u8 {
        &mut self.edges[cell & (Self::CELLS - 1)]
    }

    #[inline(always)]
    fn other_end(&self, slot: usize) -> usize {
        self.ends[slot & (Self::CELLS * 4 - 1)].into()
    }

    #[inline(always)]
    fn set_other_end(&mut self, slot: usize, end: usize) {
        self.ends[slot & (Self::CELLS * 4 - 1)] = end as u16;
    }

    #[inline(always)]
    fn word(&self, index: usize) -> &CellRow {
        &self.words[index & (Self::SIDE - 1)]
    }

    #[inline(always)]
    fn word_mut(&mut self, index: usize) -> &mut CellRow {
        &mut self.words[index & (Self::SIDE - 1)]
    }

    #[inline(always)]
    fn factor(&self, cell: usize) -> u64 {
        hash::FACTORS[cell & (Self::CELLS - 1)]
    }

    fn n_bytes(&self) -> usize {
        0
    }

    #[inline(always)]
    fn with_trial<R>(&self, run: impl FnOnce(&mut TrialBuffers<Self::Overlay>) -> R) -> R {
        TRIAL.with_borrow_mut(run)
    }
}

/// A space for groups wider than 48 columns or rows. Its cells are stored in pages, and the pages of sixteen rows form a band. Pages and
/// bands are allocated when they are first written. Clones share them until one of the clones writes, so cloning is cheap even for a very
/// wide group.
#[derive(Clone)]
pub struct Large {
    side: usize,
    bands: Vec<Option<Arc<Band>>>,
}

/// The pages of sixteen rows.
type Band = Vec<Option<Arc<Page>>>;

/// Sixty-four columns and sixteen rows.
#[derive(Clone)]
struct Page {
    edges: [u8; Self::CELLS],
    ends: [u32; Self::CELLS * 4],
    words: [CellRow; Self::ROWS],
}

impl Page {
    const ROWS: usize = 16;
    const CELLS: usize = 64 * Self::ROWS;

    /// The empty page at this place of a band.
    fn empty(band: usize, part: usize, side: usize) -> Self {
        let (row, column) = (band * Self::ROWS, part * 64);
        let end = |slot: usize| {
            let cell = (row + slot / 256) * side + column + slot / 4 % 64;
            straight_on(cell * 4 + slot % 4, side) as u32
        };
        Self {
            edges: [0; Self::CELLS],
            ends: std::array::from_fn(end),
            words: [CellRow::default(); Self::ROWS],
        }
    }
}

impl Large {
    /// For a word of cells: the index of its band, of the page in the band, and of the row in the page.
    #[inline(always)]
    fn page_of(&self, word: usize) -> (usize, usize, usize) {
        // The side is a power of two.
        let stride = self.side / 64;
        let row = word >> stride.trailing_zeros();
        (row / Page::ROWS, word & (stride - 1), row % Page::ROWS)
    }

    #[inline(always)]
    fn page(&self, word: usize) -> (Option<&Page>, usize) {
        let (band, part, row) = self.page_of(word);
        let band = self.bands[band].as_deref();
        (band.and_then(|band| band[part].as_deref()), row)
    }

    #[inline(always)]
    fn page_mut(&mut self, word: usize) -> (&mut Page, usize) {
        let (number, part, row) = self.page_of(word);
        let side = self.side;
        let band = self.bands[number].get_or_insert_with(|| Arc::new(vec![None; side / 64]));
        let page = &mut Arc::make_mut(band)[part];
        let page = page.get_or_insert_with(|| Arc::new(Page::empty(number, part, side)));
        (Arc::make_mut(page), row)
    }

    /// The pages; `None` for those not allocated.
    #[cfg(test)]
    fn pages(&self) -> impl Iterator<Item = Option<&Arc<Page>>> {
        let places = (0..self.bands.len())
            .flat_map(|band| (0..self.side / 64).map(move |part| (band, part)));
        places.map(|(band, part)| self.bands[band].as_deref()?[part].as_ref())
    }

    /// Number of pages that two clones do not share.
    #[cfg(test)]
    pub(crate) fn pages_apart(&self, other: &Self) -> usize {
        let is_shared = |(one, two): (Option<&Arc<Page>>, Option<&Arc<Page>>)| match (one, two) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (one, two) => one.is_none() && two.is_none(),
        };
        let pairs = self.pages().zip(other.pages());
        pairs.filter(|&pair| !is_shared(pair)).count()
    }
}

thread_local! {
    static LARGE_TRIAL: RefCell<TrialBuffers<Pages>> = const {
        RefCell::new(TrialBuffers {
            overlay: Pages(Vec::new()),
            marks: Pages(Vec::new()),
            marked: Vec::new(),
            queue: Vec::new(),
        })
    };
}

impl Space for Large {
    type Overlay = Pages;

    fn with_room(extent: usize) -> Self {
        // Twice the group's size, so that a larger space is rarely needed.
        let side = (2 * extent + 2).next_power_of_two().max(128);
        Self { side, bands: vec![None; side / Page::ROWS] }
    }

    fn side(&self) -> usize {
        self.side
    }

    fn edges(&self, cell: usize) -> u8 {
        let (page, row) = self.page(cell / 64);
        page.map_or(0, |page| page.edges[row * 64 + cell % 64])
    }

    fn edges_mut(&mut self, cell: usize) -> &mut u8 {
        let (page, row) = self.page_mut(cell / 64);
        &mut page.edges[row * 64 + cell % 64]
    }

    fn other_end(&self, slot: usize) -> usize {
        match self.page(slot / 256) {
            (Some(page), row) => page.ends[row * 256 + slot % 256] as usize,
            (None, _) => straight_on(slot, self.side),
        }
    }

    fn set_other_end(&mut self, slot: usize, end: usize) {
        let (page, row) = self.page_mut(slot / 256);
        page.ends[row * 256 + slot % 256] = end as u32;
    }

    fn word(&self, index: usize) -> &CellRow {
        let (page, row) = self.page(index);
        page.map_or(&CellRow::EMPTY, |page| &page.words[row])
    }

    fn word_mut(&mut self, index: usize) -> &mut CellRow {
        let (page, row) = self.page_mut(index);
        &mut page.words[row]
    }

    fn factor(&self, cell: usize) -> u64 {
        hash::factor(cell % self.side, cell / self.side)
    }

    fn n_bytes(&self) -> usize {
        let bands = self.bands.iter().flatten();
        let pages = bands.clone().flat_map(|band| band.iter().flatten()).count();
        let places = self.bands.len() + bands.count() * (self.side / 64);
        places * size_of::<Option<Arc<Page>>>() + pages * size_of::<Page>()
    }

    fn with_trial<R>(&self, run: impl FnOnce(&mut TrialBuffers<Self::Overlay>) -> R) -> R {
        let pages = self.side * self.side / Page::CELLS;
        LARGE_TRIAL.with_borrow_mut(|trial| {
            if trial.overlay.0.len() < pages {
                trial.overlay.0.resize_with(pages, || None);
                trial.marks.0.resize_with(pages, || None);
            }
            run(trial)
        })
    }
}
