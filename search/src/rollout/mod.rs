//! Rollouts: positions are played to the end of the game, or for a number of plies, with random events, and the results are averaged.
//!
//! The first two events of the games are spread evenly over all possibilities. The luck of the dice is subtracted, as far as static values
//! can measure it. The result does not depend on the number of threads: every game has its own stream of random numbers, and the games are
//! added in their order. The sums are all that is needed to continue later, so a rollout that was interrupted and resumed gives exactly the
//! same numbers as one that was not.
//!
//! CITE: Tesauro, Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996.
//!
//! CITE: Montgomery, "Variance reduction", `GammOnLine`, 2000.

mod estimate;
mod events;
mod luck;
mod options;
mod sums;
mod worker;

pub use estimate::{Estimate, RolloutEnding, RolloutReport, deviations};
pub use options::{Certainty, RolloutOptions};
pub use sums::RolloutSums;

use std::sync::OnceLock;

use luck::LuckMemory;
use worker::RolloutWorker;

use crate::expectimax::WorkerPool;
use crate::interface::game::Game;
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::value_model::{Value, ValueModel};
use crate::support::clock::Clock;
use crate::support::parallel::{Spares, ThreadPool};

/// Rollouts of positions of one game.
pub struct Rollouts<G: Game, V: ValueModel<G>> {
    game: G,
    model: V,
    options: RolloutOptions,
    pool: ThreadPool,
    /// The search state of each thread. A thread does not share its search for a move with others.
    players: Spares<WorkerPool<G, V>>,
}

/// Computes the certainty of a verdict about the positions, in standard deviations.
pub type Verdict<'a, V> = dyn Fn(&RolloutReport<V>) -> f32 + 'a;

/// Computes the standard error of a position in the unit that is reported.
pub type ReportedError<'a, V> = dyn Fn(&Estimate<V>) -> f32 + 'a;

/// A rollout to run.
pub struct RolloutTask<'a, G: Game, V> {
    /// The root. Values are for its viewer.
    pub root: &'a G::Position,
    /// The positions to roll out: the root itself, or the positions after its moves.
    pub positions: &'a [G::Position],
    /// A verdict about all positions together. `None`: the question is which position is the best.
    pub verdict: Option<&'a Verdict<'a, V>>,
    /// The error to which [`RolloutOptions::target_error`] applies; `None` for the error of the utility.
    pub reported_error: Option<&'a ReportedError<'a, V>>,
    /// The sums of a rollout to continue; `None` to start a new one.
    pub sums: Option<RolloutSums>,
}

impl<'a, G: Game, V> RolloutTask<'a, G, V> {
    /// A new rollout of these positions, to find the best.
    pub fn new(root: &'a G::Position, positions: &'a [G::Position]) -> Self {
        Self { root, positions, verdict: None, reported_error: None, sums: None }
    }
}

impl<G: Game, V: ValueModel<G>> Rollouts<G, V> {
    /// Rollouts of `game` with the values of `model`.
    pub fn new(game: G, model: V, mut options: RolloutOptions) -> Self {
        options.search.only_choose = true;
        Self {
            pool: ThreadPool::new(options.search.search.threads),
            players: Spares::new(),
            game,
            model,
            options,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The value model.
    pub fn model(&self) -> &V {
        &self.model
    }

    /// Rolls out positions, all with the same dice. Ends after all games, when the error is small enough, when the answer is certain, or
    /// when `stop` is raised; an interrupted batch of games is discarded. Calls `observer` after each batch.
    pub fn run(
        &self,
        task: &RolloutTask<'_, G, V::Value>,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&RolloutReport<V::Value>),
    ) -> RolloutReport<V::Value> {
        let clock = if self.options.search.search.deterministic {
            Clock::stopped()
        } else {
            Clock::start(&Limits::default())
        };
        let utility = |value: &V::Value| self.model.utility(&self.game, task.root, value);
        let report = |sums: &RolloutSums| RolloutReport::new(sums, clock.elapsed(), utility);
        let fresh = || RolloutSums::new(task.positions.len(), V::Value::COMPONENTS);
        let mut sums = task.sums.clone().unwrap_or_else(fresh);
        if self.options.rechecks_certainty {
            self.bring_back(&mut sums, &report);
        }
        let luck = LuckMemory::new();
        let ending = loop {
            if let Some(ending) = self.ending(task, &mut sums, &report) {
                break ending;
            }
            let Some(games) = self.batch(task, &sums, &luck, stop) else {
                break RolloutEnding::Stopped;
            };
            for (number, values) in (sums.trials()..).zip(games) {
                let worth = values.into_iter().map(|value| (value, utility(&value)));
                sums.add(number, &worth.collect::<Vec<_>>());
            }
            observer(&report(&sums));
        };
        RolloutReport { ending: Some(ending), ..report(&sums) }
    }

    /// Brings back the dropped positions that are not certainly worse by the current options.
    fn bring_back(
        &self,
        sums: &mut RolloutSums,
        report: &dyn Fn(&RolloutSums) -> RolloutReport<V::Value>,
    ) {
        let report = report(sums);
        let indices = 0..sums.positions.len();
        let worth = |index: usize| report.estimates[index].utility;
        let Some(best) = indices.clone().max_by(|&a, &b| worth(a).total_cmp(&worth(b))) else {
            return;
        };
        for index in indices {
            let position = &mut sums.positions[index];
            let is_certain = self.options.certainty.is_some_and(|certainty| {
                position.count() >= certainty.least_trials()
                    && report.lead(best, index) >= certainty.deviations
            });
            position.is_out &= index != best && is_certain;
        }
    }

    /// The reason to end, if there is one. Drops positions that are certainly worse.
    fn ending(
        &self,
        task: &RolloutTask<'_, G, V::Value>,
        sums: &mut RolloutSums,
        report: &dyn Fn(&RolloutSums) -> RolloutReport<V::Value>,
    ) -> Option<RolloutEnding> {
        // Checked only after complete batches, so that a resumed rollout ends at the same game as one without an interruption.
        if sums.trials().is_multiple_of(self.options.batch.max(1)) && sums.is_level() {
            if self.is_certain(task, sums, report) {
                return Some(RolloutEnding::Certain);
            }
            if self.is_exact_enough(task, sums, report) {
                return Some(RolloutEnding::Error);
            }
        }
        (sums.trials() >= self.options.trials).then_some(RolloutEnding::Trials)
    }

    /// Whether the error of every position in play is at most the target.
    fn is_exact_enough(
        &self,
        task: &RolloutTask<'_, G, V::Value>,
        sums: &RolloutSums,
        report: &dyn Fn(&RolloutSums) -> RolloutReport<V::Value>,
    ) -> bool {
        let enough = sums.trials() >= 2 * self.options.batch;
        let Some(target) = self.options.target_error.filter(|_| enough) else {
            return false;
        };
        let report = report(sums);
        let error_of = |index: usize| {
            let estimate = &report.estimates[index];
            task.reported_error.map_or(estimate.utility_error, |error| error(estimate))
        };
        sums.in_play().all(|index| error_of(index) <= target)
    }

    /// Whether the answer is certain.
    fn is_certain(
        &self,
        task: &RolloutTask<'_, G, V::Value>,
        sums: &mut RolloutSums,
        report: &dyn Fn(&RolloutSums) -> RolloutReport<V::Value>,
    ) -> bool {
        let certainty = self.options.certainty;
        let Some(certainty) = certainty.filter(|it| sums.trials() >= it.least_trials()) else {
            return false;
        };
        let report = report(sums);
        if let Some(verdict) = task.verdict {
            return verdict(&report) >= certainty.deviations;
        }
        let worth = |index: usize| report.estimates[index].utility;
        let Some(best) = sums.in_play().max_by(|&a, &b| worth(a).total_cmp(&worth(b))) else {
            return false;
        };
        for index in 0..task.positions.len() {
            sums.positions[index].is_out |=
                index != best && report.lead(best, index) >= certainty.deviations;
        }
        task.positions.len() > 1 && sums.in_play().count() == 1
    }

    /// Plays one batch: the values of each game from all positions in play. `None` if the rollout was stopped.
    fn batch(
        &self,
        task: &RolloutTask<'_, G, V::Value>,
        sums: &RolloutSums,
        luck: &LuckMemory<V::Value>,
        stop: &StopFlag,
    ) -> Option<Vec<Vec<V::Value>>> {
        let (first, batch) = (sums.trials(), self.options.batch.max(1));
        // Batches end at the same game numbers, wherever a resumed rollout starts.
        let games = (batch - first % batch).min(self.options.trials - first);
        let in_play: Vec<usize> = sums.in_play().collect();
        let jobs = games as usize * in_play.len();
        let values: Vec<OnceLock<V::Value>> = (0..jobs).map(|_| OnceLock::new()).collect();
        let make = || WorkerPool::new(1);
        self.pool.for_each_with(jobs, &self.players, make, |player, index| {
            let trial = RolloutWorker {
                game: &self.game,
                model: &self.model,
                options: &self.options,
                player,
                luck,
                root: task.root,
                stop,
            };
            let number = first + (index / in_play.len()) as u64;
            let start = &task.positions[in_play[index % in_play.len()]];
            let value = trial.run(start, number);
            value.is_some_and(|value| values[index].set(value).is_ok())
        });
        let values: Option<Vec<_>> = values.into_iter().map(OnceLock::into_inner).collect();
        let of_games = |values: Vec<V::Value>| {
            let games = values.chunks(in_play.len().max(1));
            games.map(<[V::Value]>::to_vec).collect()
        };
        values.map(of_games)
    }
}
