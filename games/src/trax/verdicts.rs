//! What is known about the turns that force something, kept from node to node.
//!
//! Whether such a turn is legal and which loops it closes depends on nothing but the cells of its tiles, those beside
//! them, and the lines that end there. A turn elsewhere changes none of that. So the verdict on every turn is kept
//! together with the cells of its tiles: playing a turn sets aside only the verdicts that it may change, and taking it
//! back brings them back. Cells are folded into eight by eight, so that a set of them is one number: in a wider group more
//! is set aside than need be, never less.
//!
//! Nobody tells this cache that a turn was played. It compares the hashes of the turns on its way with those of the board
//! that it is asked about, and goes back and forward from the last one that they share.

use super::board::Board;
use super::face::{FORCED, Face, JOINED};
use super::space::{Space, Trial};
use super::threats::joined_loops;

/// A set of cells, folded into eight by eight.
pub(super) type Folded = u64;

/// The folded cell of a column and a row.
#[inline(always)]
pub(super) fn fold((column, row): (u16, u16)) -> Folded {
    1 << ((row & 7) * 8 + (column & 7))
}

/// The cells of a set and those beside them.
#[inline(always)]
fn spread(cells: Folded) -> Folded {
    const FIRST: u64 = 0x0101_0101_0101_0101;
    let east = (cells & !(FIRST << 7)) << 1 | (cells >> 7 & FIRST);
    let west = (cells & !FIRST) >> 1 | (cells & FIRST) << 7;
    cells | east | west | cells.rotate_left(8) | cells.rotate_right(8)
}

/// The verdict on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The cells of its tiles; of an illegal turn those that were laid before that was seen.
    pub(super) tiles: Folded,
    pub(super) cell: u32,
    pub(super) face: Face,
    /// The colours whose loops it closes, a bit each.
    pub(super) loops: u8,
    pub(super) legal: bool,
}

impl Verdict {
    const NONE: Self = Self {
        tiles: 0,
        cell: 0,
        face: Face::WhiteVertical,
        loops: 0,
        legal: false,
    };

    #[inline(always)]
    fn place(&self) -> (usize, usize, u32) {
        (
            self.cell as usize / 64,
            self.face as usize,
            self.cell & 63,
        )
    }
}

/// The way from one board to the next.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Turns in the board's journal.
    n_turns: usize,
    /// The hash of the tiles.
    sum: u64,
    /// The cells whose verdicts were set aside.
    touched: Folded,
    /// Verdicts that had been set aside before.
    n_aside: usize,
}

/// The cells of a word with a verdict on the turn with each face, and those where it is illegal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    pub(super) any: [u64; 6],
    pub(super) illegal: [u64; 6],
}

/// The verdicts on the turns of one board.
#[derive(Debug)]
pub struct Verdicts {
    known: Vec<Known>,
    /// The first `n_kept` are in force; what lies behind is room.
    kept: Vec<Verdict>,
    n_kept: usize,
    aside: Vec<Verdict>,
    n_aside: usize,
    levels: Vec<Level>,
}

impl Verdicts {
    /// No verdicts.
    pub const fn new() -> Self {
        Self {
            known: Vec::new(),
            kept: Vec::new(),
            n_kept: 0,
            aside: Vec::new(),
            n_aside: 0,
            levels: Vec::new(),
        }
    }

    /// The verdicts in force.
    #[inline(always)]
    pub(super) fn in_force(&self) -> &[Verdict] {
        &self.kept[..self.n_kept]
    }

    /// What is known about the turns in a word of cells.
    #[inline(always)]
    pub(super) fn known(&self, word: usize) -> &Known {
        &self.known[word]
    }

    /// Whether the verdicts are those of this board.
    #[inline(always)]
    pub(super) fn are_of<S: Space>(&self, board: &Board<S>) -> bool {
        self.levels.last().is_some_and(|level| level.sum == board.sum)
    }

    /// Whether a turn is legal on this board, if there is a verdict.
    #[inline(always)]
    pub(super) fn of<S: Space>(&self, board: &Board<S>, cell: usize, face: Face) -> Option<bool> {
        let (word, bit) = (cell / 64, cell & 63);
        let known = self.are_of(board).then(|| self.known[word])?;
        (known.any[face as usize] >> bit & 1 != 0)
            .then(|| known.illegal[face as usize] >> bit & 1 == 0)
    }

    /// Keeps those verdicts that hold for this board.
    pub(super) fn follow<S: Space>(&mut self, board: &Board<S>) {
        let n_turns = board.trail.len();
        while let Some(level) = self.levels.last() {
            if level.n_turns <= n_turns && board.sum_after(level.n_turns) == level.sum {
                break;
            }
            self.go_back();
        }
        match self.levels.last() {
            Some(level) if level.n_turns == n_turns => return,
            Some(level) => {
                let first = board.trail[level.n_turns].journal as usize;
                self.go_on(board, first);
            }
            None => self.start(board),
        }
    }

    fn start<S: Space>(&mut self, board: &Board<S>) {
        self.known.clear();
        let n_words = board.space.side() * board.space.side() / 64;
        self.known.resize(n_words, Known::default());
        (self.n_kept, self.n_aside) = (0, 0);
        self.levels.push(Level {
            n_turns: board.trail.len(),
            sum: board.sum,
            touched: 0,
            n_aside: 0,
        });
    }

    /// Sets the verdicts aside that the tiles from `first` on may change: those on turns that lay a tile there, or within
    /// two steps, or where one of their lines ends.
    fn go_on<S: Space>(&mut self, board: &Board<S>, first: usize) {
        let (mut tiles, mut ends) = (0, 0);
        for laid in &board.journal[first..] {
            tiles |= fold(board.place(laid.cell as usize));
            for slot in laid.ends {
                ends |= fold(board.place(slot as usize / 4));
            }
        }
        let level = Level {
            n_turns: board.trail.len(),
            sum: board.sum,
            touched: spread(spread(tiles)) | ends,
            n_aside: self.n_aside,
        };
        if self.aside.len() < self.n_aside + self.n_kept {
            self.aside
                .resize(2 * (self.n_aside + self.n_kept), Verdict::NONE);
        }
        let mut n_kept = 0;
        for index in 0..self.n_kept {
            let verdict = self.kept[index];
            let goes = u64::from(verdict.tiles & level.touched != 0);
            // Without branches: half of the verdicts go, and nothing foretells which.
            self.kept[n_kept] = verdict;
            self.aside[self.n_aside] = verdict;
            n_kept += 1 - goes as usize;
            self.n_aside += goes as usize;
            let (word, face, bit) = verdict.place();
            self.known[word].any[face] &= !(goes << bit);
        }
        self.n_kept = n_kept;
        self.levels.push(level);
    }

    /// Brings the verdicts back that were set aside last, in place of those that were found since.
    fn go_back(&mut self) {
        let Some(level) = self.levels.pop() else {
            return;
        };
        if self.levels.is_empty() {
            return;
        }
        let mut n_kept = 0;
        for index in 0..self.n_kept {
            let verdict = self.kept[index];
            let goes = u64::from(verdict.tiles & level.touched != 0);
            self.kept[n_kept] = verdict;
            n_kept += 1 - goes as usize;
            let (word, face, bit) = verdict.place();
            self.known[word].any[face] &= !(goes << bit);
        }
        self.n_kept = n_kept;
        for index in level.n_aside..self.n_aside {
            self.keep(self.aside[index]);
        }
        self.n_aside = level.n_aside;
    }

    /// Keeps a verdict on a turn that has none.
    #[inline(always)]
    fn keep(&mut self, verdict: Verdict) {
        let (word, face, bit) = verdict.place();
        let known = &mut self.known[word];
        known.any[face] |= 1 << bit;
        known.illegal[face] =
            known.illegal[face] & !(1 << bit) | u64::from(!verdict.legal) << bit;
        match self.kept.get_mut(self.n_kept) {
            Some(place) => *place = verdict,
            None => self.kept.push(verdict),
        }
        self.n_kept += 1;
    }
}

impl<S: Space> Board<S> {
    /// Finds the verdicts that are missing on the turns with these faces that force something.
    #[inline(always)]
    pub(super) fn judge_turns(&self, eight: bool, faces: &[Face], trial: &mut Trial<S::Overlay>) {
        trial.verdicts.follow(self);
        self.scan(eight, |found| {
            for &face in faces {
                let known = trial.verdicts.known[found.word].any[face as usize];
                let mut cells = found.fits[face as usize] & found.forces[face as usize] & !known;
                while cells != 0 {
                    let cell = found.word * 64 + cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    let verdict = self.verdict(cell, face, trial);
                    trial.verdicts.keep(verdict);
                }
            }
        });
    }

    /// Tries a turn out that forces something.
    #[inline(always)]
    fn verdict(&self, cell: usize, face: Face, trial: &mut Trial<S::Overlay>) -> Verdict {
        let fold_cell = |cell: usize| fold(self.place(cell));
        let verdict = |tiles, loops, legal| Verdict {
            tiles,
            cell: cell as u32,
            face,
            loops,
            legal,
        };
        if let Some((second, loops)) = self.short_turn(cell, face.byte()) {
            return verdict(fold_cell(cell) | fold_cell(second), loops, true);
        }
        let mut loops = 0;
        let result = self.lay_on_trial(cell, face.byte(), trial, |overlay, cell, entered| {
            loops |= joined_loops(self, overlay, cell, entered);
        });
        let tiles = trial
            .queue
            .iter()
            .fold(0, |tiles, &cell| tiles | fold_cell(cell as usize));
        self.clear_trial(trial);
        match result {
            Ok(()) => verdict(tiles, loops, true),
            Err(_) => verdict(tiles, 0, false),
        }
    }

    /// Of a turn that forces just one tile, which forces nothing more: the cell of that tile, and the loops it closes.
    #[inline(always)]
    fn short_turn(&self, cell: usize, tile: u8) -> Option<(usize, u8)> {
        let forced = self.consequences(cell, tile, 0);
        if !forced.is_power_of_two() {
            return None;
        }
        let side = forced.trailing_zeros() as usize;
        let (next, back) = self.front(cell, side);
        let byte = self.space.edges(next) | (tile >> side & 0x11) << back;
        let second = FORCED[usize::from(byte)];
        if self.consequences(next, second, 1 << back) != 0 {
            return None;
        }
        // The line that the second tile completes runs through the first; it is closed if its ends meet.
        let colour = tile >> side & 1 ^ 1;
        let through = |tile: u8, entry: usize| {
            let (one, two) = JOINED[usize::from(tile >> (4 * colour) & 15)];
            usize::from(one) + usize::from(two) - entry
        };
        let far = self.space.other_end(cell * 4 + through(tile, side));
        let closed = far == next * 4 + through(second, back);
        Some((next, u8::from(closed) << colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_spread_to_their_four_neighbours_and_over_the_fold() {
        let neighbours = |column: u16, row: u16| {
            [(0, 0), (1, 0), (7, 0), (0, 1), (0, 7)]
                .map(|(dx, dy)| fold((column + dx, row + dy)))
                .into_iter()
                .fold(0, |all, cell| all | cell)
        };
        for (column, row) in (0..8).flat_map(|column| (0..8).map(move |row| (column, row))) {
            assert_eq!(spread(fold((column, row))), neighbours(column, row));
        }
    }
}
