//! The threads of expectiminimax and rollouts, with their working memory.

use std::sync::OnceLock;

use super::walk::{Rules, ValueWalk, WorkerBuffers};
use crate::interface::game::Game;
use crate::interface::value_model::ValueModel;
use crate::support::budget::Budget;
use crate::support::deepening::Coverage;
use crate::support::parallel::{Spares, ThreadPool};

/// A thread pool, with the buffers that are not in use.
pub(crate) struct WorkerPool<G: Game, V: ValueModel<G>> {
    pool: ThreadPool,
    spares: Spares<WorkerBuffers<G, V>>,
}

/// A node limit that no search reaches.
const UNLIMITED: u64 = u64::MAX / 2;

/// The result of one job.
pub(super) struct JobOutcome<T> {
    /// The result; `None` if the budget was spent.
    pub(super) result: Option<T>,
    pub(super) nodes: u64,
}

impl<G: Game, V: ValueModel<G>> WorkerPool<G, V> {
    pub(crate) fn new(threads: usize) -> Self {
        Self { pool: ThreadPool::new(threads), spares: Spares::new() }
    }

    pub(crate) fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Calls `act` with buffers that no other thread uses.
    pub(crate) fn with_worker<T>(&self, act: impl FnOnce(&mut WorkerBuffers<G, V>) -> T) -> T {
        self.spares.with(WorkerBuffers::new, act)
    }

    /// Runs jobs within the budget and counts their nodes. With a node limit, the results do not depend on the number of threads: they are
    /// the same as if the jobs ran one after the other, so jobs after the limit have no result.
    pub(super) fn walk<T: Send + Sync>(
        &self,
        game: &G,
        model: &V,
        rules: Rules<'_, V::Value>,
        budget: &mut Budget<'_>,
        jobs: usize,
        job: impl Fn(&mut ValueWalk<'_, G, V>, usize) -> Option<T> + Sync,
    ) -> Vec<JobOutcome<T>> {
        let done: Vec<OnceLock<JobOutcome<T>>> = (0..jobs).map(|_| OnceLock::new()).collect();
        let left = budget.nodes_left();
        let whole = &*budget;
        self.pool.for_each_with(jobs, &self.spares, WorkerBuffers::new, |worker, index| {
            // Earlier jobs that are still running cannot be counted here; results beyond the node limit are removed at the end.
            let nodes_of = |slot: &OnceLock<JobOutcome<T>>| slot.get().map_or(0, |done| done.nodes);
            let before = match left {
                UNLIMITED.. => 0,
                _ => done[..index].iter().map(nodes_of).sum(),
            };
            let mut walk = ValueWalk {
                game,
                model,
                rules,
                worker,
                budget: whole.share(left.saturating_sub(before)),
            };
            walk.worker.seen = Coverage::Sure;
            let result = (before < left).then(|| job(&mut walk, index)).flatten();
            let nodes = walk.budget.nodes();
            let finished = result.is_some();
            let fresh = done[index].set(JobOutcome { result, nodes }).is_ok();
            debug_assert!(fresh, "a job is done once");
            finished
        });
        let mut done: Vec<JobOutcome<T>> =
            done.into_iter().map_while(OnceLock::into_inner).collect();
        let mut sum = 0_u64;
        for done in &mut done {
            sum += done.nodes;
            if sum >= left {
                done.result = None;
            }
        }
        budget.count_many(sum.min(left));
        done
    }
}
