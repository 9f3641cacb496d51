//! When a search stops.

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
    /// What a move costs beyond the search: its way to the opponent and back.
    pub overhead: Duration,
    /// How long the machine may stand still in the middle of a move.
    pub stall: Duration,
    /// About how many moves the player still has to make, if the game can say.
    pub moves_left: u32,
}

impl TimeControl {
    /// The overhead where nobody says anything.
    pub const OVERHEAD: Duration = Duration::from_millis(50);
    /// As long as a busy machine was seen to stand still.
    pub const STALL: Duration = Duration::from_millis(200);

    /// A clock with this much time left, and this much more for each move.
    pub fn new(remaining: Duration, increment: Duration) -> Self {
        Self { remaining, increment, overhead: Self::OVERHEAD, stall: Self::STALL, moves_left: 0 }
    }

    /// The clock where a move costs this much beyond the search.
    #[must_use]
    pub fn with_overhead(self, overhead: Duration) -> Self {
        Self { overhead, ..self }
    }

    /// The clock of a player who still has about so many moves to make.
    #[must_use]
    pub fn with_moves_left(self, moves_left: u32) -> Self {
        Self { moves_left, ..self }
    }

    /// The clock of one of so many searches that share a move's time.
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

/// The limits of one search; the first one that is reached ends it. Without any the search runs until it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Nodes: calls of [`Game::play`](crate::Game::play) in the search. What that means in each search:
    ///
    /// | search | a node is |
    /// |---|---|
    /// | [`AlphaBeta`](crate::AlphaBeta) | a move made on the board, also in quiescence search; a null move counts nothing |
    /// | [`Expectimax`](crate::Expectimax) | a play made on the board or evaluated to order the plays (as the [`ValueModel`](crate::Candidates::take_nodes) counts them); chance events count nothing |
    /// | [`Mcts`](crate::Mcts) | a move made on the way down the tree or in a playout, so an iteration takes several; chance events count nothing |
    /// | [`MaxN`](crate::MaxN), [`Paranoid`](crate::Paranoid), [`BestReply`](crate::BestReply) | a move made on the board; chance events count nothing |
    /// | [`Solver`](crate::Solver), [`Prover`](crate::proof::Prover) | a move made on the board, also to find the line of a proof again |
    /// | [`rollout`](crate::rollout) | rollouts count games, not nodes |
    pub nodes: Option<u64>,
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// A clock to be managed.
    pub clock: Option<TimeControl>,
}

impl Limits {
    /// A search of a fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of a duration.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Whether nothing but a stop ends the search.
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }
}

/// A flag that stops a search from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for the threads of a pool to raise.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Makes the flag ready for the next search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
