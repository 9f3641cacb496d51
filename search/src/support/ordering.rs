//! Move ordering learned during a search: history, continuation history, counter-moves and killer moves.
//!
//! CITE: Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11(11), 1989; continuation history
//! and counter-moves as in Stockfish.

use crate::support::pages::prefer_huge_pages;

/// The range of every history: −`HISTORY_MAX` to `HISTORY_MAX`.
pub const HISTORY_MAX: i32 = 16_384;

/// The range of a game's own score of a move: −`ORDER_MAX` to `ORDER_MAX`. The sum with the histories then fits into 32 bits.
pub const ORDER_MAX: i32 = 1 << 30;

/// Stands for no slot: before the first move of a game, or after a null move.
pub const NO_SLOT: u32 = u32::MAX;

/// The move statistics of one thread. Moves are identified by their slots ([`Tactics::history_slot`](crate::Tactics::history_slot)).
#[derive(Clone, Debug)]
pub struct Memory<M> {
    slots: usize,
    /// Index: player, then slot.
    history: Vec<i16>,
    /// Index: slot of the previous move (first half) or the move before it (second half), then slot of the move.
    continuation: Vec<i16>,
    /// Bit mask that reduces a slot to the range of the continuation history. The number of its slots is a power of two, at most
    /// [`CONTINUATION`].
    mask: usize,
    /// Logarithm (base 2) of the length of a row.
    shift: u32,
    /// Which rows contain a number other than zero. A short search uses few rows, and only these need to fade.
    used: Vec<bool>,
    counters: Vec<Option<M>>,
    killers: Vec<[Option<M>; 2]>,
}

/// The greatest number of slots in the continuation history. At 1,024 it takes 4 MiB per thread.
const CONTINUATION: usize = 1_024;

/// The rows of the continuation history for the two moves before a node.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    player: usize,
    rows: [Option<usize>; 2],
}

impl<M: Copy + Eq> Memory<M> {
    /// Empty statistics for this number of slots and plies.
    pub fn new(slots: usize, plies: usize) -> Self {
        let slots = slots.max(1);
        let folded = slots.next_power_of_two().min(CONTINUATION);
        let continuation = vec![0; 2 * folded * folded];
        prefer_huge_pages(&continuation);
        Self {
            slots,
            history: vec![0; 2 * slots],
            continuation,
            mask: folded - 1,
            shift: folded.trailing_zeros(),
            used: vec![false; 2 * folded],
            counters: vec![None; slots],
            killers: vec![[None; 2]; plies],
        }
    }

    /// Clears everything.
    pub fn clear(&mut self) {
        // Cleared in place, because the system might provide newly allocated memory page by page, which is slow.
        self.history.fill(0);
        let rows = self.continuation.chunks_exact_mut(self.mask + 1);
        for (row, used) in rows.zip(&mut self.used).filter(|(_, used)| **used) {
            row.fill(0);
            *used = false;
        }
        self.counters.fill(None);
        self.killers.fill([None; 2]);
    }

    /// Prepares for another search of the same game: clears the killer moves, because the new root shifts their plies, and reduces the
    /// histories.
    pub fn fade(&mut self) {
        self.killers.fill([None; 2]);
        for value in &mut self.history {
            *value /= 2;
        }
        let rows = self.continuation.chunks_exact_mut(self.mask + 1);
        for (row, used) in rows.zip(&mut self.used).filter(|(_, used)| **used) {
            let mut bits = 0;
            for value in row {
                *value /= 2;
                bits |= *value;
            }
            *used = bits != 0;
        }
    }

    /// The rows for a node of `player` (0 or 1); `before` are the slots of the previous move and the one before it.
    #[inline]
    pub fn context(&self, player: usize, before: [u32; 2]) -> Context {
        let width = self.mask + 1;
        let row = |half: usize, slot: u32| {
            (slot != NO_SLOT).then(|| (half * width + (slot as usize & self.mask)) * width)
        };
        Context { player: player & 1, rows: [row(0, before[0]), row(1, before[1])] }
    }

    /// The history score of a move: the sum of three histories, each between ±[`HISTORY_MAX`].
    #[inline]
    pub fn score(&self, context: &Context, slot: usize) -> i32 {
        let mut sum = i32::from(self.history[context.player * self.slots + slot]);
        for row in context.rows.into_iter().flatten() {
            sum += i32::from(self.continuation[row + (slot & self.mask)]);
        }
        sum
    }

    /// Adds a bonus (negative for a malus) to the histories of a move.
    #[inline]
    pub fn learn(&mut self, context: &Context, slot: usize, bonus: i32) {
        nudge(&mut self.history[context.player * self.slots + slot], bonus);
        for row in context.rows.into_iter().flatten() {
            nudge(&mut self.continuation[row + (slot & self.mask)], bonus);
            self.used[row >> self.shift] = true;
        }
    }

    /// The moves that caused cutoffs at sibling nodes of this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    /// Clears the killer moves of a ply.
    #[inline]
    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// The move that last refuted the move of this slot.
    #[inline]
    pub fn counter(&self, before: u32) -> Option<M> {
        self.counters.get(before as usize).copied().flatten()
    }

    /// Records a quiet move that refuted the move before it.
    #[inline]
    pub fn refuted(&mut self, ply: usize, before: u32, mv: M) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(counter) = self.counters.get_mut(before as usize) {
            *counter = Some(mv);
        }
    }
}

/// Moves a value towards one end of its range. The closer the value is to that end, the smaller the step.
#[inline]
fn nudge(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}
