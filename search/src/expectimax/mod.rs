//! Expectiminimax for games with two players and chance: each player chooses the move with the greatest utility, and chance nodes average
//! over their events.
//!
//! Values are scalars, or vectors that are averaged by component and compared by their utility: see [`ValueModel`]. The depth counts moves,
//! not chance events. At the root, filters select the moves to search one ply deeper, and a move that was searched deeper always ranks
//! before one that was not.
//!
//! CITE: Michie, "Game-playing and game-learning automata", 1966.
//!
//! CITE: Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21, 1983.

mod by_evaluator;
mod cache;
mod chance;
mod options;
mod parallel_evaluator;
mod ranking;
mod root;
mod star;
mod walk;
mod workers;

pub use crate::support::deepening::{Ranked, Ranking};
pub use by_evaluator::ByEvaluator;
pub use options::{ExpectimaxOptions, Filter, Plays, Star};
pub use ranking::{RankingOf, Valuation};

pub(crate) use workers::WorkerPool;

use crate::interface::searcher::prepare_evaluation;
use crate::support::deepening::{Coverage, Deepening, GREATEST_DEPTH, RootMoveValue};
use cache::ValueCache;
use parallel_evaluator::{EvaluationRequest, ParallelEvaluator};
use root::RootSearch;
use star::Range;

use crate::interface::game::Game;
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::Report;
use crate::interface::score::Score;
use crate::interface::searcher::{Root, Searcher};
use crate::interface::value_model::ValueModel;
use crate::support::budget::Budget;
use crate::support::certain::DrawsDue;

/// The definition of a node in this search, for users: the unit of [`Limits::nodes`](crate::Limits::nodes) and of reports.
pub const NODES: &str =
    "a play made on the board or evaluated to order the plays; chance events do not count";

/// Expectiminimax with iterative deepening.
pub struct Expectimax<G: Game, V: ValueModel<G>> {
    game: G,
    model: V,
    options: ExpectimaxOptions,
    workers: WorkerPool<G, V>,
    cache: Option<ValueCache<V::Value>>,
}

impl<G: Game, V: ValueModel<G>> Expectimax<G, V> {
    /// A search of `game` with the values of `model`. [`ByEvaluator`] makes a model from an evaluator.
    pub fn new(game: G, model: V, options: ExpectimaxOptions) -> Self {
        Self {
            workers: WorkerPool::new(options.search.threads),
            cache: (options.cache > 0).then(|| ValueCache::new(options.cache)),
            game,
            model,
            options,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The model that evaluates positions at the leaves and chooses between plays.
    pub fn model(&self) -> &V {
        &self.model
    }

    /// Sets the root, on which the meaning of values may depend. [`search`](Searcher::search) does this itself.
    pub fn set_root(&mut self, pos: &G::Position) {
        if self.model.set_root(&self.game, pos) {
            self.new_game();
        }
    }

    /// The options.
    pub fn options(&self) -> &ExpectimaxOptions {
        &self.options
    }

    /// Ranks the moves at `pos`, a position with a real choice, until a limit is reached or `stop` is raised. Calls `observer` after each
    /// depth.
    pub fn rank(
        &self,
        pos: &G::Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&RankingOf<G, V>),
    ) -> RankingOf<G, V> {
        let root = Root::new(pos.clone());
        self.parts().rank(&root, false, limits, stop, observer)
    }

    /// The value of `pos` for its viewer, searched `depth` moves deep (0: the static value). At a chance node, or a position that [passes
    /// through](crate::Decisions::passes_through) to one, it is the mean over the events, without the effect of
    /// [`decide_closed_form`](crate::Decisions::decide_closed_form). `None` if the search was stopped.
    pub fn value_of(&self, pos: &G::Position, depth: u32, stop: &StopFlag) -> Option<V::Value> {
        self.parts().value(pos, depth, false, stop)
    }

    /// Like [`value_of`](Self::value_of) for a position that a move led to: includes the effect of
    /// [`decide_closed_form`](crate::Decisions::decide_closed_form).
    pub fn value_after(&self, pos: &G::Position, depth: u32, stop: &StopFlag) -> Option<V::Value> {
        self.parts().value(pos, depth, true, stop)
    }

    /// Like [`value_of`](Self::value_of), searched deeper and deeper until a limit is reached, `stop` is raised or the value is exact.
    /// Calls `observer` after each depth. Returns the static value if no depth was completed.
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
            .workers
            .with_worker(|worker| self.model.value(&mut worker.scratch, &self.game, pos));
        let mut valuation = Valuation { value, depth: 0, nodes: 0, elapsed: budget.elapsed() };
        observer(&valuation);
        for depth in 1..=limits.depth.unwrap_or(GREATEST_DEPTH) {
            if budget.is_late() {
                break;
            }
            let Some(evaluation) = parts.evaluate(pos, depth, false, &mut budget) else {
                break;
            };
            (valuation.value, valuation.depth) = (evaluation.value, depth);
            (valuation.nodes, valuation.elapsed) = (budget.nodes(), budget.elapsed());
            observer(&valuation);
            if evaluation.seen <= Coverage::All {
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
            model: &self.model,
            options: &self.options,
            workers: &self.workers,
            cache: self.cache.as_ref(),
        }
    }
}

/// References to the parts of a search, independent of where they are stored.
pub(crate) struct Parts<'a, G: Game, V: ValueModel<G>> {
    pub(crate) game: &'a G,
    pub(crate) model: &'a V,
    pub(crate) options: &'a ExpectimaxOptions,
    pub(crate) workers: &'a WorkerPool<G, V>,
    pub(crate) cache: Option<&'a ValueCache<V::Value>>,
}

impl<G: Game, V: ValueModel<G>> Parts<'_, G, V> {
    pub(crate) fn rank(
        &self,
        root: &Root<G>,
        may_claim_proofs: bool,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&RankingOf<G, V>),
    ) -> RankingOf<G, V> {
        let mut budget = Budget::new(limits, stop, self.options.search.deterministic);
        let mut root_search = RootSearch {
            options: self.options,
            evaluator: self.evaluator(),
            root,
            may_claim_proofs,
        };
        let deepening = Deepening {
            lines: self.options.search.multipv.max(1),
            first_depth: self.options.first_depth,
            is_evaluated: root_search.is_ordered(),
            only_choose: self.options.only_choose,
            threads: self.workers.threads(),
        };
        let plays = root_search.plays(&mut budget);
        deepening.run(plays, &mut root_search, limits, &mut budget, observer)
    }

    /// The value of `pos` for its viewer. If a move led to it (`after_play`), decisions in closed form are included.
    pub(crate) fn value(
        &self,
        pos: &G::Position,
        depth: u32,
        after_play: bool,
        stop: &StopFlag,
    ) -> Option<V::Value> {
        let mut budget = Budget::new(&Limits::default(), stop, true);
        let evaluation = self.evaluate(pos, depth, after_play, &mut budget)?;
        Some(evaluation.value)
    }

    fn evaluate(
        &self,
        pos: &G::Position,
        depth: u32,
        after_play: bool,
        budget: &mut Budget<'_>,
    ) -> Option<RootMoveValue<G::Move, V::Value>> {
        let request = EvaluationRequest {
            depth,
            viewer: self.model.viewer(self.game, pos),
            range: Range::FULL,
            after_play,
        };
        let evaluated = self.evaluator().evaluate(&[pos], request, budget);
        evaluated.into_iter().next()?
    }

    fn evaluator(&self) -> ParallelEvaluator<'_, G, V> {
        ParallelEvaluator::new(self.game, self.model, self.options, self.workers, self.cache)
    }
}

impl<G: Game, V: ValueModel<G>> Searcher<G> for Expectimax<G, V> {
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
            ranking.report(&self.game, &self.model, &root.position, lines)
        };
        let may_claim_proofs = DrawsDue::new(&self.game, root).is_empty();
        let mut notify = |ranking: &RankingOf<G, V>| observer(&report(ranking));
        let parts = self.parts();
        let ranking = parts.rank(root, may_claim_proofs, limits, stop, &mut notify);
        report(&ranking)
    }

    fn evaluate(&self, pos: &G::Position) -> Option<Score> {
        let value = self
            .workers
            .with_worker(|worker| self.model.value(&mut worker.scratch, &self.game, pos));
        let utility = self.model.utility(&self.game, pos, &value);
        Some(self.model.score(&value, utility))
    }

    fn new_game(&mut self) {
        if let Some(cache) = &self.cache {
            cache.clear();
        }
    }

    fn prepare(&mut self) {
        prepare_evaluation(&self.game, self);
    }
}
