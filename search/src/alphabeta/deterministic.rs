//! The deterministic search: its output does not depend on the number of threads.
//!
//! The root moves are distributed over a fixed number of logical workers, each with its own table and move statistics. In a round, each
//! worker searches its share of the moves, all with the same window. When all workers have finished the round, the best result is chosen,
//! and the table entries that each worker wrote are copied to the others in a fixed order. Threads only execute the workers, so the number
//! of threads does not affect the output.

use std::sync::Mutex;

use super::AlphaBeta;
use super::log::Log;
use super::root::Aspiration;
use super::root_move::{MAX_DEPTH, RootMove, sort_root};
use super::worker::{AlphaBetaWorker, SharedState};
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::Game;
use crate::interface::report::Report;
use crate::interface::score::Score;
use crate::interface::tactics::Tactics;
use crate::interface::window::Window;
use crate::support::table::TranspositionTable;

/// The logical workers of a search.
struct Workers<'w, 's, G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> {
    search: &'w AlphaBeta<G, E, T>,
    workers: Vec<Mutex<AlphaBetaWorker<'s, G, E, T>>>,
}

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBeta<G, E, T> {
    /// The deterministic search.
    pub(super) fn search_in_rounds(
        &self,
        shared: &SharedState<'_, G, E, T>,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut guards: Vec<_> = self
            .memories
            .iter()
            .map(|memory| memory.lock().expect("no search has panicked"))
            .collect();
        let start = |(memory, table)| {
            let mut worker = AlphaBetaWorker::new(shared, table, memory);
            worker.log = Some(Log::default());
            worker.prepare();
            Mutex::new(worker)
        };
        let memories = guards.iter_mut().map(|guard| &mut **guard);
        let mut workers =
            Workers { search: self, workers: memories.zip(&self.tables).map(start).collect() };
        let mut report = workers.report(0);
        let deepest = shared.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        for depth in 1..=deepest {
            let finished = workers.iterate(depth);
            report = workers.report(if finished { depth } else { depth - 1 });
            if !finished {
                break;
            }
            observer(&report);
            if workers.first().is_decided(depth) {
                break;
            }
        }
        report
    }
}

impl<'s, G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> Workers<'_, 's, G, E, T> {
    /// The first worker, which stores the list of root moves between rounds.
    fn first(&mut self) -> &mut AlphaBetaWorker<'s, G, E, T> {
        self.workers[0].get_mut().expect("no search has panicked")
    }

    /// One iteration for all lines. Returns false if it was interrupted; the moves are then unchanged.
    fn iterate(&mut self, depth: u32) -> bool {
        let before = self.first().root_moves.clone();
        for worker in &mut self.workers {
            worker.get_mut().expect("no search has panicked").path.open();
        }
        for line in 0..self.first().lines() {
            let guess = {
                let moves = &mut self.first().root_moves[line..];
                for root_move in &mut *moves {
                    root_move.previous = root_move.known_score();
                    root_move.score = None;
                }
                moves.first().and_then(|first| first.previous)
            };
            let delta = self.search.parameters.aspiration;
            let mut aspiration = Aspiration::new(guess, depth, delta);
            loop {
                let Some(score) = self.round(depth, line, aspiration.window) else {
                    self.first().root_moves = before;
                    return false;
                };
                let moves = &mut self.first().root_moves[line..];
                sort_root(moves);
                if !aspiration.widen(score) {
                    break;
                }
                for root_move in &mut moves[1..] {
                    root_move.score = None;
                }
            }
            if let Some(root_move) = self.first().root_moves.get_mut(line) {
                root_move.depth = depth;
            }
        }
        let mut exhausted = true;
        for worker in &mut self.workers {
            let worker = worker.get_mut().expect("no search has panicked");
            worker.has_result = true;
            exhausted &= worker.path.dependence().is_exhausted();
        }
        self.first().exhausted = exhausted;
        true
    }

    /// One round: distributes the root moves from index `line` on over the workers, and returns the best score after all workers have
    /// finished. `None` if a limit was reached.
    fn round(&mut self, depth: u32, line: usize, window: Window) -> Option<Score> {
        let count = self.workers.len();
        let mut moves = std::mem::take(&mut self.first().root_moves);
        let mut shares: Vec<Vec<RootMove<G::Move>>> = vec![Vec::new(); count];
        for (index, root_move) in moves.drain(line..).enumerate() {
            shares[index % count].push(root_move);
        }
        self.deal(shares);
        let workers = &self.workers;
        let scores: Vec<Mutex<Option<Score>>> = (0..count).map(|_| Mutex::new(None)).collect();
        self.search.pool.for_each(count, |index| {
            let mut worker = workers[index].lock().expect("no search has panicked");
            let score = (!worker.root_moves.is_empty())
                .then(|| worker.search_root(depth, 0, window, &mut None));
            *scores[index].lock().expect("no search has panicked") = score;
        });
        self.gather(&mut moves);
        self.first().root_moves = moves;
        self.exchange_entries();
        let scores = scores.into_iter().filter_map(|score| score.into_inner().ok()?);
        let aborted = self
            .workers
            .iter_mut()
            .any(|worker| worker.get_mut().expect("no search has panicked").aborted);
        scores.max().filter(|_| !aborted)
    }

    /// Gives each worker its share of the moves and of the remaining nodes.
    fn deal(&mut self, shares: Vec<Vec<RootMove<G::Move>>>) {
        let searched = self.first().all_nodes();
        let limit = self.first().shared.limits.nodes;
        let each = limit.map(|limit| limit.saturating_sub(searched) / shares.len() as u64);
        for (worker, share) in self.workers.iter_mut().zip(shares) {
            let worker = worker.get_mut().expect("no search has panicked");
            worker.root_moves = share;
            let nodes = each.map_or(u64::MAX, |each| worker.nodes.saturating_add(each));
            worker.allow(nodes);
        }
    }

    /// Collects the shares in the order in which they were dealt.
    fn gather(&mut self, moves: &mut Vec<RootMove<G::Move>>) {
        let mut shares: Vec<_> = Vec::new();
        for worker in &mut self.workers {
            let worker = worker.get_mut().expect("no search has panicked");
            worker.share_nodes();
            shares.push(std::mem::take(&mut worker.root_moves).into_iter());
        }
        while shares.iter().any(|share| share.len() > 0) {
            moves.extend(shares.iter_mut().filter_map(Iterator::next));
        }
    }

    /// Copies the logged table entries of each worker to the tables of the others.
    fn exchange_entries(&mut self) {
        let tables: &[TranspositionTable] = &self.search.tables;
        for (source, worker) in self.workers.iter_mut().enumerate() {
            let worker = worker.get_mut().expect("no search has panicked");
            let Some(log) = &mut worker.log else { continue };
            for (hash, entry) in log.entries.drain(..) {
                for (target, table) in tables.iter().enumerate() {
                    if target != source {
                        table.store(hash, entry);
                    }
                }
            }
        }
    }

    fn report(&mut self, depth: u32) -> Report<G::Move> {
        let seldepth = self
            .workers
            .iter_mut()
            .map(|worker| worker.get_mut().expect("no search has panicked").seldepth);
        let seldepth = seldepth.max().unwrap_or(0) as u32;
        let threads = self.search.options.threads;
        Report { seldepth, threads, ..self.first().report(depth) }
    }
}
