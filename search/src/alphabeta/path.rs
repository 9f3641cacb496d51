//! The positions on the way to a node, for the rule of repetition.

/// Hashes from the last irreversible move before the root to the node, and what the node's score rests on.
#[derive(Clone, Debug)]
pub(super) struct Path {
    hashes: Vec<u64>,
    /// For each position, the first one that may equal it.
    windows: Vec<u32>,
    root: usize,
    /// The occurrence that is a draw.
    draw_at: Option<u32>,
    early_draws: bool,
    /// The earliest position whose repetition was used since this was last opened.
    rests_on: usize,
}

/// Rests on no repetition.
const NOTHING: usize = usize::MAX;

impl Path {
    pub(super) fn new(history: &[u64], root: u64, draw_at: Option<u32>, early_draws: bool) -> Self {
        let mut hashes = Vec::with_capacity(history.len() + 256);
        hashes.extend_from_slice(history);
        hashes.push(root);
        Self {
            windows: vec![0; hashes.len()],
            root: hashes.len() - 1,
            hashes,
            draw_at,
            early_draws,
            rests_on: NOTHING,
        }
    }

    /// Whether the game knows repetitions at all.
    #[inline]
    pub(super) fn counts(&self) -> bool {
        self.draw_at.is_some()
    }

    /// The hash of the position at the end.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.hashes[self.hashes.len() - 1]
    }

    #[inline]
    pub(super) fn push(&mut self, hash: u64, irreversible: bool) {
        let window = if irreversible {
            self.hashes.len() as u32
        } else {
            self.windows[self.windows.len() - 1]
        };
        self.hashes.push(hash);
        self.windows.push(window);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.hashes.pop();
        self.windows.pop();
    }

    /// Whether the last position is drawn by repetition. Inside the search the first repetition tells as much as the
    /// last: whoever wants it can have it again.
    pub(super) fn is_repeated(&mut self) -> bool {
        let Some(draw_at) = self.draw_at else {
            return false;
        };
        let last = self.hashes.len() - 1;
        let mut occurrences = 1;
        for earlier in (self.windows[last] as usize..last).rev() {
            if self.hashes[earlier] != self.hashes[last] {
                continue;
            }
            occurrences += 1;
            if occurrences >= draw_at || self.early_draws && earlier > self.root {
                self.rests_on = self.rests_on.min(earlier);
                return true;
            }
        }
        false
    }

    /// Begins to watch what a node's score rests on; the answer is for [`close`](Self::close).
    #[inline]
    pub(super) fn open(&mut self) -> usize {
        std::mem::replace(&mut self.rests_on, NOTHING)
    }

    /// Ends the watch. True if the score is the position's own, whatever the way to it.
    #[inline]
    pub(super) fn close(&mut self, outer: usize) -> bool {
        let own = self.rests_on >= self.hashes.len() - 1;
        self.rests_on = if own { outer } else { outer.min(self.rests_on) };
        own
    }
}
