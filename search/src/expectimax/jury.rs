//! The values of some positions, found by all threads: a job is a position, or one event behind it.

use super::crew::{Crew, Done};
use super::star::Range;
use super::walk::{Found, Place, Rules, Walk, same};
use super::{ExpectimaxOptions, Plays, cache::Cache};
use crate::deepening::{Judgement, Seen};
use crate::{Budget, Game, Player, Turn, Value, Valuer};

/// Who judges positions.
pub(super) struct Jury<'a, G: Game, V: Valuer<G>> {
    pub(super) game: &'a G,
    pub(super) valuer: &'a V,
    pub(super) rules: Rules<'a, V::Value>,
    crew: &'a Crew<G, V>,
}

/// What is asked of a position.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// Plays to be looked at below the position.
    pub(super) depth: u32,
    /// Who asks: values and the range are his.
    pub(super) viewer: Player,
    pub(super) range: Range,
    /// Whether a play led to the position, so that what is decided there without a search belongs to the value.
    pub(super) after_play: bool,
}

/// A part of the work: a position, or one event behind it with its share of the mean.
struct Job<E> {
    position: usize,
    event: Option<(E, f32)>,
}

impl<'a, G: Game, V: Valuer<G>> Jury<'a, G, V> {
    pub(super) fn new(
        game: &'a G,
        valuer: &'a V,
        options: &ExpectimaxOptions,
        crew: &'a Crew<G, V>,
        cache: Option<&'a Cache<V::Value>>,
    ) -> Self {
        Self {
            game,
            valuer,
            rules: Rules::new(options, valuer.range(), cache),
            crew,
        }
    }

    /// Walks for some jobs on all threads.
    pub(super) fn walk<T: Send + Sync>(
        &self,
        jobs: usize,
        budget: &mut Budget<'_>,
        job: impl Fn(&mut Walk<'_, G, V>, usize) -> Option<T> + Sync,
    ) -> Vec<Done<T>> {
        self.crew
            .walk(self.game, self.valuer, self.rules, budget, jobs, job)
    }

    /// Judges positions. The same whatever the number of threads, but if time runs out.
    pub(super) fn judge(
        &self,
        positions: &[&G::Position],
        question: Question,
        budget: &mut Budget<'_>,
    ) -> Vec<Option<Judgement<G::Move, V::Value>>> {
        let mut jobs = Vec::new();
        for (index, pos) in positions.iter().enumerate() {
            self.split(index, pos, question.depth, &mut jobs);
        }
        let done = self.walk(jobs.len(), budget, |walk, index| {
            let job = &jobs[index];
            let pos = &mut positions[job.position].clone();
            if question.after_play && self.rules.plays == Plays::Legal {
                walk.budget.count();
            }
            match job.event {
                Some((event, _)) => walk.judge_event(pos, event, question),
                None => walk.judge(pos, question),
            }
        });
        let mut results = done.into_iter().map(|done| done.result);
        jobs.chunk_by(|a, b| a.position == b.position)
            .map(|jobs| {
                let parts: Option<Vec<_>> = jobs.iter().map(|_| results.next()?).collect();
                Some(self.merge(positions[jobs[0].position], question, jobs, parts?))
            })
            .collect()
    }

    /// Adds the jobs for a position: one for each event, if it is to be averaged over events and nothing is pruned.
    fn split(&self, index: usize, pos: &G::Position, depth: u32, jobs: &mut Vec<Job<G::Event>>) {
        let mut events = Vec::new();
        let mut total = 1;
        let is_split = depth > 0 && self.rules.star.is_none() && !self.is_exact(pos);
        if let Some(chance) = is_split
            .then(|| to_chance(self.game, self.valuer, pos))
            .flatten()
        {
            total = self.game.events(&chance, &mut events);
        }
        if events.is_empty() {
            jobs.push(Job {
                position: index,
                event: None,
            });
        }
        jobs.extend(events.into_iter().map(|(event, weight)| Job {
            position: index,
            event: Some((event, weight as f32 / total as f32)),
        }));
    }

    fn is_exact(&self, pos: &G::Position) -> bool {
        self.crew.with_worker(|worker| {
            self.valuer
                .exact(&mut worker.scratch, self.game, pos)
                .is_some()
        })
    }

    /// Puts the parts of a position together, in order.
    fn merge(
        &self,
        pos: &G::Position,
        question: Question,
        jobs: &[Job<G::Event>],
        parts: Vec<Judgement<G::Move, V::Value>>,
    ) -> Judgement<G::Move, V::Value> {
        let mut whole = Judgement::new(V::Value::default(), 0.0, Seen::Sure, 0);
        let first = parts[0].value;
        for (job, part) in jobs.iter().zip(parts) {
            let Some((_, share)) = job.event else {
                return part;
            };
            whole.value.add_scaled(&part.value, share);
            if !same(&part.value, &first) {
                whole.seen = whole.seen.max(Seen::All);
            }
            whole.seen = whole.seen.max(part.seen);
            whole.nodes += part.nodes;
        }
        if question.after_play {
            self.valuer.settle(self.game, pos, &mut whole.value);
        }
        if self.valuer.viewer(self.game, pos) != question.viewer {
            whole.value = whole.value.flipped();
        }
        whole
    }
}

/// The chance node at `pos`, or right behind it.
fn to_chance<G: Game, V: Valuer<G>>(
    game: &G,
    valuer: &V,
    pos: &G::Position,
) -> Option<G::Position> {
    if game.turn(pos) == Turn::Chance {
        return Some(pos.clone());
    }
    let mv = valuer.passes_through(game, pos)?;
    let mut chance = pos.clone();
    game.play(&mut chance, mv);
    Some(chance)
}

impl<G: Game, V: Valuer<G>> Walk<'_, G, V> {
    /// Judges a position.
    fn judge(
        &mut self,
        pos: &mut G::Position,
        question: Question,
    ) -> Option<Judgement<G::Move, V::Value>> {
        let place = Place {
            depth: question.depth,
            ply: 0,
        };
        let found = self.child(question.viewer, pos, place, question.range)?;
        let replies = self.worker.pv.line(0).to_vec();
        Some(Judgement {
            replies,
            ..self.judgement(found)
        })
    }

    /// Judges what follows an event at or right behind a position, for the viewer of the position.
    fn judge_event(
        &mut self,
        pos: &mut G::Position,
        event: G::Event,
        question: Question,
    ) -> Option<Judgement<G::Move, V::Value>> {
        let place = Place {
            depth: question.depth,
            ply: 0,
        };
        let viewer = self.valuer.viewer(self.game, pos);
        if self.game.turn(pos) != Turn::Chance
            && let Some(mv) = self.valuer.passes_through(self.game, pos)
        {
            self.game.play(pos, mv);
        }
        let found = self.event_value(viewer, pos, event, place, Range::FULL)?;
        Some(self.judgement(found))
    }

    fn judgement(&self, found: Found<V::Value>) -> Judgement<G::Move, V::Value> {
        let (seen, nodes) = (self.worker.seen, self.budget.nodes());
        Judgement::new(found.value, found.utility, seen, nodes)
    }
}
