//! The positions on the path to a node, for draws by repetition.
//!
//! The score of a draw by repetition depends on the path: the same position, reached in another way, may not repeat anything. If such a
//! score were stored in the transposition table, another path would read a wrong value (the graph history interaction problem). So a
//! [`Path`] records, for the scores below a node, the earliest repeated position. If that position is above the node, the node's score
//! depends on the path and is not stored; if it is the node itself or below it, every path to the node contains the repetition, and the
//! score may be stored.
//!
//! CITE: Murray Campbell, "The graph-history interaction: on ignoring position history", ACM Annual Conference 1985.

use crate::interface::game::Game;
use crate::interface::searcher::Root;
use crate::support::certain::DrawsDue;

/// The positions from the last irreversible move before the root to the current node, and a record of what the scores found so far depend
/// on.
#[derive(Clone, Debug)]
pub(super) struct Path {
    positions: Vec<PathEntry>,
    root: usize,
    /// The number of occurrences of a position that makes a draw (3 for threefold repetition); `None` without such a rule.
    draw_at: Option<u32>,
    early_draws: bool,
    draws_due: DrawsDue,
    /// A number mixed into the hashes for the table, so that a search uses only entries with the same [`draws_due`](Self::draws_due).
    salt: u64,
    dependence: Dependence,
}

/// What the scores found since the last call of [`open`](Path::open) depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependence {
    /// Index of the earliest position whose repetition was scored as a draw.
    earliest: usize,
    /// Whether a static evaluation was used, or a move was not searched.
    is_guess: bool,
}

impl Dependence {
    const NONE: Self = Self { earliest: NO_REPETITION, is_guess: false };

    /// Whether the score is the same for every path to the position.
    #[inline]
    pub(super) fn is_path_independent(self) -> bool {
        self.earliest == NO_REPETITION
    }

    /// Whether the score depends on finished games only.
    #[inline]
    pub(super) fn is_exhausted(self) -> bool {
        !self.is_guess
    }
}

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct PathEntry {
    /// The hash under which the table stores it.
    hash: u64,
    /// The hash that is equal if the position repeats.
    repetition_hash: u64,
    /// Index of the first position on the path that may equal this one.
    window: usize,
}

/// No score depends on a repetition.
const NO_REPETITION: usize = usize::MAX;

impl Path {
    /// The path that consists of the root. Of the earlier positions of the game, only the repetition hashes are known.
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
            dependence: Dependence::NONE,
        }
    }

    /// Whether the game has draws by repetition.
    #[inline]
    pub(super) fn counts(&self) -> bool {
        self.draw_at.is_some()
    }

    /// The hash of the current position, for the table.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.positions[self.positions.len() - 1].hash ^ self.salt
    }

    /// Whether any position is a draw at its next occurrence because of the game before the root. If so, a [known
    /// score](crate::Tactics::known_score) of a position may be wrong, because it ignores the moves before.
    #[inline]
    pub(super) fn has_draws_due(&self) -> bool {
        !self.draws_due.is_empty()
    }

    /// The positions that are draws at their next occurrence because of the game before the root. `None` if there are none, or if an
    /// irreversible move since the root excludes them all.
    #[inline]
    pub(super) fn draws_due(&self) -> Option<&DrawsDue> {
        let may_return = self.positions[self.positions.len() - 1].window <= self.root;
        Some(&self.draws_due).filter(|draws| may_return && !draws.is_empty())
    }

    /// Appends a position after an irreversible move: no earlier position can equal it.
    #[inline]
    pub(super) fn push_new(&mut self, hash: u64) {
        self.positions.push(PathEntry { hash, repetition_hash: 0, window: self.positions.len() });
    }

    /// Appends a position.
    #[inline]
    pub(super) fn push(&mut self, hash: u64, repetition_hash: u64, irreversible: bool) {
        let window = if irreversible {
            self.positions.len()
        } else {
            self.positions[self.positions.len() - 1].window
        };
        self.positions.push(PathEntry { hash, repetition_hash, window });
    }

    /// Plays a move and appends the position.
    pub(super) fn follow<G: Game>(&mut self, game: &G, pos: &mut G::Position, mv: G::Move) {
        let irreversible = game.irreversible(pos, mv);
        game.play(pos, mv);
        self.push(game.hash(pos), game.repetition_hash(pos), irreversible);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.positions.pop();
    }

    /// Whether the current position is drawn by repetition. With `early_draws`, the first repetition of a position of the search already
    /// counts, because a player who can repeat a position once can do so again.
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
                self.dependence.earliest = self.dependence.earliest.min(earlier);
                return true;
            }
        }
        false
    }

    /// Starts to record what a node's score depends on. Pass the returned value to [`close`](Self::close).
    #[inline]
    pub(super) fn open(&mut self) -> Dependence {
        std::mem::replace(&mut self.dependence, Dependence::NONE)
    }

    /// Ends the record and returns what the node's score depends on.
    #[inline]
    pub(super) fn close(&mut self, outer: Dependence) -> Dependence {
        let mut node = self.dependence;
        if node.earliest >= self.positions.len() - 1 {
            node.earliest = NO_REPETITION;
        }
        self.dependence = Dependence {
            earliest: outer.earliest.min(node.earliest),
            is_guess: outer.is_guess || node.is_guess,
        };
        node
    }

    /// What the scores so far depend on.
    #[inline]
    pub(super) fn dependence(&self) -> Dependence {
        self.dependence
    }

    /// Sets whether the scores so far depend on an evaluation or on moves that were not searched.
    #[inline]
    pub(super) fn set_guess(&mut self, is_guess: bool) {
        self.dependence.is_guess = is_guess;
    }
}
