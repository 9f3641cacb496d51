//! What a search learns about the order of moves: history, continuation history, counter-moves and killers.

/// The range of every history: −`HISTORY_MAX` to `HISTORY_MAX`.
pub const HISTORY_MAX: i32 = 16_384;

/// No move: the slot before a game's first move, or after a null move.
pub const NO_SLOT: u32 = u32::MAX;

/// The memory of one thread. Moves are known by their slots ([`Tactics::history_slot`](crate::Tactics::history_slot)).
#[derive(Clone, Debug)]
pub struct Memory<M> {
    slots: usize,
    /// By player, then slot.
    history: Vec<i16>,
    /// By the slot of the move one ply ago (first half) or two plies ago (second half), then the slot of the move.
    continuation: Vec<i16>,
    /// Slots of the continuation are folded into a power of two, at most [`CONTINUATION`].
    mask: usize,
    /// The logarithm of a row's length.
    shift: u32,
    /// Which rows of the continuation hold anything: a short search touches few of them, and only these need to fade.
    used: Vec<bool>,
    counters: Vec<Option<M>>,
    killers: Vec<[Option<M>; 2]>,
}

/// The most slots that the continuation history tells apart: at 1,024 it takes 4 MiB a thread.
const CONTINUATION: usize = 1_024;

/// The rows of a continuation history that belong to the moves before a node.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    player: usize,
    rows: [Option<usize>; 2],
}

impl<M: Copy + Eq> Memory<M> {
    /// An empty memory for moves of so many slots, and so many plies.
    pub fn new(slots: usize, plies: usize) -> Self {
        let slots = slots.max(1);
        let folded = slots.next_power_of_two().min(CONTINUATION);
        Self {
            slots,
            history: vec![0; 2 * slots],
            continuation: vec![0; 2 * folded * folded],
            mask: folded - 1,
            shift: folded.trailing_zeros(),
            used: vec![false; 2 * folded],
            counters: vec![None; slots],
            killers: vec![[None; 2]; plies],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // In place: given back and asked for again, such memory may come fresh from the system, page by page.
        self.history.fill(0);
        let rows = self.continuation.chunks_exact_mut(self.mask + 1);
        for (row, used) in rows.zip(&mut self.used).filter(|(_, used)| **used) {
            row.fill(0);
            *used = false;
        }
        self.counters.fill(None);
        self.killers.fill([None; 2]);
    }

    /// Prepares for another search of the same game: killers belong to plies that have moved on, histories fade.
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

    /// The rows for a node of `player` (0 or 1) after moves of these slots, one ply ago and two.
    #[inline]
    pub fn context(&self, player: usize, before: [u32; 2]) -> Context {
        let width = self.mask + 1;
        let row = |half: usize, slot: u32| {
            (slot != NO_SLOT).then(|| (half * width + (slot as usize & self.mask)) * width)
        };
        Context { player: player & 1, rows: [row(0, before[0]), row(1, before[1])] }
    }

    /// What the histories say about a move: the sum of three, each within ±[`HISTORY_MAX`].
    #[inline]
    pub fn score(&self, context: &Context, slot: usize) -> i32 {
        let mut sum = i32::from(self.history[context.player * self.slots + slot]);
        for row in context.rows.into_iter().flatten() {
            sum += i32::from(self.continuation[row + (slot & self.mask)]);
        }
        sum
    }

    /// Adds a bonus, or a malus below zero, to the histories of a move.
    #[inline]
    pub fn learn(&mut self, context: &Context, slot: usize, bonus: i32) {
        nudge(&mut self.history[context.player * self.slots + slot], bonus);
        for row in context.rows.into_iter().flatten() {
            nudge(&mut self.continuation[row + (slot & self.mask)], bonus);
            self.used[row >> self.shift] = true;
        }
    }

    /// The moves that refuted siblings at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    /// Forgets the killers of a ply.
    #[inline]
    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// The move that once refuted the move of this slot.
    #[inline]
    pub fn counter(&self, before: u32) -> Option<M> {
        self.counters.get(before as usize).copied().flatten()
    }

    /// Remembers a quiet move that refuted the move before it.
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

/// Moves a value towards the end of its range, the slower the nearer it is.
#[inline]
fn nudge(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}
