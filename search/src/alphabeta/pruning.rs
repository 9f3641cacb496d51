//! Pruning: nodes and moves that are not searched because the static score is far outside the window.

use super::node::Node;
use super::worker::AlphaBetaWorker;
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::Game;
use crate::interface::score::Score;
use crate::interface::tactics::{Alarms, Tactics};
use crate::interface::window::{Bound, Window};
use crate::support::table::Entry;

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'_, G, E, T> {
    /// The score of a node that can be pruned before its moves are searched: by reverse futility, razoring or the null move.
    pub(super) fn without_moves(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let (alpha, beta) = (window.alpha.value(), window.beta.value());
        if window.beta.is_proven() || window.alpha.is_proven() {
            return None;
        }
        let evaluation = node.evaluation?;
        let estimate = estimate(evaluation, node.entry);
        if let Some(score) = self.reverse_futility(estimate, depth, node.improving, beta) {
            return Some(score);
        }
        // Razoring: only tactical moves can help, which quiescence search checks.
        if self.is_hopeless(estimate, depth, alpha) {
            let Node { ply, player, info, entry, .. } = *node;
            let known = (info, Some(evaluation));
            let score = match self.known(entry, 0, window, ply) {
                Some(score) => score,
                None => self.quiescence_at::<false>(ply, player, known, entry, window, 0),
            };
            if score <= window.alpha {
                return Some(score);
            }
        }
        self.try_null_move(node, depth, window, estimate)
    }

    /// The score of a node that can be pruned before its node information is computed, by reverse futility or razoring.
    pub(super) fn without_info(
        &self,
        ply: usize,
        (evaluation, alarms): (Score, Alarms),
        entry: Option<Entry>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        if window.beta.is_proven() || window.alpha.is_proven() {
            return None;
        }
        let estimate = estimate(evaluation, entry);
        if !alarms.threat {
            let improving = self.is_improving(ply, evaluation);
            let score = self.reverse_futility(estimate, depth, improving, window.beta.value());
            if score.is_some() {
                return score;
            }
        }
        let is_low = !alarms.win && evaluation <= window.alpha;
        (is_low && self.is_hopeless(estimate, depth, window.alpha.value())).then_some(evaluation)
    }

    /// Whether the static score is better than before the player's last move.
    pub(super) fn is_improving(&self, ply: usize, evaluation: Score) -> bool {
        let is_better = |before: Score| evaluation > before;
        G::ALTERNATES && ply >= 2 && self.evaluations[ply - 2].is_none_or(is_better)
    }

    /// Reverse futility pruning: the static score exceeds beta by so large a margin that some move will keep it there. CITE: Christian
    /// Donninger, "Null move and deep search", ICCA Journal 16(3), 1993 (static null move).
    fn reverse_futility(
        &self,
        estimate: i32,
        depth: i32,
        improving: bool,
        beta: i32,
    ) -> Option<Score> {
        let parameters = self.parameters;
        let margin = parameters.reverse_futility_margin * (depth - i32::from(improving));
        (depth <= parameters.reverse_futility_depth && estimate - margin >= beta)
            .then(|| Score::new(beta + (estimate - beta) / 2))
    }

    /// Whether the static score is so far below alpha that only tactical moves can help. CITE: John Birmingham, Peter Kent,
    /// "Tree-searching and tree-pruning techniques", 1977.
    fn is_hopeless(&self, estimate: i32, depth: i32, alpha: i32) -> bool {
        let parameters = self.parameters;
        depth <= parameters.razor_depth && estimate + parameters.razor_margin * depth <= alpha
    }

    /// Null move: if the player could pass and still reach beta, some move will reach it, too. CITE: Christian Donninger, "Null move and
    /// deep search", ICCA Journal 16(3), 1993.
    fn try_null_move(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        depth: i32,
        window: Window,
        estimate: i32,
    ) -> Option<Score> {
        let parameters = self.parameters;
        let beta = window.beta;
        if !G::ALTERNATES
            || parameters.null_move == 0
            || depth < 3
            || estimate < beta.value()
            || self.after_null(node.ply)
        {
            return None;
        }
        let reduction = parameters.null_base
            + depth / parameters.null_divisor
            + ((estimate - beta.value()) / parameters.null_margin).min(3);
        let score = self.visit_null(
            node.above(None),
            depth - reduction,
            Window::new(beta.offset(-1), beta),
            !node.cut,
        )?;
        // A win after passing does not prove a win.
        (!self.aborted && score >= beta).then(|| if score.is_win() { beta } else { score })
    }

    /// Whether the remaining quiet moves can be skipped.
    pub(super) fn may_skip_quiets(
        &self,
        node: &Node<'_, T::NodeInfo>,
        depth: i32,
        alpha: Score,
        count: usize,
    ) -> bool {
        let parameters = self.parameters;
        let late = (parameters.late_base + parameters.late_growth * depth * depth)
            >> i32::from(!node.improving);
        if depth <= parameters.late_depth && count as i32 > late {
            return true;
        }
        // Futility pruning: a quiet move is unlikely to raise the static score to alpha. CITE: Ernst A. Heinz, "Extended futility pruning",
        // ICCA Journal 21(2), 1998.
        let margin = parameters.futility_base + parameters.futility_margin * depth;
        depth <= parameters.futility_depth
            && !alpha.is_proven()
            && node.evaluation.is_some_and(|evaluation| evaluation.offset(margin) <= alpha)
    }
}

/// The static score, or that of the table if it may be closer to the truth.
fn estimate(evaluation: Score, entry: Option<Entry>) -> i32 {
    match entry {
        Some(entry) if !entry.score.is_proven() => match entry.bound {
            Bound::Lower if entry.score < evaluation => evaluation,
            Bound::Upper if entry.score > evaluation => evaluation,
            _ => entry.score,
        },
        _ => evaluation,
    }
    .value()
}
