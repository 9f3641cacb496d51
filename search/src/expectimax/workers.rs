//! The threads of expectiminimax and of rollouts, with the buffers that each works with.

use std::sync::OnceLock;

use super::walk::{Rules, ValueWalk, WorkerBuffers};
use crate::interface::game::Game;
use crate::interface::value_model::ValueModel;
use crate::support::budget::Budget;
use crate::support::deepening::Coverage;
use crate::support::parallel::{Spares, ThreadPool};

/// A thread pool, with the buffers that no thread uses now.
pub(crate) struct WorkerPool<G: Game, V: ValueModel<G>> {
    pool: ThreadPool,
    spares: Spares<WorkerBuffers<G, V>>,
}

/// No search ever counts so many nodes.
const UNLIMITED: u64 = u64::MAX / 2;

/// What came of one job.
pub(super) struct JobOutcome<T> {
    /// The result; nothing if the budget was spent before.
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

    /// Does something with a worker that nobody else uses.
    pub(crate) fn with_worker<T>(&self, act: impl FnOnce(&mut WorkerBuffers<G, V>) -> T) -> T {
        self.spares.with(WorkerBuffers::new, act)
    }

    /// Walks for the jobs, within the budget, and counts their nodes. What is done of a job within a limit of nodes does
    /// not depend on the threads: the jobs before it are taken to be done first. So the answers end where the limit does.
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
            // Jobs before this one that are still at work count later, below.
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
