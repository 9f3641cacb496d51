//! The root: iterative deepening, aspiration windows, several lines.

use super::reductions::ReductionInputs;
use super::root_move::{MAX_DEPTH, RootMove, sort_root};
use super::worker::{Above, AlphaBetaWorker};
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::{Game, Player, Turn};
use crate::interface::report::Report;
use crate::interface::score::Score;
use crate::interface::tactics::Tactics;
use crate::interface::window::{Bound, Window};
use crate::support::rank::best_first;

/// If the depth of an iteration exceeds the longest line of the search by this many plies, the game tree is probably finite. The iteration
/// then searches it completely, without pruning.
const BEYOND_THE_END: u32 = 8;

/// A callback for each report of a search.
pub(super) type Observer<'o, M> = &'o mut dyn FnMut(&Report<M>);

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'_, G, E, T> {
    /// Lists the root moves in the order for the first iteration.
    pub(super) fn prepare(&mut self) {
        let info = self.tactics.node_info(self.game, &self.pos);
        let context = self.context(0, self.root_player());
        self.shared.root.moves(self.game, &mut self.generated);
        let hash_move = self
            .table
            .probe(self.path.hash())
            .and_then(|entry| self.tactics.unpack(self.game, &self.pos, entry.mv));
        self.queue_generated(&context, &info, [None; 4], hash_move);
        let mut moves = std::mem::take(&mut self.queue);
        best_first(&mut moves, |scored| f64::from(scored.score));
        self.root_moves = moves.drain(..).map(|scored| RootMove::new(scored.mv)).collect();
        self.queue = moves;
        let evaluation = self.evaluate(0);
        self.evaluations[0] = Some(evaluation);
    }

    /// The number of lines to report: as many as requested, if that many moves exist.
    pub(super) fn lines(&self) -> usize {
        self.shared.multipv.clamp(1, self.root_moves.len().max(1))
    }

    pub(super) fn root_player(&self) -> Player {
        match self.game.turn(&self.shared.root.position) {
            Turn::Player(player) => player,
            _ => Player(0),
        }
    }

    /// Searches deeper and deeper until a limit is reached; returns the last depth that was completed.
    pub(super) fn deepen(
        &mut self,
        skip: impl Fn(u32) -> bool,
        mut observer: Option<Observer<'_, G::Move>>,
    ) -> u32 {
        self.prepare();
        let deepest = self.shared.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut finished = 0;
        let mut instability = 1.0;
        self.poll();
        if self.aborted {
            return finished;
        }
        for depth in 1..=deepest {
            if skip(depth) && depth < deepest {
                continue;
            }
            let best_before = self.root_moves.first().map(|root_move| root_move.mv);
            if !self.iterate(depth, &mut observer) {
                break;
            }
            finished = depth;
            self.has_result = true;
            self.exhausted = self.path.dependence().is_exhausted();
            if let Some(observer) = &mut observer {
                observer(&self.report(depth));
            }
            if observer.is_none() {
                // A helper (a thread without an observer) continues until the result is decided or the main thread has finished.
                if self.is_decided(depth) {
                    break;
                }
                continue;
            }
            let changed = self.root_moves.first().map(|root_move| root_move.mv) != best_before;
            instability = instability * 0.6 + f64::from(u8::from(changed)) * 0.7;
            if self.is_decided(depth)
                || self.shared.clock.is_late(0.7 + instability)
                || self.stops_here()
            {
                break;
            }
        }
        self.share_nodes();
        finished
    }

    /// One iteration for all lines. Returns false if it was interrupted.
    fn iterate(&mut self, depth: u32, observer: &mut Option<Observer<'_, G::Move>>) -> bool {
        self.path.open();
        for line in 0..self.lines() {
            self.aspire(depth, line, observer);
            if self.aborted {
                return false;
            }
        }
        true
    }

    /// Finds the exact score of one line. The search starts with a small window around the line's last score, because a small window causes
    /// more cutoffs. If the score falls outside, the window is widened and the search repeated.
    fn aspire(&mut self, depth: u32, line: usize, observer: &mut Option<Observer<'_, G::Move>>) {
        for root_move in &mut self.root_moves[line..] {
            root_move.previous = root_move.known_score();
            root_move.score = None;
        }
        let guess = self.root_moves.get(line).and_then(|first| first.previous);
        let mut aspiration = Aspiration::new(guess, depth, self.parameters.aspiration);
        loop {
            let window = aspiration.window;
            let score = self.search_root(depth, line, window, observer);
            if self.aborted {
                return;
            }
            sort_root(&mut self.root_moves[line..]);
            if !aspiration.widen(score) {
                return;
            }
            for root_move in &mut self.root_moves[line + 1..] {
                root_move.score = None;
            }
        }
    }

    /// Principal variation search over the root moves from index `first` on.
    pub(super) fn search_root(
        &mut self,
        depth: u32,
        first: usize,
        window: Window,
        observer: &mut Option<Observer<'_, G::Move>>,
    ) -> Score {
        self.iteration = depth;
        self.is_thorough = depth > self.seldepth as u32 + BEYOND_THE_END;
        let (player, depth) = (self.root_player(), depth as i32);
        let info = self.tactics.node_info(self.game, &self.pos);
        let danger = self.tactics.in_danger(&info);
        let context = self.context(0, player);
        let mut alpha = window.alpha;
        let mut best = Score::LOSS;
        let mut best_index = first;
        let mut broken_off = self.root_moves.len();
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let nodes_before = self.nodes;
            let slot = self.tactics.history_slot(&self.pos, mv);
            let quiet = self.tactics.is_quiet(self.game, &self.pos, &info, mv);
            let now = ReductionInputs {
                depth,
                count: index - first + 1,
                pv: true,
                cut: false,
                improving: true,
                history: self.memory.score(&context, slot),
                extra: self.tactics.reduction(self.game, &self.pos, &info, mv),
            };
            let reduction = if index > first + 2 && quiet && depth >= 3 && !danger {
                self.shared.reductions.plies(self.parameters, &now)
            } else {
                0
            };
            let above = Above { ply: 0, player, info: &info, mv: Some(mv) };
            let (undo, child) = self.enter(0, player, mv, slot);
            let mut score = alpha.offset(1);
            if index > first {
                let narrow = Window::null(alpha);
                score = self.visit::<false>(child, above, depth - 1 - reduction, narrow, true);
                if reduction > 0 && score > alpha {
                    score = self.visit::<false>(child, above, depth - 1, narrow, true);
                }
            }
            if score > alpha {
                let rest = Window::new(alpha, window.beta);
                score = self.visit::<true>(child, above, depth - 1, rest, false);
            }
            self.leave(mv, undo);
            self.root_moves[index].nodes += self.nodes - nodes_before;
            if self.aborted {
                broken_off = index;
                break;
            }
            if score > best || index == first {
                best = score;
                if score > alpha || index == first {
                    best_index = index;
                    self.found(index, mv, score, window.bound(score));
                    if index > first && first == 0 {
                        self.report_change(depth as u32, index, observer);
                    }
                }
                alpha = alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        if self.aborted {
            // A better move that was found before the interruption goes to the front.
            self.root_moves[first..=best_index].rotate_right(1);
            self.prefer_untried(first, broken_off);
        }
        best
    }

    /// Corrects the order after an interrupted iteration. If this iteration found that all moves searched so far lose, the first move that
    /// is not known to lose goes to the front.
    fn prefer_untried(&mut self, first: usize, broken_off: usize) {
        let is_loss = |score: Option<Score>| score.is_some_and(Score::is_loss);
        let moves = &mut self.root_moves[first..];
        let best = moves.first();
        if !best.is_some_and(|best| is_loss(best.score) && !is_loss(best.previous)) {
            return;
        }
        let from = (broken_off - first).max(1);
        let untried = (from..moves.len()).find(|&index| !is_loss(moves[index].known_score()));
        if let Some(index) = untried {
            moves[..=index].rotate_right(1);
            moves[0].bound = Bound::Exact;
        }
    }

    fn found(&mut self, index: usize, mv: G::Move, score: Score, bound: Bound) {
        let root_move = &mut self.root_moves[index];
        root_move.score = Some(score);
        root_move.bound = bound;
        root_move.depth = self.iteration;
        root_move.pv.clear();
        root_move.pv.push(mv);
        root_move.pv.extend_from_slice(&self.pvs[1]);
    }

    /// In a search with a time limit, reports a new best move without waiting for the end of the iteration.
    fn report_change(
        &mut self,
        depth: u32,
        index: usize,
        observer: &mut Option<Observer<'_, G::Move>>,
    ) {
        let timed = self.shared.limits.time.is_some() || self.shared.limits.clock.is_some();
        let is_loss = self.root_moves[index].score.is_some_and(Score::is_loss);
        if let Some(observer) = observer
            && timed
            && self.has_result
            && !is_loss
        {
            self.root_moves[..=index].rotate_right(1);
            let report = self.report(depth - 1);
            self.root_moves[..=index].rotate_left(1);
            observer(&report);
        }
    }

    /// Whether the result is final: every line of play was searched to its end, or every requested line is proven with its shortest length.
    pub(super) fn is_decided(&self, depth: u32) -> bool {
        let lines = self.root_moves.iter().take(self.lines());
        let mut is_proven = lines.map(|root_move| {
            root_move.known_score().and_then(Score::plies).is_some_and(|plies| plies <= depth)
        });
        self.exhausted || is_proven.all(|is_proven| is_proven)
    }

    /// Whether the search ends now: a limit is reached, or there is only one move and a clock is running.
    fn stops_here(&mut self) -> bool {
        let limits = &self.shared.limits;
        let only_move = self.root_moves.len() == 1 && limits.clock.is_some();
        self.poll();
        only_move || self.aborted
    }
}

/// An aspiration window: a window around an expected score, which grows when the score is outside.
pub(super) struct Aspiration {
    pub(super) window: Window,
    delta: i32,
}

impl Aspiration {
    /// From depth 4 on, a window around `guess`. The full window at smaller depths, or if `guess` is a proven result or missing. CITE:
    /// Gérard Baudet, "On the branching factor of the alpha-beta pruning algorithm", Artificial Intelligence 10, 1978.
    pub(super) fn new(guess: Option<Score>, depth: u32, delta: i32) -> Self {
        let window = match guess {
            Some(guess) if depth >= 4 && !guess.is_proven() => {
                Window::new(guess.offset(-delta), guess.offset(delta))
            }
            _ => Window::FULL,
        };
        Self { window, delta }
    }

    /// Widens the window on the side where the score is outside; returns false if the score was inside.
    pub(super) fn widen(&mut self, score: Score) -> bool {
        let Window { alpha, beta } = self.window;
        self.delta *= 3;
        let far = score.is_proven() || self.delta > 3_000;
        if score <= alpha && alpha > Score::LOSS {
            self.window.beta = Score::from_raw(i32::midpoint(alpha.value(), beta.value()));
            self.window.alpha = if far { Score::LOSS } else { score.offset(-self.delta) };
        } else if score >= beta && beta < Score::WIN {
            self.window.beta = if far { Score::WIN } else { score.offset(self.delta) };
        } else {
            return false;
        }
        true
    }
}
