//! Turns that win for no player, kept from a node of the search for the nodes after it.
//!
//! What a turn does depends on the cells of its cascade, the cells next to them, and the lines that end in its cells. The next turn of the
//! game leaves these unchanged for many of the turns that would have to be tried out, so their result is known. It may also move an outermost
//! edge of the group, but a line that reaches the new edge passes through the new tiles.

use crate::rules::board::Board;
use crate::rules::position::Move;
use crate::rules::space::Space;

/// The greatest number of turns that are kept.
const MOST: usize = 48;
const _: () = assert!(MOST <= 64);

/// A set of cells. Cells whose columns and rows differ by multiples of sixteen are the same for it, so two sets may seem to meet that do
/// not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Area([u16; 16]);

impl Area {
    #[inline(always)]
    pub(super) fn of<S: Space>(board: &Board<S>, cells: impl Iterator<Item = usize>) -> Self {
        let mut area = Self::default();
        for cell in cells {
            let (x, y) = board.coordinates(cell);
            area.0[y as usize % 16] |= 1 << (x as u32 % 16);
        }
        area
    }

    /// The cells and their neighbours.
    #[inline(always)]
    pub(super) fn grown(self) -> Self {
        Self(std::array::from_fn(|row| {
            let here = self.0[row];
            let beside = here.rotate_left(1) | here.rotate_right(1);
            here | beside | self.0[(row + 15) % 16] | self.0[(row + 1) % 16]
        }))
    }

    #[inline(always)]
    fn with(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        let both = self.0.iter().zip(other.0);
        both.fold(0, |common, (&one, other)| common | one & other) != 0
    }
}

/// Turns that force a tile and win for no player, with the cells of their cascades.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IdleTurns {
    /// Row, face and column of each turn, ascending.
    turns: [u64; MOST],
    areas: [Area; MOST],
    /// A bit for each turn that is legal.
    legal: u64,
    n_turns: usize,
}

impl Default for IdleTurns {
    fn default() -> Self {
        Self { turns: [0; MOST], areas: [Area::default(); MOST], legal: 0, n_turns: 0 }
    }
}

impl IdleTurns {
    #[inline(always)]
    fn push(&mut self, turn: u64, area: Area, is_legal: bool) {
        if self.n_turns < MOST {
            self.legal |= u64::from(is_legal) << self.n_turns;
            self.turns[self.n_turns] = turn;
            self.areas[self.n_turns] = area;
            self.n_turns += 1;
        }
    }
}

/// Finds idle turns one after the other, in the order in which turns are tried.
pub(super) struct Walk<'b> {
    idle: &'b IdleTurns,
    next: usize,
}

impl<'b> Walk<'b> {
    pub(super) fn new(idle: &'b IdleTurns) -> Self {
        Self { idle, next: 0 }
    }

    /// The cells of the cascade of this turn, if it is idle.
    #[inline(always)]
    pub(super) fn area(&mut self, mv: Move) -> Option<&'b Area> {
        self.find(rank(mv)).map(|index| &self.idle.areas[index])
    }

    /// Whether this turn is legal, if it is idle.
    #[inline(always)]
    pub(super) fn is_legal(&mut self, mv: Move) -> Option<bool> {
        self.find(rank(mv)).map(|index| self.idle.legal >> index & 1 != 0)
    }

    #[inline(always)]
    fn find(&mut self, turn: u64) -> Option<usize> {
        let idle = self.idle;
        while self.next < idle.n_turns && idle.turns[self.next] < turn {
            self.next += 1;
        }
        (self.next < idle.n_turns && idle.turns[self.next] == turn).then_some(self.next)
    }
}

/// The place of a turn in the order in which turns are tried.
#[inline(always)]
fn rank(mv: Move) -> u64 {
    let part = |at: i16| u64::from(at as u16 ^ 0x8000);
    part(mv.y) << 32 | (mv.face as u64) << 16 | part(mv.x)
}

/// The idle turns of a position, found with those of the position before.
pub(super) struct Reuse<'b> {
    before: Walk<'b>,
    /// The cells that the last turn changed.
    changed: Area,
    /// The idle turns found so far.
    found: &'b mut IdleTurns,
}

impl<'b> Reuse<'b> {
    pub(super) fn new(before: &'b IdleTurns, found: &'b mut IdleTurns) -> Self {
        Self { before: Walk::new(before), changed: Area::default(), found }
    }

    /// Notes what the last turn changed.
    pub(super) fn compare<S: Space>(&mut self, board: &Board<S>) {
        if self.before.idle.n_turns > 0 {
            self.changed = changed(board);
        }
    }

    /// Whether it is known that the turn wins for no player.
    #[inline(always)]
    pub(super) fn knows(&mut self, mv: Move) -> bool {
        let turn = rank(mv);
        let (before, changed) = (self.before.idle, &self.changed);
        let same = self.before.find(turn).filter(|&index| !before.areas[index].meets(changed));
        same.inspect(|&index| {
            self.found.push(turn, before.areas[index], before.legal >> index & 1 != 0);
        })
        .is_some()
    }

    /// Keeps a turn that wins for no player and places tiles in these cells.
    #[inline(always)]
    pub(super) fn keep<S: Space>(
        &mut self,
        board: &Board<S>,
        mv: Move,
        cells: impl Iterator<Item = usize>,
        is_legal: bool,
    ) {
        self.found.push(rank(mv), Area::of(board, cells), is_legal);
    }
}

/// The cells where a tile of a turn may do something else than before the last turn: near the new tiles, and at both ends of their lines.
fn changed<S: Space>(board: &Board<S>) -> Area {
    let tiles = &board.journal[board.last_turn as usize..];
    let cells = || tiles.iter().map(|laid| laid.cell as usize);
    // A tile adds edges to the cells next to it, and a turn depends on the cells next to its own.
    let near = Area::of(board, cells()).grown().grown();
    let slots = cells().flat_map(|cell| cell * 4..cell * 4 + 4);
    near.with(Area::of(board, slots.map(|slot| board.space.other_end(slot) / 4)))
}
