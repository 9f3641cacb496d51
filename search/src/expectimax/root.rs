//! The root: the moves are evaluated on all threads.

use super::parallel_evaluator::{EvaluationRequest, ParallelEvaluator};
use super::star::Range;
use super::walk::ValueWalk;
use super::{ExpectimaxOptions, Plays};
use crate::interface::game::Game;
use crate::interface::searcher::Root;
use crate::interface::value_model::{Candidate, ValueModel};
use crate::support::budget::Budget;
use crate::support::certain::ResultScale;
use crate::support::deepening::{Ranked, RootMoveEvaluator, RootMoveValue, ends_the_game};

/// With pruning at chance nodes, moves are evaluated in batches of this size. All moves of a batch have the same lower bound (`floor`), so
/// that several threads can work at once.
const BATCH: usize = 8;

/// A search of one root.
pub(super) struct RootSearch<'a, G: Game, V: ValueModel<G>> {
    pub(super) options: &'a ExpectimaxOptions,
    pub(super) evaluator: ParallelEvaluator<'a, G, V>,
    pub(super) root: &'a Root<G>,
    /// Whether proven results may be reported.
    pub(super) may_claim_proofs: bool,
}

impl<G: Game, V: ValueModel<G>> RootSearch<'_, G, V> {
    /// Whether the value model lists and evaluates the root moves. Its list may omit moves, so it is not used if the choice of moves is
    /// restricted.
    pub(super) fn is_ordered(&self) -> bool {
        self.options.plays != Plays::Legal && !self.root.is_limited()
    }

    /// The root moves, with their static values if the value model lists them. No limit applies to this step.
    pub(super) fn plays(&self, budget: &mut Budget<'_>) -> Vec<Ranked<G::Move, V::Value>> {
        let depth = self.options.first_depth;
        if !self.is_ordered() {
            let mut moves = Vec::new();
            self.root.moves(self.evaluator.game, &mut moves);
            let unseen = |mv| Ranked::new(mv, V::Value::default(), f32::NEG_INFINITY, depth);
            return moves.into_iter().map(unseen).collect();
        }
        let mut purse = budget.share(u64::MAX);
        let list = |walk: &mut ValueWalk<'_, G, V>, _| {
            let mut candidates = Vec::new();
            walk.candidates(&self.root.position, usize::MAX, &mut candidates);
            Some(candidates)
        };
        let mut done = self.evaluator.walk(1, &mut purse, list);
        budget.count_many(purse.nodes());
        let candidates = done.pop().and_then(|done| done.result).unwrap_or_default();
        let valued = |candidate: Candidate<G, V::Value>| {
            Ranked::new(candidate.mv, candidate.value, candidate.utility, depth)
        };
        candidates.into_iter().map(valued).collect()
    }

    fn after(&self, mv: G::Move) -> G::Position {
        let mut position = self.root.position.clone();
        self.evaluator.game.play(&mut position, mv);
        position
    }
}

impl<G: Game, V: ValueModel<G>> RootMoveEvaluator<G::Move, V::Value> for RootSearch<'_, G, V> {
    fn evaluate(
        &mut self,
        moves: &[G::Move],
        below: u32,
        floor: f32,
        budget: &mut Budget<'_>,
    ) -> Vec<RootMoveValue<G::Move, V::Value>> {
        let ParallelEvaluator { game, model, .. } = self.evaluator;
        let request = EvaluationRequest {
            depth: below,
            viewer: model.viewer(game, &self.root.position),
            range: Range { alpha: floor, ..Range::FULL },
            after_play: true,
        };
        let positions: Vec<_> = moves.iter().map(|&mv| self.after(mv)).collect();
        let after: Vec<_> = positions.iter().collect();
        let evaluated = self.evaluator.evaluate(&after, request, budget);
        let with_utility = |mut evaluation: RootMoveValue<G::Move, V::Value>, after| {
            evaluation.is_finished = ends_the_game(game, after, &evaluation.replies);
            if self.evaluator.rules.star.is_none() {
                evaluation.utility = model.utility(game, &self.root.position, &evaluation.value);
            }
            if let Some(range) = model.range().filter(|_| self.may_claim_proofs) {
                let scale = ResultScale::new(game.players(), model.decisive());
                evaluation.bound(floor, range, scale);
            }
            evaluation
        };
        let evaluated = evaluated.into_iter().zip(positions);
        evaluated.map_while(|(evaluation, after)| Some(with_utility(evaluation?, after))).collect()
    }

    fn uses_floor(&self) -> bool {
        self.evaluator.rules.star.is_some()
    }

    /// The number of moves to evaluate at once: all of them, unless the values of the first moves help to prune the others.
    fn batch(&self, evaluated: usize, lines: usize) -> usize {
        match (self.evaluator.rules.star, evaluated) {
            (None, _) => usize::MAX,
            (Some(_), 0) => lines,
            (Some(_), _) => BATCH,
        }
    }

    fn kept(&self, below: u32, plays: &[Ranked<G::Move, V::Value>]) -> usize {
        let filters = &self.options.filters;
        let filter = match below.checked_sub(1) {
            Some(index) => filters.get(index as usize).or(filters.last()),
            None => None,
        };
        filter.map_or(plays.len(), |filter| {
            // Moves that an earlier filter removed have a smaller depth.
            let depth = below - 1 + self.options.first_depth;
            let reached = plays.iter().take_while(|play| play.depth == depth);
            filter.count(reached.map(|play| play.utility))
        })
    }
}
