//! The threads of a search of values, with what each of them works with.

use std::sync::OnceLock;

use super::walk::{Rules, Walk, Worker};
use crate::deepening::Seen;
use crate::parallel::{Spares, Team};
use crate::{Budget, Game, Valuer};

/// Threads, and the workers that are not in use.
pub(crate) struct Crew<G: Game, V: Valuer<G>> {
    team: Team,
    spares: Spares<Worker<G, V>>,
}

/// No search ever counts so many nodes.
const UNLIMITED: u64 = u64::MAX / 2;

/// What came of one job.
pub(super) struct Done<T> {
    /// The result; nothing if the budget was spent before.
    pub(super) result: Option<T>,
    pub(super) nodes: u64,
}

impl<G: Game, V: Valuer<G>> Crew<G, V> {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            team: Team::new(threads),
            spares: Spares::new(),
        }
    }

    pub(crate) fn threads(&self) -> usize {
        self.team.threads()
    }

    /// Does something with a worker that nobody else uses.
    pub(crate) fn with_worker<T>(&self, act: impl FnOnce(&mut Worker<G, V>) -> T) -> T {
        self.spares.with(Worker::new, act)
    }

    /// Walks for the jobs, within the budget, and counts their nodes. What is done of a job within a limit of nodes does
    /// not depend on the threads: the jobs before it are taken to be done first. So the answers end where the limit does.
    pub(super) fn walk<T: Send + Sync>(
        &self,
        game: &G,
        valuer: &V,
        rules: Rules<'_, V::Value>,
        budget: &mut Budget<'_>,
        jobs: usize,
        job: impl Fn(&mut Walk<'_, G, V>, usize) -> Option<T> + Sync,
    ) -> Vec<Done<T>> {
        let done: Vec<OnceLock<Done<T>>> = (0..jobs).map(|_| OnceLock::new()).collect();
        let left = budget.nodes_left();
        let whole = &*budget;
        self.team
            .for_each_with(jobs, &self.spares, Worker::new, |worker, index| {
                // Jobs before this one that are still at work count later, below.
                let nodes_of = |slot: &OnceLock<Done<T>>| slot.get().map_or(0, |done| done.nodes);
                let before = match left {
                    UNLIMITED.. => 0,
                    _ => done[..index].iter().map(nodes_of).sum(),
                };
                let mut walk = Walk {
                    game,
                    valuer,
                    rules,
                    worker,
                    budget: whole.share(left.saturating_sub(before)),
                };
                walk.worker.seen = Seen::Sure;
                let result = (before < left).then(|| job(&mut walk, index)).flatten();
                let nodes = walk.budget.nodes();
                let finished = result.is_some();
                let fresh = done[index].set(Done { result, nodes }).is_ok();
                debug_assert!(fresh, "a job is done once");
                finished
            });
        let mut done: Vec<Done<T>> = done.into_iter().map_while(OnceLock::into_inner).collect();
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
