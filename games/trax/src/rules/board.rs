//! The group of tiles: placing a tile with the cascade it forces, and undoing that.
//!
//! These are updated with every tile: the edges that enter every cell, for every open edge the other end of its line, bit boards of the
//! tiles, the group's bounding box and its hash. Tiles are removed in reverse order, so a journal of the placed tiles is enough to undo a
//! turn.

use super::edges::one_more;
use super::face::{EAST, FORCED, FORCES, Face, JOINED, NORTH, SOUTH, opposite};
use super::hash;
use super::space::Space;

/// The winning lines that were completed, one bit for each colour and kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins(pub u8);

impl Wins {
    /// A white loop.
    pub const WHITE_LOOP: Self = Self(1);
    /// A red loop.
    pub const RED_LOOP: Self = Self(2);
    /// A white line across the group.
    pub const WHITE_LINE: Self = Self(4);
    /// A red line across the group.
    pub const RED_LINE: Self = Self(8);
    /// Both loops.
    pub const LOOPS: Self = Self(3);

    /// Whether no line was completed.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any of the wins in `ways` is included.
    pub fn has(self, ways: Self) -> bool {
        self.0 & ways.0 != 0
    }

    /// The wins that are also in `ways`.
    #[must_use]
    pub fn only(self, ways: Self) -> Self {
        Self(self.0 & ways.0)
    }

    /// Whether the colour (0 white, 1 red) completed a line of either kind.
    pub fn has_line(self, colour: usize) -> bool {
        self.0 >> colour & 0b101 != 0
    }
}

/// The bounding box of the group, in cells. For an empty board `right` is less than `left`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The first column.
    pub left: u16,
    /// The first row.
    pub top: u16,
    /// The last column.
    pub right: u16,
    /// The last row.
    pub bottom: u16,
}

impl Extent {
    /// Number of columns.
    #[inline(always)]
    pub fn width(self) -> usize {
        (self.right + 1 - self.left).into()
    }

    /// Number of rows.
    #[inline(always)]
    pub fn height(self) -> usize {
        (self.bottom + 1 - self.top).into()
    }

    /// The box extended by a cell at this column and row.
    #[inline(always)]
    pub(crate) fn with_place(self, (column, row): (u16, u16)) -> Self {
        self.with(column, row)
    }

    #[inline(always)]
    fn with(self, column: u16, row: u16) -> Self {
        Self {
            left: self.left.min(column),
            top: self.top.min(row),
            right: self.right.max(column),
            bottom: self.bottom.max(row),
        }
    }
}

/// A placed tile: its cell, and the edges that entered it before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laid {
    pub(crate) cell: u32,
    pub(crate) entered: u8,
}

/// Data for undoing a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TurnUndo {
    sum: u64,
    extent: Extent,
    journal: u32,
    last_turn: u32,
}

/// A group of tiles in a space.
#[derive(Clone)]
pub struct Board<S> {
    pub(crate) space: S,
    pub(crate) extent: Extent,
    /// The cell with coordinates (0, 0).
    pub(crate) origin: (i32, i32),
    sum: u64,
    pub(crate) n_tiles: u32,
    pub(crate) journal: Vec<Laid>,
    /// Index in the journal where the last turn begins.
    pub(crate) last_turn: u32,
}

impl<S: Space> Board<S> {
    /// An empty board with room for a group of `extent` columns and rows. Coordinates count from `origin`.
    pub fn empty(extent: usize, origin: (i32, i32)) -> Self {
        let space = S::with_room(extent);
        let middle = space.side() as u16 / 2;
        Self {
            space,
            extent: Extent { left: middle, top: middle, right: middle - 1, bottom: middle - 1 },
            origin,
            sum: 0,
            n_tiles: 0,
            journal: Vec::new(),
            last_turn: 0,
        }
    }

    /// Memory use in bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        size_of::<Self>() + self.space.n_bytes() + self.journal.capacity() * size_of::<Laid>()
    }

    /// The cell at these coordinates.
    #[inline(always)]
    pub(crate) fn cell(&self, x: i16, y: i16) -> usize {
        let (column, row) = (self.origin.0 + i32::from(x), self.origin.1 + i32::from(y));
        row as usize * self.space.side() + column as usize
    }

    /// The coordinates of a cell.
    #[inline(always)]
    pub(crate) fn coordinates(&self, cell: usize) -> (i16, i16) {
        let (column, row) = self.place(cell);
        ((i32::from(column) - self.origin.0) as i16, (i32::from(row) - self.origin.1) as i16)
    }

    /// Column and row of a cell.
    #[inline(always)]
    pub(crate) fn place(&self, cell: usize) -> (u16, u16) {
        let side = self.space.side();
        ((cell & (side - 1)) as u16, (cell / side) as u16)
    }

    /// The cell at a column and row of the notation, where 0 is the empty column or row before the group.
    pub(crate) fn cell_beside(&self, column: usize, row: usize) -> usize {
        let (column, row) =
            (usize::from(self.extent.left) + column - 1, usize::from(self.extent.top) + row - 1);
        row * self.space.side() + column
    }

    /// The neighbour of a cell on this side.
    #[inline(always)]
    pub(crate) fn neighbour(&self, cell: usize, side: usize) -> usize {
        match side {
            NORTH => cell.wrapping_sub(self.space.side()),
            EAST => cell + 1,
            SOUTH => cell + self.space.side(),
            _ => cell.wrapping_sub(1),
        }
    }

    /// Whether the cell contains a tile.
    #[inline(always)]
    pub fn is_tile(&self, cell: usize) -> bool {
        self.space.word(cell / 64).tiles >> (cell & 63) & 1 != 0
    }

    /// The tile in the cell, if there is one.
    pub fn face(&self, cell: usize) -> Option<Face> {
        self.is_tile(cell).then(|| Face::from_white(self.space.edges(cell) & 15)).flatten()
    }

    /// The sum from which the hash is computed.
    #[cfg(test)]
    pub(crate) fn sum(&self) -> u64 {
        self.sum
    }

    /// Hash of the tiles only.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        hash::at_origin(self.sum, self.extent.left.into(), self.extent.top.into())
    }

    /// Places one tile, which must fit, without the tiles it forces. Returns the lines that it completes, and the sides whose neighbour
    /// cell becomes forced.
    #[inline(always)]
    pub(crate) fn lay(&mut self, cell: usize, tile: u8, long: bool) -> (Wins, u8) {
        *self.space.edges_mut(cell) = tile;
        let bit = cell & 63;
        let word = self.space.word_mut(cell / 64);
        word.tiles |= 1 << bit;
        word.white[0] |= u64::from(tile & 1) << bit;
        word.white[1] |= u64::from(tile >> 1 & 1) << bit;
        word.white[2] |= u64::from(tile >> 2 & 1) << bit;
        word.white[3] |= u64::from(tile >> 3 & 1) << bit;
        let forced = self.enter::<0>(cell, tile)
            | self.enter::<1>(cell, tile)
            | self.enter::<2>(cell, tile)
            | self.enter::<3>(cell, tile);
        let wins = self.join(cell, tile & 15, long) | self.join(cell, tile >> 4, long) << 1;
        self.sum = hash::add(self.sum, self.space.factor(cell), tile & 15);
        self.n_tiles += 1;
        (Wins(wins), forced)
    }

    /// Joins the lines at two sides of a cell. Result: bit 0 if this closes a loop, bit 2 if it makes a line across the group.
    #[inline(always)]
    fn join(&mut self, cell: usize, sides: u8, long: bool) -> u8 {
        let (one, two) = JOINED[usize::from(sides)];
        let (one, two) = (cell * 4 + usize::from(one), cell * 4 + usize::from(two));
        let (first, last) = (self.space.other_end(one), self.space.other_end(two));
        self.space.set_other_end(first, last);
        self.space.set_other_end(last, first);
        u8::from(first == two) | u8::from(long && self.spans(self.extent, first, last)) << 2
    }

    /// Undoes [`join`](Self::join).
    #[inline(always)]
    fn part(&mut self, cell: usize, sides: u8) {
        let (one, two) = JOINED[usize::from(sides)];
        let (one, two) = (cell * 4 + usize::from(one), cell * 4 + usize::from(two));
        let (first, last) = (self.space.other_end(one), self.space.other_end(two));
        self.space.set_other_end(first, one);
        self.space.set_other_end(last, two);
    }

    /// Adds the edge of a tile's side to the neighbour cell there. Returns the side's bit if that cell becomes forced.
    #[inline(always)]
    fn enter<const SIDE: usize>(&mut self, cell: usize, tile: u8) -> u8 {
        let next = self.neighbour(cell, SIDE);
        let edges = self.space.edges_mut(next);
        let before = *edges;
        *edges |= (tile >> SIDE & 0x11) << opposite(SIDE);
        (one_more::<SIDE>(before, tile) & FORCES) << SIDE
    }

    /// Removes the last tile. The line ends need no journal: before the tile was placed, the far ends of its lines pointed to the sides of
    /// its cell, whether or not a line entered there.
    #[inline(always)]
    fn lift(&mut self, laid: Laid) {
        let cell = laid.cell as usize;
        let tile = self.space.edges(cell);
        self.part(cell, tile & 15);
        self.part(cell, tile >> 4);
        let neighbours = laid.entered | laid.entered >> 4;
        self.leave::<0>(cell, neighbours);
        self.leave::<1>(cell, neighbours);
        self.leave::<2>(cell, neighbours);
        self.leave::<3>(cell, neighbours);
        *self.space.edges_mut(cell) = laid.entered;
        let bit = 1u64 << (cell & 63);
        let word = self.space.word_mut(cell / 64);
        word.tiles &= !bit;
        for white in &mut word.white {
            *white &= !bit;
        }
        self.n_tiles -= 1;
    }

    /// Removes the edge of a side from the neighbour cell, unless that cell contains a tile.
    #[inline(always)]
    fn leave<const SIDE: usize>(&mut self, cell: usize, neighbours: u8) {
        let stays = (neighbours >> SIDE & 1).wrapping_neg();
        let next = self.neighbour(cell, SIDE);
        *self.space.edges_mut(next) &= !(0x11 << opposite(SIDE)) | stays;
    }

    /// Whether a line with these ends connects opposite outermost edges of a group with this bounding box, over at least eight columns or
    /// rows.
    #[inline]
    pub(crate) fn spans(&self, extent: Extent, first: usize, last: usize) -> bool {
        let (one, two) = (self.place(first / 4), self.place(last / 4));
        let across = |low: u16, high: u16, one: u16, two: u16| {
            high - low >= 7 && one.min(two) + 1 == low && one.max(two) == high + 1
        };
        across(extent.left, extent.right, one.0, two.0)
            || across(extent.top, extent.bottom, one.1, two.1)
    }

    /// The group's bounding box with a tile added in this cell.
    #[inline(always)]
    pub(crate) fn extent_with(&self, cell: usize) -> Extent {
        let (column, row) = self.place(cell);
        self.extent.with(column, row)
    }

    /// Places a tile in a cell where it is legal, and every tile that it forces.
    #[inline]
    pub(crate) fn play(&mut self, cell: usize, face: Face) -> (Wins, TurnUndo) {
        let start = self.journal.len();
        let step = TurnUndo {
            sum: self.sum,
            extent: self.extent,
            journal: start as u32,
            last_turn: self.last_turn,
        };
        self.extent = self.extent_with(cell);
        let long = self.extent.width() >= 8 || self.extent.height() >= 8;
        let mut wins = Wins::default();
        let mut tile = face.byte();
        let mut index = start;
        self.journal.push(Laid { cell: cell as u32, entered: 0 });
        while index < self.journal.len() {
            let cell = self.journal[index].cell as usize;
            let entered = self.space.edges(cell);
            if index > start {
                tile = FORCED[usize::from(entered)];
                debug_assert!(tile != 0, "an illegal turn was played");
            }
            self.journal[index].entered = entered;
            let (completed, mut forced) = self.lay(cell, tile, long);
            wins.0 |= completed.0;
            while forced != 0 {
                let next = self.neighbour(cell, forced.trailing_zeros() as usize);
                self.journal.push(Laid { cell: next as u32, entered: 0 });
                forced &= forced - 1;
            }
            index += 1;
        }
        self.last_turn = start as u32;
        (wins, step)
    }

    /// Undoes the last turn.
    #[inline]
    pub(crate) fn undo(&mut self, step: TurnUndo) {
        while self.journal.len() > step.journal as usize {
            let laid = self.journal.pop().expect("the journal contains the last turn");
            self.lift(laid);
        }
        self.sum = step.sum;
        self.extent = step.extent;
        self.last_turn = step.last_turn;
    }

    /// All tiles with their coordinates, row by row.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (i16, i16, Face)> {
        self.cells().map(|cell| {
            let (x, y) = self.coordinates(cell);
            (x, y, self.face(cell).expect("a tile lies there"))
        })
    }

    /// The cells with a tile, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> {
        let extent = self.extent;
        let side = self.space.side();
        (extent.top..=extent.bottom)
            .flat_map(move |row| {
                (extent.left..=extent.right)
                    .map(move |column| usize::from(row) * side + usize::from(column))
            })
            .filter(|&cell| self.is_tile(cell))
    }

    /// A board with these tiles, if they match where they touch and there is room for them. It has no earlier turns to undo.
    pub(crate) fn with_tiles(
        tiles: &[(i16, i16, Face)],
        extent: usize,
        origin: (i32, i32),
    ) -> (Self, Wins) {
        let mut board = Self::empty(extent, origin);
        let mut wins = Wins::default();
        for &(x, y, face) in tiles {
            let cell = board.cell(x, y);
            let (column, row) = board.place(cell);
            if board.n_tiles == 0 {
                (board.extent.left, board.extent.right) = (column, column);
                (board.extent.top, board.extent.bottom) = (row, row);
            }
            board.extent = board.extent.with(column, row);
            wins.0 |= board.lay(cell, face.byte(), false).0.0;
        }
        let crossing = board.crossings();
        wins.0 |= crossing.0;
        (board, wins)
    }

    /// Finds the lines that connect opposite outermost edges, without using earlier results.
    fn crossings(&self) -> Wins {
        let mut wins = Wins::default();
        let mut look = |cell: usize, side: usize| {
            let entering = self.space.edges(cell) >> side & 0x11;
            let slot = cell * 4 + side;
            if entering != 0 && self.spans(self.extent, slot, self.space.other_end(slot)) {
                wins.0 |= if entering & 1 != 0 { 4 } else { 8 };
            }
        };
        let side = self.space.side();
        let at = |column: u16, row: u16| usize::from(row) * side + usize::from(column);
        let extent = self.extent;
        for row in extent.top..=extent.bottom {
            look(at(extent.left - 1, row), EAST);
        }
        for column in extent.left..=extent.right {
            look(at(column, extent.top - 1), SOUTH);
        }
        wins
    }

    /// The side and the cell that a tile's side faces: the neighbour's side that touches it, and the neighbour.
    pub(crate) fn front(&self, cell: usize, side: usize) -> (usize, usize) {
        (self.neighbour(cell, side), opposite(side))
    }
}
