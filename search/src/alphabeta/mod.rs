//! Alpha-beta search for games with two players (or one) and without chance.
//!
//! The parts of the search:
//! - **Root**: iterative deepening. Each requested line is searched with an aspiration window around its last score until its score is
//!   exact; the moves of earlier lines are excluded (MultiPV).
//! - **Node**, in this order: mate-distance pruning, a move that wins immediately ([`Tactics::winning_move`]), a score that the game knows
//!   ([`Tactics::known_score`]), the transposition table, the static score, reverse futility pruning, razoring, the null move, and then the
//!   moves by principal variation search.
//! - **Move order**: the table's move, two killer moves and the counter-move are tried before any move is generated; then all others by
//!   [`Tactics::order`] and the histories. If the player is in danger (must answer a threat), only the evasions are searched, provided that
//!   the game lists them.
//! - **Late moves** are reduced, depending on depth, move number and history. Near the leaves, quiet moves are skipped: after a certain
//!   number (late-move pruning), or because they cannot reach alpha (futility pruning). A node in danger is extended, and none of its moves
//!   is skipped.
//! - **Leaves**: quiescence search over the moves of [`Tactics::tactical_moves`].
//!
//! The window is negated only when the turn passes to the other player, because in some games a player moves several times in a row. A
//! score that depends on a repetition is not stored, because another path to the same position may have another score (see `path.rs`). With
//! several threads, each searches the same root with its own histories; they share the table (Lazy SMP).
//!
//! CITE: Alpha-beta: Donald Knuth, Ronald Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975.
//!
//! CITE: Lazy SMP: Daniel Homan, "Explorer", and Dan Homan, Martin Sedlak, talkchess.com 2013.
//!
//! CITE: Late-move reductions: Tord Romstad, "An introduction to late move reductions", 2006.
//!
//! CITE: Counter-moves: Jos Uiterwijk, "The countermove heuristic", ICCA Journal 15(1), 1992.
//!
//! CITE: Killers: Selim Akl, Monroe Newborn, "The principal continuation and the killer heuristic", ACM 1977.

mod deterministic;
mod lines;
mod log;
mod node;
mod parameters;
mod path;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod root_move;
mod worker;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub use parameters::Parameters;

use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::Game;
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::Report;
use crate::interface::score::Score;
use crate::interface::searcher::prepare_evaluation;
use crate::interface::searcher::{Root, SearchOptions, Searcher};
use crate::interface::tactics::Tactics;
use crate::interface::window::Bound;
use crate::support::clock::Clock;
use crate::support::finish::finish_lines;
use crate::support::ordering::Memory;
use crate::support::parallel::ThreadPool;
use crate::support::table::TranspositionTable;
use reductions::Reductions;
use root_move::RootMove;
use worker::{AlphaBetaWorker, MAX_PLY, SharedState};

/// The definition of a node in this search, for users: the unit of [`Limits::nodes`](crate::Limits::nodes) and of reports.
pub const NODES: &str = "a move made on the board, also in quiescence search and in a proof tried before the search; null moves do not count";

/// An alpha-beta search for one game, with its table, its threads and their move statistics.
///
/// A search ends at its first limit, when it is stopped, when the result is proven (for a draw: when every line was searched to its end),
/// or at depth 200. Depth 1 is completed even after a limit, as long as that takes at most about a thousand nodes and a few milliseconds. A
/// limit of nodes is exact with one thread; several threads may exceed it slightly.
///
/// With [`SearchOptions::deterministic`] the output is the same for every number of threads. This mode reads no clock and ignores time
/// limits, so give it a limit of nodes or depth; otherwise it searches to depth 200.
#[derive(Debug)]
pub struct AlphaBeta<G: Game, E, T> {
    game: G,
    evaluator: E,
    tactics: T,
    options: SearchOptions,
    parameters: Parameters,
    reductions: Reductions,
    pool: ThreadPool,
    /// One shared table, or one for each logical worker of a deterministic search.
    tables: Vec<TranspositionTable>,
    /// Whether no search has used the tables yet.
    tables_are_unused: bool,
    memories: Vec<Mutex<Memory<G::Move>>>,
}

/// The result of one thread.
struct ThreadResult<M> {
    depth: u32,
    seldepth: u32,
    best: Option<RootMove<M>>,
}

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBeta<G, E, T> {
    /// A search with empty tables. Memory is allocated by the first search, or by [`prepare`](Searcher::prepare).
    pub fn new(game: G, evaluator: E, tactics: T, options: SearchOptions) -> Self {
        debug_assert!(game.players() <= 2, "alpha-beta is for two players");
        let parameters = Parameters::default();
        Self {
            game,
            evaluator,
            tactics,
            reductions: Reductions::new(&parameters),
            parameters,
            pool: ThreadPool::new(options.threads),
            options,
            tables: Vec::new(),
            tables_are_unused: false,
            memories: Vec::new(),
        }
    }

    /// The same search with other parameters.
    #[must_use]
    pub fn with_parameters(mut self, parameters: Parameters) -> Self {
        self.reductions = Reductions::new(&parameters);
        self.parameters = parameters;
        self
    }

    /// The parameters in use.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The evaluation.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Provides the tables and move statistics for a search. A small search gets a small table, because filling a large one with zeros
    /// would take longer than the search; a larger search replaces it later.
    fn equip(&mut self, limits: &Limits) {
        let (tables, full) = (self.sharers(), self.full_buckets());
        let fills = match (limits.nodes, limits.depth) {
            (Some(nodes), _) => (nodes as usize).saturating_mul(2),
            (None, Some(0..=2)) => 1 << 14,
            _ => usize::MAX,
        };
        let buckets = full.min(fills.max(1 << 10)).max(1);
        let has = self.tables.first().map_or(0, TranspositionTable::buckets);
        // A prepared table that is too large for this search is replaced. The size of a table affects results, because it decides which
        // entries are overwritten; and preparing must not change results.
        let is_fitting = has == buckets || has > buckets && !self.tables_are_unused;
        if self.tables.len() != tables || !is_fitting {
            self.make_tables(buckets);
        }
        self.tables_are_unused = false;
        self.make_memories();
        for table in &self.tables {
            table.grow_older();
        }
        for memory in &mut self.memories {
            memory.get_mut().expect("no search has panicked").fade();
        }
    }

    fn make_tables(&mut self, buckets: usize) {
        self.tables.clear();
        self.tables.resize_with(self.sharers(), || TranspositionTable::with_buckets(buckets));
    }

    fn make_memories(&mut self) {
        let memories = if self.options.deterministic {
            self.options.workers.max(1)
        } else {
            self.pool.threads()
        };
        let slots = self.tactics.history_slots();
        self.memories.resize_with(memories, || Mutex::new(Memory::new(slots, MAX_PLY + 2)));
    }

    /// The number of buckets in each table if the tables use all the memory.
    fn full_buckets(&self) -> usize {
        (self.options.hash_mib << 20) / 64 / self.sharers()
    }

    /// The number of tables that share the memory.
    fn sharers(&self) -> usize {
        if self.options.deterministic { self.options.workers.max(1) } else { 1 }
    }

    /// Searches with all threads (Lazy SMP). With one thread, this is the ordinary search.
    fn search_together(
        &self,
        shared: &SharedState<'_, G, E, T>,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let threads = self.pool.threads();
        let table = &self.tables[0];
        let memory = |index: usize| self.memories[index].lock().expect("no search has panicked");
        let mut notify = |report: &Report<G::Move>| {
            let mut report = report.clone();
            report.threads = threads;
            observer(&report);
        };
        let main = || {
            let mut memory = memory(0);
            let mut worker = AlphaBetaWorker::new(shared, table, &mut memory);
            let depth = worker.deepen(|_| false, Some(&mut notify));
            worker.report(depth)
        };
        let help = |index: usize| {
            let mut memory = memory(index + 1);
            let mut worker = AlphaBetaWorker::new(shared, table, &mut memory);
            let depth = worker.deepen(|depth| skips(index, depth), None);
            ThreadResult {
                depth,
                seldepth: worker.seldepth as u32,
                best: worker.root_moves.drain(..).next(),
            }
        };
        let (mut report, found) = self.pool.run(&shared.end, main, help);
        report.threads = threads;
        report.nodes = shared.nodes.load(Ordering::Relaxed);
        for found in found {
            report.seldepth = report.seldepth.max(found.seldepth);
            take_better(shared, table, &mut report, &found);
        }
        report
    }
}

/// Adopts the best line of a helper if it was searched deeper, or proves a win.
fn take_better<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>>(
    shared: &SharedState<'_, G, E, T>,
    table: &TranspositionTable,
    report: &mut Report<G::Move>,
    found: &ThreadResult<G::Move>,
) {
    let ([line], Some(best)) = (&mut report.lines[..], &found.best) else {
        return;
    };
    let Some(score) = best.known_score().filter(|_| best.bound == Bound::Exact) else {
        return;
    };
    let proves_more = score.is_win() && score > line.score;
    if proves_more || found.depth > report.depth && report.proof.is_none() {
        let nodes = line.nodes;
        report.depth = report.depth.max(found.depth);
        let certain;
        (*line, certain) = lines::line(shared, table, best, score, report.depth, false);
        line.nodes = nodes;
        report.proof = certain.proof();
        finish_lines(shared.game, shared.root, &mut report.lines);
    }
}

/// Whether a helper skips a depth, so that the threads do not all search the same depth at the same time.
fn skips(helper: usize, depth: u32) -> bool {
    // The helpers form groups of 2, 4, 6, … A helper of group n searches n depths, skips the next n, and so on. Within a group, each helper
    // starts at a different point of this cycle.
    let (mut size, mut phase) = (1, helper);
    while phase >= 2 * size {
        phase -= 2 * size;
        size += 1;
    }
    !(depth as usize + phase).div_euclid(size).is_multiple_of(2)
}

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> Searcher<G> for AlphaBeta<G, E, T> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let clock =
            if self.options.deterministic { Clock::stopped() } else { Clock::start(limits) };
        self.equip(limits);
        let shared = SharedState {
            game: &self.game,
            evaluator: &self.evaluator,
            tactics: &self.tactics,
            parameters: &self.parameters,
            reductions: &self.reductions,
            root,
            limits: *limits,
            multipv: self.options.multipv,
            clock,
            stop,
            end: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        if self.options.deterministic {
            self.search_in_rounds(&shared, observer)
        } else {
            self.search_together(&shared, observer)
        }
    }

    fn evaluate(&self, pos: &G::Position) -> Option<Score> {
        let state = self.evaluator.fresh(&self.game, pos);
        Some(self.evaluator.evaluate(&state, &self.game, pos))
    }

    fn new_game(&mut self) {
        // The next search creates new, empty tables.
        self.tables.clear();
        for memory in &mut self.memories {
            memory.get_mut().expect("no search has panicked").clear();
        }
    }

    fn prepare(&mut self) {
        if self.tables.is_empty() {
            self.make_tables(self.full_buckets().max(1));
            self.tables.iter().for_each(TranspositionTable::touch);
            self.tables_are_unused = true;
        }
        self.make_memories();
        prepare_evaluation(&self.game, self);
    }
}
