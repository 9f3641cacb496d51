//! One game of a rollout.

use std::sync::Arc;

use super::RolloutOptions;
use super::events::EventSource;
use super::luck::{self, LuckMemory};
use crate::expectimax::{Parts, WorkerPool};
use crate::interface::game::{Game, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::searcher::Root;
use crate::interface::value_model::{Value, ValueModel};

/// A game that is not over after this many moves, events and decisions is evaluated.
const LONGEST: u32 = 10_000;

/// Adds the luck of an event: the value after it, less the mean over all events.
fn add_luck<E, V: Value>(
    values: &[V],
    events: &[(E, u32)],
    total: u32,
    chosen: usize,
    luck: &mut V,
) {
    for (value, &(_, weight)) in values.iter().zip(events) {
        luck.add_scaled(value, -(weight as f32) / total as f32);
    }
    luck.add_scaled(&values[chosen], 1.0);
}

/// The state for playing one game.
pub(super) struct RolloutWorker<'a, G: Game, V: ValueModel<G>> {
    pub(super) game: &'a G,
    pub(super) model: &'a V,
    pub(super) options: &'a RolloutOptions,
    pub(super) player: &'a WorkerPool<G, V>,
    pub(super) luck: &'a LuckMemory<V::Value>,
    /// Values are for the viewer of this position.
    pub(super) root: &'a G::Position,
    pub(super) stop: &'a StopFlag,
}

impl<G: Game, V: ValueModel<G>> RolloutWorker<'_, G, V> {
    /// The value of game number `trial` from `start`, less the luck in it; `None` if the rollout was stopped.
    pub(super) fn run(&self, start: &G::Position, trial: u64) -> Option<V::Value> {
        let seed = self.options.search.search.seed;
        let mut source = EventSource::new(seed, trial, self.options.stratifies);
        let mut pos = start.clone();
        let mut events = Vec::new();
        let mut luck = V::Value::default();
        let mut plies_left = self.options.plies.unwrap_or(LONGEST);
        let mut steps_left = LONGEST;
        loop {
            if self.stop.is_stopped() {
                return None;
            }
            if let Some(mut value) = self.end(&pos, plies_left.min(steps_left))? {
                value.add_scaled(&luck, -1.0);
                return Some(value);
            }
            steps_left -= 1;
            if self.game.turn(&pos) == Turn::Chance {
                events.clear();
                let total = self.game.events(&pos, &mut events);
                let chosen = source.next_index(&events, total);
                if self.options.reduces_variance {
                    let values = self.values_after(&mut pos, &events, source.n_events());
                    add_luck(&values, &events, total, chosen, &mut luck);
                }
                self.game.apply_chance(&mut pos, events[chosen].0);
            } else if let Some(mv) = self.decision(&pos) {
                self.game.play(&mut pos, mv);
            } else {
                pos = self.best_play(&pos)?;
                plies_left -= 1;
            }
        }
    }

    /// The value of a position if the game ends or is cut off there. The outer option is `None` if the rollout was stopped.
    #[expect(
        clippy::option_option,
        reason = "a stopped rollout differs from a game that continues"
    )]
    fn end(&self, pos: &G::Position, plies_left: u32) -> Option<Option<V::Value>> {
        let asks = self.options.ends_where_known || self.game.turn(pos) == Turn::Over;
        let exact =
            asks.then(|| self.with_scratch(|scratch| self.model.exact(scratch, self.game, pos)));
        let value = match exact.flatten() {
            Some(value) => value,
            None if plies_left > 0 => return Some(None),
            None if self.options.end_depth == 0 => {
                self.with_scratch(|scratch| self.model.value(scratch, self.game, pos))
            }
            None => self.search().value(pos, self.options.end_depth, true, self.stop)?,
        };
        Some(Some(self.seen_from_root(pos, value)))
    }

    /// The values of a position after each event; `n_events` events have occurred in the game, including this one.
    fn values_after(
        &self,
        pos: &mut G::Position,
        events: &[(G::Event, u32)],
        n_events: u32,
    ) -> Arc<[V::Value]> {
        let is_remembered = n_events <= luck::REMEMBERED;
        let hash = if is_remembered { self.game.hash(pos) } else { 0 };
        if let Some(values) = is_remembered.then(|| self.luck.get(hash)).flatten() {
            return values;
        }
        let value_after = |&(event, _): &(G::Event, u32)| {
            let undo = self.game.apply_chance(pos, event);
            let value = self.seen_from_root(pos, self.static_value(pos));
            self.game.undo_chance(pos, event, undo);
            value
        };
        let values: Arc<[V::Value]> = events.iter().map(value_after).collect();
        if is_remembered {
            self.luck.keep(hash, &values);
        }
        values
    }

    /// The static value of a position; at a choice, that of the best move.
    fn static_value(&self, pos: &G::Position) -> V::Value {
        let is_choice = matches!(self.game.turn(pos), Turn::Player(_))
            && self.model.passes_through(self.game, pos).is_none();
        self.with_scratch(|scratch| {
            if is_choice {
                self.model.nearly_best(scratch, self.game, pos)
            } else {
                self.model.value(scratch, self.game, pos)
            }
        })
    }

    fn decision(&self, pos: &G::Position) -> Option<G::Move> {
        self.with_scratch(|scratch| self.model.decide(scratch, self.game, pos))
    }

    /// The position after the best move.
    fn best_play(&self, pos: &G::Position) -> Option<G::Position> {
        if self.options.play_depth > 0 {
            let limits = Limits::depth(self.options.search.first_depth + self.options.play_depth);
            let root = Root::new(pos.clone());
            let search = self.search();
            let ranking = search.rank(&root, false, &limits, self.stop, &mut |_| {});
            let best = ranking.best().filter(|_| !self.stop.is_stopped())?;
            let mut after = pos.clone();
            self.game.play(&mut after, best.mv);
            return Some(after);
        }
        let mut candidates = Vec::new();
        self.with_scratch(|scratch| {
            self.model.candidates(scratch, self.game, pos, 1, &mut candidates);
        });
        let best = candidates.into_iter().next().expect("a mover has a play");
        Some(best.position)
    }

    fn seen_from_root(&self, pos: &G::Position, value: V::Value) -> V::Value {
        let value = self.model.at_root(self.game, self.root, pos, value);
        if self.model.viewer(self.game, pos) == self.model.viewer(self.game, self.root) {
            value
        } else {
            value.flipped()
        }
    }

    fn with_scratch<T>(&self, act: impl FnOnce(&mut V::Scratch) -> T) -> T {
        self.player.with_worker(|worker| act(&mut worker.scratch))
    }

    fn search(&self) -> Parts<'_, G, V> {
        Parts {
            game: self.game,
            model: self.model,
            options: &self.options.search,
            workers: self.player,
            cache: None,
        }
    }
}
