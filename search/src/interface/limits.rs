//! Limits that end a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time left for the rest of the game.
    pub remaining: Duration,
    /// The time added for each move.
    pub increment: Duration,
    /// The time that a move costs outside the search: sending it to the opponent and receiving the reply (lag).
    pub overhead: Duration,
    /// The longest time for which a busy machine may pause the program during a move.
    pub stall: Duration,
    /// About how many moves the player still has to make; 0 if unknown.
    pub moves_left: u32,
}

impl TimeControl {
    /// The overhead if none is given.
    pub const OVERHEAD: Duration = Duration::from_millis(50);
    /// The longest pause that was measured on a busy machine.
    pub const STALL: Duration = Duration::from_millis(200);

    /// A clock with this much time left, and this increment for each move.
    pub fn new(remaining: Duration, increment: Duration) -> Self {
        Self { remaining, increment, overhead: Self::OVERHEAD, stall: Self::STALL, moves_left: 0 }
    }

    /// The same clock with another [`overhead`](Self::overhead).
    #[must_use]
    pub fn with_overhead(self, overhead: Duration) -> Self {
        Self { overhead, ..self }
    }

    /// The same clock, for a player with about `moves_left` moves to make.
    #[must_use]
    pub fn with_moves_left(self, moves_left: u32) -> Self {
        Self { moves_left, ..self }
    }

    /// The clock for each of `parts` searches that share the time of one move.
    #[must_use]
    pub fn part(self, parts: u32) -> Self {
        Self {
            remaining: self.remaining / parts,
            increment: self.increment / parts,
            overhead: self.overhead / parts,
            stall: self.stall / parts,
            ..self
        }
    }
}

/// The limits of one search. The first limit that is reached ends the search; without limits it runs until it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Nodes: the number of calls of [`Game::play`](crate::Game::play). A node in each search is:
    ///
    /// | search | a node is |
    /// |---|---|
    /// | [`AlphaBeta`](crate::AlphaBeta) | a move made on the board, also in quiescence search; null moves do not count |
    /// | [`Expectimax`](crate::Expectimax) | a play made on the board or evaluated to order the plays (as the [`ValueModel`](crate::Candidates::take_nodes) counts them); chance events do not count |
    /// | [`Mcts`](crate::Mcts) | a move made on the way down the tree or in a playout, so an iteration takes several; chance events do not count |
    /// | [`MaxN`](crate::MaxN), [`Paranoid`](crate::Paranoid), [`BestReply`](crate::BestReply) | a move made on the board; chance events do not count |
    /// | [`Solver`](crate::Solver), [`Prover`](crate::proof::Prover) | a move made on the board, also to find the line of a proof again |
    /// | [`rollout`](crate::rollout) | rollouts count games, not nodes |
    pub nodes: Option<u64>,
    /// The greatest depth of iterative deepening, in plies.
    pub depth: Option<u32>,
    /// The player's clock; the search chooses its own time from it.
    pub clock: Option<TimeControl>,
}

impl Limits {
    /// Limits the depth, in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits the number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits the time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Whether only a stop can end the search.
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }
}

/// A flag that stops a search from outside. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself; the threads of a pool set it.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Resets the flag for the next search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
