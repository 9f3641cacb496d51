//! The positions on the way to a node, for the rule of repetition.

use crate::interface::game::Game;
use crate::interface::searcher::Root;
use crate::support::certain::DrawsDue;

/// The positions from the last irreversible move before the root to the node, and what the node's score rests on.
#[derive(Clone, Debug)]
pub(super) struct Path {
    positions: Vec<PathEntry>,
    root: usize,
    /// The occurrence that is a draw.
    draw_at: Option<u32>,
    early_draws: bool,
    draws_due: DrawsDue,
    /// What the table adds to hashes where draws are due that it does not know of.
    salt: u64,
    rests: Rests,
}

/// What scores rest on that were found since the path was last [opened](Path::open).
#[derive(Clone, Copy, Debug)]
pub(super) struct Rests {
    /// The earliest position whose repetition was used.
    on: usize,
    /// Whether an evaluation was used, or a move was left out unseen.
    is_guess: bool,
}

impl Rests {
    const ON_NOTHING: Self = Self { on: NOTHING, is_guess: false };

    /// Whether the score is the position's own, whatever the way to it.
    #[inline]
    pub(super) fn is_own(self) -> bool {
        self.on == NOTHING
    }

    /// Whether the score rests on nothing but finished games.
    #[inline]
    pub(super) fn is_exhausted(self) -> bool {
        !self.is_guess
    }
}

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct PathEntry {
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
        let before = root.earlier().iter().map(|&repetition_hash| PathEntry {
            hash: 0,
            repetition_hash,
            window: 0,
        });
        let draws_due = DrawsDue::new(game, root);
        let mut positions: Vec<_> = before.collect();
        positions.push(PathEntry {
            hash: game.hash(&root.position),
            repetition_hash: game.repetition_hash(&root.position),
            window: 0,
        });
        Self {
            root: positions.len() - 1,
            positions,
            draw_at: game.repetition(),
            early_draws,
            salt: draws_due.salt(),
            draws_due,
            rests: Rests::ON_NOTHING,
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
        !self.draws_due.is_empty()
    }

    /// The draws that are due, unless no position of the game so far can come again.
    #[inline]
    pub(super) fn draws_due(&self) -> Option<&DrawsDue> {
        let may_return = self.positions[self.positions.len() - 1].window <= self.root;
        Some(&self.draws_due).filter(|draws| may_return && !draws.is_empty())
    }

    /// Goes on to a position after an irreversible move: nothing before can equal it.
    #[inline]
    pub(super) fn push_new(&mut self, hash: u64) {
        self.positions.push(PathEntry { hash, repetition_hash: 0, window: self.positions.len() });
    }

    /// Goes on to a position.
    #[inline]
    pub(super) fn push(&mut self, hash: u64, repetition_hash: u64, irreversible: bool) {
        let window = if irreversible {
            self.positions.len()
        } else {
            self.positions[self.positions.len() - 1].window
        };
        self.positions.push(PathEntry { hash, repetition_hash, window });
    }

    /// Plays a move and goes on to where it leads.
    pub(super) fn follow<G: Game>(&mut self, game: &G, pos: &mut G::Position, mv: G::Move) {
        let irreversible = game.irreversible(pos, mv);
        game.play(pos, mv);
        self.push(game.hash(pos), game.repetition_hash(pos), irreversible);
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
        let PathEntry { repetition_hash, window, .. } = self.positions[last];
        let mut occurrences = 1;
        for earlier in (window..last).rev() {
            if self.positions[earlier].repetition_hash != repetition_hash {
                continue;
            }
            occurrences += 1;
            if occurrences >= draw_at || self.early_draws && earlier > self.root {
                self.rests.on = self.rests.on.min(earlier);
                return true;
            }
        }
        false
    }

    /// Begins to watch what a node's score rests on; the answer is for [`close`](Self::close).
    #[inline]
    pub(super) fn open(&mut self) -> Rests {
        std::mem::replace(&mut self.rests, Rests::ON_NOTHING)
    }

    /// Ends the watch, and says what the node's score rests on.
    #[inline]
    pub(super) fn close(&mut self, outer: Rests) -> Rests {
        let mut node = self.rests;
        if node.on >= self.positions.len() - 1 {
            node.on = NOTHING;
        }
        self.rests = Rests { on: outer.on.min(node.on), is_guess: outer.is_guess || node.is_guess };
        node
    }

    /// What the scores rest on so far.
    #[inline]
    pub(super) fn rests(&self) -> Rests {
        self.rests
    }

    /// Notes whether the scores so far rest on a guess.
    #[inline]
    pub(super) fn set_guess(&mut self, is_guess: bool) {
        self.rests.is_guess = is_guess;
    }
}
