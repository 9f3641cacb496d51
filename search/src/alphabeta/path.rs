//! The positions on the way to a node, for the rule of repetition.

use crate::certain::DrawsDue;
use crate::{Game, Root};

/// The positions from the last irreversible move before the root to the node, and what the node's score rests on.
#[derive(Clone, Debug)]
pub(super) struct Path {
    positions: Vec<Passed>,
    root: usize,
    /// The occurrence that is a draw.
    draw_at: Option<u32>,
    early_draws: bool,
    /// What the table adds to hashes where draws are due that it does not know of.
    salt: u64,
    /// The earliest position whose repetition was used since this was last opened.
    rests_on: usize,
}

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Passed {
    /// The hash that the table knows it by.
    hash: u64,
    /// What a repetition has in common with it.
    repetition_hash: u64,
    /// The first position that may equal it.
    window: usize,
}

/// Rests on no repetition.
const NOTHING: usize = usize::MAX;

impl Path {
    /// The path of a root. The game before it is known by its repetition hashes.
    pub(super) fn new<G: Game>(game: &G, root: &Root<G>, early_draws: bool) -> Self {
        let before = root.earlier().iter().map(|&repetition_hash| Passed {
            hash: 0,
            repetition_hash,
            window: 0,
        });
        let mut positions: Vec<_> = before.collect();
        positions.push(Passed {
            hash: game.hash(&root.position),
            repetition_hash: game.repetition_hash(&root.position),
            window: 0,
        });
        Self {
            root: positions.len() - 1,
            positions,
            draw_at: game.repetition(),
            early_draws,
            salt: DrawsDue::new(game, root).salt(),
            rests_on: NOTHING,
        }
    }

    /// Whether the game knows repetitions at all.
    #[inline]
    pub(super) fn counts(&self) -> bool {
        self.draw_at.is_some()
    }

    /// The hash of the position at the end, for the table.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.positions[self.positions.len() - 1].hash ^ self.salt
    }

    /// Whether draws are due: then a game's own knowledge of a position, without the play before it, is not its value.
    #[inline]
    pub(super) fn has_draws_due(&self) -> bool {
        self.salt != 0
    }

    /// Goes on to a position after an irreversible move: nothing before can equal it.
    #[inline]
    pub(super) fn push_new(&mut self, hash: u64) {
        self.positions.push(Passed {
            hash,
            repetition_hash: 0,
            window: self.positions.len(),
        });
    }

    /// Goes on to a position.
    #[inline]
    pub(super) fn push(&mut self, hash: u64, repetition_hash: u64, irreversible: bool) {
        let window = if irreversible {
            self.positions.len()
        } else {
            self.positions[self.positions.len() - 1].window
        };
        self.positions.push(Passed {
            hash,
            repetition_hash,
            window,
        });
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.positions.pop();
    }

    /// Whether the last position is drawn by repetition. Inside the search the first repetition tells as much as the
    /// last: whoever wants it can have it again.
    pub(super) fn is_repeated(&mut self) -> bool {
        let Some(draw_at) = self.draw_at else {
            return false;
        };
        let last = self.positions.len() - 1;
        let Passed {
            repetition_hash,
            window,
            ..
        } = self.positions[last];
        let mut occurrences = 1;
        for earlier in (window..last).rev() {
            if self.positions[earlier].repetition_hash != repetition_hash {
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
        let own = self.rests_on >= self.positions.len() - 1;
        self.rests_on = if own { outer } else { outer.min(self.rests_on) };
        own
    }
}
