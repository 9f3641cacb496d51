//! One thread of the search: its position, its stacks, its move statistics.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::Parameters;
use super::log::Log;
use super::path::Path;
use super::reductions::Reductions;
use super::root_move::RootMove;
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::{Game, MoveList, Player, Step, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::score::Score;
use crate::interface::searcher::Root;
use crate::interface::tactics::Tactics;
use crate::interface::window::Window;
use crate::support::clock::Clock;
use crate::support::clock::Pace;
use crate::support::ordering::{Context, Memory, NO_SLOT};
use crate::support::table::TranspositionTable;

/// The greatest number of plies from the root to a node.
pub(super) const MAX_PLY: usize = 250;
/// The greatest number of nodes between two readings of the clock. The stop flag is checked at every node, because some nodes take a
/// millisecond.
const POLL: u32 = 64;
/// After a limit was reached, depth 1 may continue up to this number of nodes. In nearly every position, depth 1 takes fewer nodes.
const UNSETTLED: u64 = 1_024;
/// The time for which depth 1 may continue after a limit was reached. A thread with at most [`FEWEST`] nodes may continue longer.
const GRACE: Duration = Duration::from_millis(4);
const FEWEST: u64 = 16;

/// The state that all threads of one search share.
pub(super) struct SharedState<'s, G: Game, E, T> {
    pub(super) game: &'s G,
    pub(super) evaluator: &'s E,
    pub(super) tactics: &'s T,
    pub(super) parameters: &'s Parameters,
    pub(super) reductions: &'s Reductions,
    pub(super) root: &'s Root<G>,
    pub(super) limits: Limits,
    pub(super) multipv: usize,
    pub(super) clock: Clock,
    pub(super) stop: &'s StopFlag,
    /// Set when the main thread has finished, to end the helpers.
    pub(super) end: AtomicBool,
    /// The nodes of all threads, updated at every poll.
    pub(super) nodes: AtomicU64,
}

/// A generated move that was not tried yet, with its score for move ordering.
#[derive(Clone, Copy)]
pub(super) struct Scored<M> {
    pub(super) mv: M,
    pub(super) score: i32,
}

/// The result of playing a move.
#[derive(Clone, Copy)]
pub(super) enum Child {
    /// The game is over; the score for the player who moved.
    Over(Score),
    /// The same player moves again.
    Same,
    /// The other player moves.
    Other,
}

/// Where the search of a node comes from: the node above and the move played there.
pub(super) struct Above<'a, M, NodeInfo> {
    pub(super) ply: usize,
    /// The player to move in the node above.
    pub(super) player: Player,
    /// The information of the node above.
    pub(super) info: &'a NodeInfo,
    /// `None` for a null move.
    pub(super) mv: Option<M>,
}

impl<M: Copy, NodeInfo> Clone for Above<'_, M, NodeInfo> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Copy, NodeInfo> Copy for Above<'_, M, NodeInfo> {}

/// One thread. It contains the buffers for all plies, so that no node allocates memory.
pub(super) struct AlphaBetaWorker<'s, G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> {
    pub(super) shared: &'s SharedState<'s, G, E, T>,
    pub(super) game: &'s G,
    pub(super) evaluator: &'s E,
    pub(super) tactics: &'s T,
    pub(super) parameters: &'s Parameters,
    pub(super) table: &'s TranspositionTable,
    pub(super) memory: &'s mut Memory<G::Move>,
    pub(super) pos: G::Position,
    pub(super) path: Path,
    states: Vec<E::State>,
    /// For each ply: the history slot of the move that led there.
    slots: Vec<u32>,
    /// For each ply: the static score, if it was computed.
    pub(super) evaluations: Vec<Option<Score>>,
    /// For each ply: the best line from there.
    pub(super) pvs: Vec<Vec<G::Move>>,
    pub(super) generated: MoveList<G::Move>,
    /// Queued moves of all nodes on the path, one node after the other.
    pub(super) queue: Vec<Scored<G::Move>>,
    /// History slots of the quiet moves that were tried, for all nodes on the path.
    pub(super) tried: Vec<u32>,
    pub(super) root_moves: Vec<RootMove<G::Move>>,
    /// Entries for the other workers to copy at the next barrier, in deterministic mode.
    pub(super) log: Option<Log>,
    pub(super) nodes: u64,
    next_poll: u64,
    pace: Pace,
    /// The time at which a limit was first reached before depth 1 was complete.
    late_since: Option<Duration>,
    nodes_shared: u64,
    /// This worker's own limit of nodes.
    pub(super) node_limit: u64,
    pub(super) seldepth: usize,
    /// Whether the iteration searches the whole tree to the end of the game, because no line has come close to its depth. Then nothing is
    /// pruned, and no score that depends on an evaluation is taken from the table (the threads could pass such scores to each other
    /// endlessly).
    pub(super) is_thorough: bool,
    /// The depth of the current iteration.
    pub(super) iteration: u32,
    /// Whether depth 1 is complete; before that, time limits and stop flags do not end the search.
    pub(super) has_result: bool,
    /// Whether the last iteration searched every line to the end of the game.
    pub(super) exhausted: bool,
    pub(super) aborted: bool,
}

impl<'s, G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'s, G, E, T> {
    pub(super) fn new(
        shared: &'s SharedState<'s, G, E, T>,
        table: &'s TranspositionTable,
        memory: &'s mut Memory<G::Move>,
    ) -> Self {
        let pos = shared.root.position.clone();
        let state = shared.evaluator.fresh(shared.game, &pos);
        Self {
            shared,
            game: shared.game,
            evaluator: shared.evaluator,
            tactics: shared.tactics,
            parameters: shared.parameters,
            table,
            memory,
            path: Path::new(shared.game, shared.root, shared.parameters.early_draws != 0),
            pos,
            states: vec![state; MAX_PLY + 2],
            slots: vec![NO_SLOT; MAX_PLY + 2],
            evaluations: vec![None; MAX_PLY + 2],
            pvs: (0..MAX_PLY + 2).map(|_| Vec::new()).collect(),
            generated: MoveList::new(),
            queue: Vec::new(),
            tried: Vec::new(),
            root_moves: Vec::new(),
            log: None,
            nodes: 0,
            next_poll: 0,
            pace: Pace::new(POLL),
            late_since: None,
            nodes_shared: 0,
            node_limit: shared.limits.nodes.unwrap_or(u64::MAX),
            seldepth: 0,
            is_thorough: false,
            iteration: 0,
            has_result: false,
            exhausted: false,
            aborted: false,
        }
    }

    /// Plays a move at a node of `player`.
    #[inline]
    pub(super) fn enter(
        &mut self,
        ply: usize,
        player: Player,
        mv: G::Move,
        slot: usize,
    ) -> (G::Undo, Child) {
        let counts = self.path.counts();
        let irreversible = counts && self.game.irreversible(&self.pos, mv);
        let undo = self.game.play(&mut self.pos, mv);
        self.nodes += 1;
        if self.nodes >= self.next_poll || self.shared.stop.is_stopped() {
            self.poll();
        }
        let hash = self.game.hash(&self.pos);
        self.table.prefetch(hash);
        if counts {
            let repetition_hash = self.game.repetition_hash(&self.pos);
            self.path.push(hash, repetition_hash, irreversible);
        } else {
            self.path.push_new(hash);
        }
        self.slots[ply + 1] = slot as u32;
        let child = match self.game.turn(&self.pos) {
            Turn::Over => {
                let value = self.game.returns(&self.pos)[player.index()];
                self.ended(ply, final_score(self.evaluator.greatest(), value, ply + 1))
            }
            _ if counts && self.path.is_repeated() => self.ended(ply, Score::DRAW),
            turn => {
                let [before, state] = states_at(&mut self.states, ply);
                self.evaluator.after(before, state, self.game, &self.pos, Step::Move(mv), &undo);
                match turn {
                    Turn::Player(next) if next == player => Child::Same,
                    Turn::Player(_) => Child::Other,
                    _ => self.chance(ply, player),
                }
            }
        };
        (undo, child)
    }

    /// Takes back the move.
    #[inline]
    pub(super) fn leave(&mut self, mv: G::Move, undo: G::Undo) {
        self.path.pop();
        self.game.undo(&mut self.pos, mv, undo);
    }

    /// The score of a child for the player who moved there.
    #[inline]
    pub(super) fn visit<const PV: bool>(
        &mut self,
        child: Child,
        above: Above<'_, G::Move, T::NodeInfo>,
        depth: i32,
        window: Window,
        cut: bool,
    ) -> Score {
        if self.aborted {
            return Score::DRAW;
        }
        match child {
            Child::Over(score) => score,
            Child::Same => self.node::<PV>(above, above.player, depth, window, cut),
            Child::Other => -self.node::<PV>(above, above.player.other(), depth, -window, cut),
        }
    }

    /// Passes the turn and searches; `None` if the game does not allow it.
    pub(super) fn visit_null(
        &mut self,
        above: Above<'_, G::Move, T::NodeInfo>,
        depth: i32,
        window: Window,
        cut: bool,
    ) -> Option<Score> {
        let ply = above.ply;
        let undo = self.tactics.null_move(self.game, &mut self.pos, above.info)?;
        let hash = self.game.hash(&self.pos);
        self.table.prefetch(hash);
        self.path.push_new(hash);
        self.slots[ply + 1] = NO_SLOT;
        let [before, state] = states_at(&mut self.states, ply);
        self.evaluator.after_null(before, state, self.game, &self.pos);
        let score = -self.node::<false>(above, above.player.other(), depth, -window, cut);
        self.path.pop();
        self.tactics.undo_null(self.game, &mut self.pos, undo);
        Some(score)
    }

    /// Completes the state of the position for an evaluation.
    #[inline]
    pub(super) fn complete(&mut self, ply: usize) {
        self.evaluator.complete(&mut self.states[..=ply], self.game, &self.pos);
    }

    /// The static score of the position.
    #[inline]
    pub(super) fn evaluate(&mut self, ply: usize) -> Score {
        self.complete(ply);
        self.evaluator.evaluate(&self.states[ply], self.game, &self.pos)
    }

    /// The rows of the continuation history for a node.
    #[inline]
    pub(super) fn context(&self, ply: usize, player: Player) -> Context {
        let earlier = if ply > 0 { self.slots[ply - 1] } else { NO_SLOT };
        self.memory.context(player.index(), [self.slots[ply], earlier])
    }

    /// The slot of the move that led to a ply.
    #[inline]
    pub(super) fn slot_before(&self, ply: usize) -> u32 {
        self.slots[ply]
    }

    /// Whether the last move was a null move.
    #[inline]
    pub(super) fn after_null(&self, ply: usize) -> bool {
        ply > 0 && self.slots[ply] == NO_SLOT
    }

    /// Sets the best line of a ply to `mv` and the line after it.
    #[inline]
    pub(super) fn update_pv(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// The nodes of all threads so far.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.nodes_shared
    }

    /// Adds the nodes of this thread to the shared count.
    pub(super) fn share_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.nodes_shared, Ordering::Relaxed);
        self.nodes_shared = self.nodes;
    }

    /// Checks everything that may end the search.
    #[cold]
    pub(super) fn poll(&mut self) {
        self.share_nodes();
        let interval = self.pace.next(&self.shared.clock);
        self.next_poll = (self.nodes + u64::from(interval)).min(self.node_limit);
        let limit = self.shared.limits.nodes.unwrap_or(u64::MAX);
        if self.nodes >= self.node_limit || self.shared.nodes.load(Ordering::Relaxed) >= limit {
            self.aborted = true;
            self.next_poll = u64::MAX;
        } else if self.is_stopped() && (self.has_result || self.is_overdue()) {
            self.aborted = true;
        }
    }

    /// Whether depth 1 has used all the nodes or the time that it may use after a limit was reached.
    fn is_overdue(&mut self) -> bool {
        let now = self.shared.clock.elapsed();
        let since = *self.late_since.get_or_insert(now);
        self.nodes > UNSETTLED || self.nodes > FEWEST && now.saturating_sub(since) >= GRACE
    }

    /// Sets this worker's own limit of nodes and allows it to continue.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.node_limit = nodes;
        self.next_poll = 0;
        self.aborted = false;
    }

    fn is_stopped(&self) -> bool {
        self.shared.stop.is_stopped()
            || self.shared.end.load(Ordering::Relaxed)
            || self.shared.clock.is_over()
    }

    #[cold]
    fn ended(&mut self, ply: usize, score: Score) -> Child {
        self.pvs[ply + 1].clear();
        Child::Over(score)
    }

    /// Ends the line at a chance node, with the expected result of the evaluator.
    #[cold]
    fn chance(&mut self, ply: usize, player: Player) -> Child {
        let returns = self.evaluator.returns_of_chance(&self.states[ply + 1], self.game, &self.pos);
        let scale = self.evaluator.greatest().value() as f32;
        let score = Score::new((returns[player.index()] * scale) as i32);
        self.path.set_guess(true);
        self.ended(ply, score)
    }
}

/// The score of a finished game with result `value` for a player: a proven win or loss if `value` is 1 or −1, otherwise `value` times the
/// greatest evaluation.
pub(super) fn final_score(greatest: Score, value: f32, ply: usize) -> Score {
    if value >= 1.0 {
        Score::win_in(ply as u32)
    } else if value <= -1.0 {
        Score::loss_in(ply as u32)
    } else {
        Score::new((value * greatest.value() as f32).round() as i32)
    }
}

/// The states of a ply and of the next one.
#[inline]
fn states_at<S>(states: &mut [S], ply: usize) -> [&mut S; 2] {
    let (upper, lower) = states.split_at_mut(ply + 1);
    [&mut upper[ply], &mut lower[0]]
}
