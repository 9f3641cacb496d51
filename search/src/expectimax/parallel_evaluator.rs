//! Evaluates positions on all threads. A job is one position, or one event at a position.

use super::star::Range;
use super::walk::{NodeValue, Rules, ValueWalk, WalkNode, same};
use super::workers::{JobOutcome, WorkerPool};
use super::{ExpectimaxOptions, Plays, cache::ValueCache};
use crate::interface::game::{Game, Player, Turn};
use crate::interface::value_model::{Value, ValueModel};
use crate::support::budget::Budget;
use crate::support::deepening::{Coverage, RootMoveValue};

/// Evaluates positions on all threads; the results do not depend on the number of threads.
pub(super) struct ParallelEvaluator<'a, G: Game, V: ValueModel<G>> {
    pub(super) game: &'a G,
    pub(super) model: &'a V,
    pub(super) rules: Rules<'a, V::Value>,
    workers: &'a WorkerPool<G, V>,
}

/// Which value of a position is requested.
#[derive(Clone, Copy)]
pub(super) struct EvaluationRequest {
    /// The depth to search below the position, in moves.
    pub(super) depth: u32,
    /// The player from whose view the value and the range are given.
    pub(super) viewer: Player,
    pub(super) range: Range,
    /// Whether a move led to the position, so that decisions in closed form are included.
    pub(super) after_play: bool,
}

/// A job: a position, or one event at a position with its probability.
struct EvaluationJob<E> {
    position: usize,
    event: Option<(E, f32)>,
}

impl<'a, G: Game, V: ValueModel<G>> ParallelEvaluator<'a, G, V> {
    pub(super) fn new(
        game: &'a G,
        model: &'a V,
        options: &ExpectimaxOptions,
        workers: &'a WorkerPool<G, V>,
        cache: Option<&'a ValueCache<V::Value>>,
    ) -> Self {
        Self { game, model, rules: Rules::new(options, model.range(), cache), workers }
    }

    /// Runs jobs on all threads. Each job gets a [`ValueWalk`], with which it can search.
    pub(super) fn walk<T: Send + Sync>(
        &self,
        jobs: usize,
        budget: &mut Budget<'_>,
        job: impl Fn(&mut ValueWalk<'_, G, V>, usize) -> Option<T> + Sync,
    ) -> Vec<JobOutcome<T>> {
        self.workers.walk(self.game, self.model, self.rules, budget, jobs, job)
    }

    /// Evaluates positions. The result is independent of the number of threads, unless time runs out.
    pub(super) fn evaluate(
        &self,
        positions: &[&G::Position],
        request: EvaluationRequest,
        budget: &mut Budget<'_>,
    ) -> Vec<Option<RootMoveValue<G::Move, V::Value>>> {
        let mut jobs = Vec::new();
        for (index, pos) in positions.iter().enumerate() {
            self.split(index, pos, request.depth, &mut jobs);
        }
        let done = self.walk(jobs.len(), budget, |walk, index| {
            let job = &jobs[index];
            let pos = &mut positions[job.position].clone();
            if request.after_play && self.rules.plays == Plays::Legal {
                walk.budget.count();
            }
            match job.event {
                Some((event, _)) => walk.evaluate_event(pos, event, request),
                None => walk.evaluate(pos, request),
            }
        });
        let mut results = done.into_iter().map(|done| done.result);
        jobs.chunk_by(|a, b| a.position == b.position)
            .map(|jobs| {
                let parts: Option<Vec<_>> = jobs.iter().map(|_| results.next()?).collect();
                Some(self.merge(positions[jobs[0].position], request, jobs, parts?))
            })
            .collect()
    }

    /// Adds the jobs for a position: one for each event, if the position is averaged over events without pruning.
    fn split(
        &self,
        index: usize,
        pos: &G::Position,
        depth: u32,
        jobs: &mut Vec<EvaluationJob<G::Event>>,
    ) {
        let mut events = Vec::new();
        let mut total = 1;
        let is_split = depth > 0 && self.rules.star.is_none() && !self.is_exact(pos);
        if let Some(chance) = is_split.then(|| to_chance(self.game, self.model, pos)).flatten() {
            total = self.game.events(&chance, &mut events);
        }
        if events.is_empty() {
            jobs.push(EvaluationJob { position: index, event: None });
        }
        jobs.extend(events.into_iter().map(|(event, weight)| EvaluationJob {
            position: index,
            event: Some((event, weight as f32 / total as f32)),
        }));
    }

    fn is_exact(&self, pos: &G::Position) -> bool {
        self.workers
            .with_worker(|worker| self.model.exact(&mut worker.scratch, self.game, pos).is_some())
    }

    /// Combines the results of the jobs for one position, in order.
    fn merge(
        &self,
        pos: &G::Position,
        request: EvaluationRequest,
        jobs: &[EvaluationJob<G::Event>],
        parts: Vec<RootMoveValue<G::Move, V::Value>>,
    ) -> RootMoveValue<G::Move, V::Value> {
        let mut whole = RootMoveValue::new(V::Value::default(), 0.0, Coverage::Sure, 0);
        let first = parts[0].value;
        for (job, part) in jobs.iter().zip(parts) {
            let Some((_, share)) = job.event else {
                return part;
            };
            whole.value.add_scaled(&part.value, share);
            if !same(&part.value, &first) {
                whole.seen = whole.seen.max(Coverage::All);
            }
            whole.seen = whole.seen.max(part.seen);
            whole.nodes += part.nodes;
        }
        if request.after_play {
            self.model.decide_closed_form(self.game, pos, &mut whole.value);
        }
        if self.model.viewer(self.game, pos) != request.viewer {
            whole.value = whole.value.flipped();
        }
        whole
    }
}

/// The chance node: `pos` itself, or the position after the move that [passes through](crate::Decisions::passes_through) to it. `None` if
/// `pos` has a real choice.
fn to_chance<G: Game, V: ValueModel<G>>(
    game: &G,
    model: &V,
    pos: &G::Position,
) -> Option<G::Position> {
    if game.turn(pos) == Turn::Chance {
        return Some(pos.clone());
    }
    let mv = model.passes_through(game, pos)?;
    let mut chance = pos.clone();
    game.play(&mut chance, mv);
    Some(chance)
}

impl<G: Game, V: ValueModel<G>> ValueWalk<'_, G, V> {
    /// Evaluates a position.
    fn evaluate(
        &mut self,
        pos: &mut G::Position,
        request: EvaluationRequest,
    ) -> Option<RootMoveValue<G::Move, V::Value>> {
        let place = WalkNode { depth: request.depth, ply: 0 };
        let found = self.child(request.viewer, pos, place, request.range)?;
        let replies = self.worker.pv.line(0).to_vec();
        Some(RootMoveValue { replies, ..self.evaluation(found) })
    }

    /// Evaluates an event at the chance node of `pos`, as [`to_chance`] finds it. The value is for the viewer of `pos`.
    fn evaluate_event(
        &mut self,
        pos: &mut G::Position,
        event: G::Event,
        request: EvaluationRequest,
    ) -> Option<RootMoveValue<G::Move, V::Value>> {
        let place = WalkNode { depth: request.depth, ply: 0 };
        let viewer = self.model.viewer(self.game, pos);
        if self.game.turn(pos) != Turn::Chance
            && let Some(mv) = self.model.passes_through(self.game, pos)
        {
            self.game.play(pos, mv);
        }
        let found = self.event_value(viewer, pos, event, place, Range::FULL)?;
        Some(self.evaluation(found))
    }

    fn evaluation(&self, found: NodeValue<V::Value>) -> RootMoveValue<G::Move, V::Value> {
        let (seen, nodes) = (self.worker.seen, self.budget.nodes());
        RootMoveValue::new(found.value, found.utility, seen, nodes)
    }
}
