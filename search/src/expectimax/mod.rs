//! Expectiminimax: players choose what is worth most to them, two against each other; chance averages.
//!
//! Values are scalars, or vectors that are averaged as they are and compared by what they are worth: see [`Valuer`]. Depth
//! counts plays; chance events count nothing. Plays of the root pass filters from depth to depth, and a play that was
//! looked at more deeply is never ranked below one that was not.
//! CITE: Michie, "Game-playing and game-learning automata", 1966. CITE: Ballard, "The *-minimax search procedure for trees
//! containing chance nodes", Artificial Intelligence 21, 1983.

mod by_evaluator;
mod cache;
mod chance;
mod crew;
mod jury;
mod options;
mod ranking;
mod stages;
mod star;
mod walk;

pub use crate::deepening::{Ranked, Ranking};
pub use by_evaluator::ByEvaluator;
pub use options::{ExpectimaxOptions, Filter, Plays, Star};
pub use ranking::{RankingOf, Valuation};

pub(crate) use crew::Crew;

use crate::deepening::{Deepening, GREATEST_DEPTH, Judgement, Seen};
use cache::Cache;
use jury::{Jury, Question};
use stages::Stages;
use star::Range;

use crate::{Budget, DrawsDue, Game, Limits, Report, Root, Score, Searcher, StopFlag, Valuer};

/// Expectiminimax with iterative deepening.
pub struct Expectimax<G: Game, V: Valuer<G>> {
    game: G,
    valuer: V,
    options: ExpectimaxOptions,
    crew: Crew<G, V>,
    cache: Option<Cache<V::Value>>,
}

impl<G: Game, V: Valuer<G>> Expectimax<G, V> {
    /// A search of `game` by the values of `valuer`; [`ByEvaluator`] makes them from an evaluator.
    pub fn new(game: G, valuer: V, options: ExpectimaxOptions) -> Self {
        Self {
            crew: Crew::new(options.search.threads),
            cache: (options.cache > 0).then(|| Cache::new(options.cache)),
            game,
            valuer,
            options,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Whose values are searched.
    pub fn valuer(&self) -> &V {
        &self.valuer
    }

    /// Takes `pos` as the root: what values mean may depend on it. [`search`](Searcher::search) does so itself.
    pub fn set_root(&mut self, pos: &G::Position) {
        if self.valuer.set_root(&self.game, pos) {
            self.new_game();
        }
    }

    /// The options.
    pub fn options(&self) -> &ExpectimaxOptions {
        &self.options
    }

    /// Ranks the plays at `pos`, where a player has a real choice, until a limit is reached or `stop` is raised;
    /// `observer` is told after each depth.
    pub fn rank(
        &self,
        pos: &G::Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&RankingOf<G, V>),
    ) -> RankingOf<G, V> {
        self.parts().rank(pos, false, limits, stop, observer)
    }

    /// The value of `pos` for its viewer, with `depth` plays looked at (0: the static value): the mean over the events, if
    /// it is a chance node or passes through to one, without what [`settle`](crate::Decisions::settle) would do to it.
    /// Nothing if it was stopped before.
    pub fn value_of(&self, pos: &G::Position, depth: u32, stop: &StopFlag) -> Option<V::Value> {
        self.parts().value(pos, depth, false, stop)
    }

    /// The same of a position that a play led to: what is decided there without a search belongs to the value.
    pub fn value_after(&self, pos: &G::Position, depth: u32, stop: &StopFlag) -> Option<V::Value> {
        self.parts().value(pos, depth, true, stop)
    }

    /// The value before the decisions that need no search, deeper and deeper until a limit is reached, `stop` is raised or the value is exact; `observer` is told
    /// after each depth. The static value is given in any case.
    pub fn value_within(
        &self,
        pos: &G::Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Valuation<V::Value>),
    ) -> Valuation<V::Value> {
        let deterministic = self.options.search.deterministic;
        let mut budget = Budget::new(limits, stop, deterministic);
        let parts = self.parts();
        let value = self
            .crew
            .with_worker(|worker| self.valuer.value(&mut worker.scratch, &self.game, pos));
        let mut valuation = Valuation {
            value,
            depth: 0,
            nodes: 0,
            elapsed: budget.elapsed(),
        };
        observer(&valuation);
        for depth in 1..=limits.depth.unwrap_or(GREATEST_DEPTH) {
            if budget.is_late() {
                break;
            }
            let Some(judgement) = parts.judge(pos, depth, false, &mut budget) else {
                break;
            };
            (valuation.value, valuation.depth) = (judgement.value, depth);
            (valuation.nodes, valuation.elapsed) = (budget.nodes(), budget.elapsed());
            observer(&valuation);
            if judgement.seen <= Seen::All {
                break;
            }
        }
        (valuation.nodes, valuation.elapsed) = (budget.nodes(), budget.elapsed());
        valuation
    }

    fn parts(&self) -> Parts<'_, G, V> {
        if let Some(cache) = &self.cache {
            cache.trim();
        }
        Parts {
            game: &self.game,
            valuer: &self.valuer,
            options: &self.options,
            crew: &self.crew,
            cache: self.cache.as_ref(),
        }
    }
}

/// What a search is made of, wherever it is kept.
pub(crate) struct Parts<'a, G: Game, V: Valuer<G>> {
    pub(crate) game: &'a G,
    pub(crate) valuer: &'a V,
    pub(crate) options: &'a ExpectimaxOptions,
    pub(crate) crew: &'a Crew<G, V>,
    pub(crate) cache: Option<&'a Cache<V::Value>>,
}

impl<G: Game, V: Valuer<G>> Parts<'_, G, V> {
    pub(crate) fn rank(
        &self,
        pos: &G::Position,
        may_claim: bool,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&RankingOf<G, V>),
    ) -> RankingOf<G, V> {
        let mut budget = Budget::new(limits, stop, self.options.search.deterministic);
        let mut stages = Stages {
            options: self.options,
            jury: self.jury(),
            root: pos,
            may_claim,
        };
        let deepening = Deepening {
            lines: self.options.search.multipv.max(1),
            first_depth: self.options.first_depth,
            is_judged: self.options.plays != Plays::Legal,
            only_choose: self.options.only_choose,
            threads: self.crew.threads(),
        };
        let plays = stages.plays(&mut budget);
        deepening.run(plays, &mut stages, limits, &mut budget, observer)
    }

    /// The value of `pos` for its viewer, with what is decided there without a search if a play led to it.
    pub(crate) fn value(
        &self,
        pos: &G::Position,
        depth: u32,
        after_play: bool,
        stop: &StopFlag,
    ) -> Option<V::Value> {
        let mut budget = Budget::new(&Limits::default(), stop, true);
        let judgement = self.judge(pos, depth, after_play, &mut budget)?;
        Some(judgement.value)
    }

    fn judge(
        &self,
        pos: &G::Position,
        depth: u32,
        after_play: bool,
        budget: &mut Budget<'_>,
    ) -> Option<Judgement<G::Move, V::Value>> {
        let question = Question {
            depth,
            viewer: self.valuer.viewer(self.game, pos),
            range: Range::FULL,
            after_play,
        };
        let judged = self.jury().judge(&[pos], question, budget);
        judged.into_iter().next()?
    }

    fn jury(&self) -> Jury<'_, G, V> {
        Jury::new(self.game, self.valuer, self.options, self.crew, self.cache)
    }
}

impl<G: Game, V: Valuer<G>> Searcher<G> for Expectimax<G, V> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.set_root(&root.position);
        let lines = self.options.search.multipv;
        let report = |ranking: &RankingOf<G, V>| {
            ranking.report(&self.game, &self.valuer, &root.position, lines)
        };
        let may_claim = DrawsDue::new(&self.game, root).is_empty();
        let mut tell = |ranking: &RankingOf<G, V>| observer(&report(ranking));
        let parts = self.parts();
        let ranking = parts.rank(&root.position, may_claim, limits, stop, &mut tell);
        report(&ranking)
    }

    fn evaluate(&self, pos: &G::Position) -> Option<Score> {
        let value = self
            .crew
            .with_worker(|worker| self.valuer.value(&mut worker.scratch, &self.game, pos));
        let utility = self.valuer.utility(&self.game, pos, &value);
        Some(self.valuer.score(&value, utility))
    }

    fn new_game(&mut self) {
        if let Some(cache) = &self.cache {
            cache.clear();
        }
    }
}
