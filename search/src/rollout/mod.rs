//! Rollouts: positions are played to the end, or for some plies, with events by chance, and the results averaged.
//!
//! Games are spread evenly over the first two events, the luck of the dice is taken away as far as static values know it,
//! and the result is the same whatever the number of threads: every game has its own stream of random numbers, and games
//! are added up in their order.
//! CITE: Tesauro, Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996.
//! CITE: Montgomery, "Variance reduction", `GammOnLine`, 2000.

mod estimate;
mod events;
mod options;
mod worker;

pub use estimate::{Estimate, RolloutReport};
pub use options::RolloutOptions;

use std::sync::OnceLock;

use estimate::GameSums;
use worker::RolloutWorker;

use crate::expectimax::WorkerPool;
use crate::support::parallel::{Spares, ThreadPool};
use crate::{Clock, Game, Limits, StopFlag, ValueModel};

/// Rollouts of a game's positions.
pub struct Rollouts<G: Game, V: ValueModel<G>> {
    game: G,
    model: V,
    options: RolloutOptions,
    pool: ThreadPool,
    /// One for each thread, which looks for its plays alone.
    players: Spares<WorkerPool<G, V>>,
}

impl<G: Game, V: ValueModel<G>> Rollouts<G, V> {
    /// Rollouts of `game` by the values of `model`.
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

    /// Whose values are used.
    pub fn model(&self) -> &V {
        &self.model
    }

    /// Rolls out `positions`, all with the same dice, as the viewer of `root` sees them: the root itself, or what its plays
    /// lead to. It ends when there are enough games, when the error is small enough, or when `stop` is raised; games of a
    /// batch that was broken off count nothing. `observer` is told after each batch.
    pub fn run(
        &self,
        root: &G::Position,
        positions: &[G::Position],
        stop: &StopFlag,
        observer: &mut dyn FnMut(&RolloutReport<V::Value>),
    ) -> RolloutReport<V::Value> {
        let clock = if self.options.search.search.deterministic {
            Clock::stopped()
        } else {
            Clock::start(&Limits::default())
        };
        let utility = |value: &V::Value| self.model.utility(&self.game, root, value);
        let mut sums = GameSums::new(positions.len());
        while sums.trials() < self.options.trials && !self.is_exact_enough(&sums) {
            let games = self
                .options
                .batch
                .max(1)
                .min(self.options.trials - sums.trials());
            let Some(values) = self.batch(root, positions, sums.trials(), games, stop) else {
                break;
            };
            for of_trial in values.chunks(positions.len().max(1)) {
                sums.add(of_trial.iter().map(|value| (*value, utility(value))));
            }
            observer(&sums.report(clock.elapsed(), utility));
        }
        sums.report(clock.elapsed(), utility)
    }

    fn is_exact_enough(&self, sums: &GameSums<V::Value>) -> bool {
        sums.trials() >= 2 * self.options.batch
            && self
                .options
                .target_error
                .is_some_and(|target| sums.greatest_error() <= target)
    }

    /// The values of some games from all positions, game by game; nothing if it was stopped before.
    fn batch(
        &self,
        root: &G::Position,
        positions: &[G::Position],
        first: u64,
        games: u64,
        stop: &StopFlag,
    ) -> Option<Vec<V::Value>> {
        let jobs = games as usize * positions.len();
        let values: Vec<OnceLock<V::Value>> = (0..jobs).map(|_| OnceLock::new()).collect();
        let make = || WorkerPool::new(1);
        self.pool
            .for_each_with(jobs, &self.players, make, |player, index| {
                let trial = RolloutWorker {
                    game: &self.game,
                    model: &self.model,
                    options: &self.options,
                    player,
                    root,
                    stop,
                };
                let number = first + (index / positions.len()) as u64;
                let value = trial.run(&positions[index % positions.len()], number);
                value.is_some_and(|value| values[index].set(value).is_ok())
            });
        values.into_iter().map(OnceLock::into_inner).collect()
    }
}
