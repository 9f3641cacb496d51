//! An inner node of the search tree.

use super::path::Dependence;
use super::picker::Picker;
use super::reductions::ReductionInputs;
use super::worker::{Above, AlphaBetaWorker, MAX_PLY};
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::{Game, Player, Turn};
use crate::interface::score::Score;
use crate::interface::tactics::Tactics;
use crate::interface::window::{Bound, Window};
use crate::support::table::Entry;

/// What is known about a node before its moves are searched.
pub(super) struct Node<'a, NodeInfo> {
    pub(super) ply: usize,
    pub(super) player: Player,
    pub(super) info: &'a NodeInfo,
    pub(super) entry: Option<Entry>,
    /// Whether the player to move must answer a threat.
    pub(super) danger: bool,
    /// Whether quiescence search generated all moves except those that lose immediately.
    pub(super) forced: bool,
    /// The static score; `None` in danger.
    pub(super) evaluation: Option<Score>,
    pub(super) improving: bool,
    /// Whether a fail-high is expected here (a cut node).
    pub(super) cut: bool,
}

impl<'a, NodeInfo> Node<'a, NodeInfo> {
    /// Describes this node for the node after `mv` (`None` for a null move).
    pub(super) fn above<M>(&self, mv: Option<M>) -> Above<'a, M, NodeInfo> {
        Above { ply: self.ply, player: self.player, info: self.info, mv }
    }
}

/// Whether a score with this bound proves a win or a loss, at any depth.
#[inline]
pub(super) fn is_proof(score: Score, bound: Bound) -> bool {
    bound != Bound::Upper && score.is_win() || bound != Bound::Lower && score.is_loss()
}

/// How a move is searched: its reduction, and whether it is the first one.
struct CandidateMove<M> {
    mv: M,
    slot: usize,
    /// Whether this is the first move of its node.
    first: bool,
    reduction: i32,
}

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'_, G, E, T> {
    /// The score of the position for `player`, who is to move. Outside of `window` it is a bound.
    pub(super) fn node<const PV: bool>(
        &mut self,
        above: Above<'_, G::Move, T::NodeInfo>,
        player: Player,
        depth: i32,
        window: Window,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(above, player, window, 0);
        }
        let ply = above.ply + 1;
        self.arrive::<PV>(ply);
        if ply >= MAX_PLY {
            self.path.set_guess(true);
            return self.evaluate(ply);
        }
        // Mate-distance pruning: no result is better than a win with the next move, or worse than a loss with it.
        let (win, loss) = (Score::win_in(ply as u32 + 1), Score::loss_in(ply as u32 + 1));
        if win <= window.alpha {
            return win;
        }
        if loss >= window.beta {
            return loss;
        }
        // A position with a winning move or a known score is not stored, so an entry makes the node information unnecessary.
        let entry = self.table.probe(self.path.hash());
        if !PV && let Some(score) = self.known(entry, depth, window, ply) {
            return score;
        }
        let early = self.early_evaluation::<PV>(&above, entry);
        if let Some(early) = early
            && let Some(score) = self.without_info(ply, early, entry, depth, window)
        {
            self.path.set_guess(true);
            return score;
        }
        let info = self.tactics.node_info_after(self.game, &self.pos, above.info, above.mv);
        if let Some(mv) = self.tactics.winning_move(self.game, &self.pos, &info) {
            if PV {
                self.pvs[ply].push(mv);
            }
            return win;
        }
        if !self.path.has_draws_due()
            && let Some(score) = self.tactics.known_score(self.game, &self.pos, depth)
        {
            if PV {
                let line = &mut self.pvs[ply];
                self.tactics.known_line(self.game, &self.pos, line);
            }
            return score.from_node(ply as u32);
        }
        let danger = self.tactics.in_danger(&info);
        let evaluation = (!danger).then(|| {
            let stored = entry.and_then(|entry| entry.evaluation);
            let known = early.map(|(evaluation, _)| evaluation).or(stored);
            known.unwrap_or_else(|| self.evaluate(ply))
        });
        self.evaluations[ply] = evaluation;
        let improving = evaluation.is_some_and(|evaluation| self.is_improving(ply, evaluation));
        let node = Node {
            ply,
            player,
            info: &info,
            entry,
            danger,
            forced: false,
            evaluation,
            improving,
            cut,
        };
        if !PV && !self.is_thorough {
            let is_guess = !self.path.dependence().is_exhausted();
            let score = self.without_moves(&node, depth, window);
            // If the node was not pruned, the evaluations that these attempts used do not affect its score.
            self.path.set_guess(is_guess || score.is_some());
            if let Some(score) = score {
                return score;
            }
        }
        if self.aborted {
            return Score::DRAW;
        }
        self.with_moves::<PV>(&node, depth, window)
    }

    /// Prepares a ply for a new node: clears its best line and updates the selective depth.
    #[inline]
    pub(super) fn arrive<const PV: bool>(&mut self, ply: usize) {
        if PV {
            self.pvs[ply].clear();
        }
        self.seldepth = self.seldepth.max(ply);
    }

    /// The score of the table entry, if its depth and its bound make a search with this window unnecessary.
    #[inline]
    pub(super) fn known(
        &mut self,
        entry: Option<Entry>,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Option<Score> {
        let entry = entry?;
        let score = entry.score.from_node(ply as u32);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        let deep = if self.parameters.deeper_entries == 0 {
            entry.depth == depth
        } else {
            // A proof is valid at every depth.
            entry.depth >= depth || is_proof(score, entry.bound)
        };
        if !(answers && deep) {
            return None;
        }
        if !(entry.exhausted || is_proof(score, entry.bound)) {
            if self.is_thorough {
                return None;
            }
            self.path.set_guess(true);
        }
        Some(score)
    }

    /// Searches the moves of a node.
    fn with_moves<const PV: bool>(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        mut depth: i32,
        window: Window,
    ) -> Score {
        let asked = depth;
        let parameters = self.parameters;
        let hash_move = node
            .entry
            .and_then(|entry| self.tactics.unpack(self.game, &self.pos, entry.mv))
            .filter(|&mv| self.game.is_legal(&self.pos, mv));
        if node.danger {
            // Threats can follow each other endlessly, so nodes far beyond the depth of the iteration are not extended.
            if node.ply < 2 * self.iteration as usize {
                depth += parameters.danger_extension;
            }
        } else if hash_move.is_none()
            && (PV || node.cut)
            && parameters.internal_reduction != 0
            && depth >= parameters.internal_reduction
        {
            // CITE: Internal iterative reduction: Ed Schröder, "Rebel", talkchess.com 2020.
            depth -= 1;
        }
        // The states of the moves are completed from this one, also if its own score is not needed.
        self.complete(node.ply);
        let mut picker = self.picker(node, hash_move);
        let first_tried = self.tried.len();
        let outer = self.path.open();
        let mut alpha = window.alpha;
        let mut best = Score::LOSS;
        let mut best_move = None;
        let mut count = 0;
        let mut skips_quiets = false;
        loop {
            let Some(mv) = picker.next(self, node.info) else {
                // The omitted moves may save the game: a loss is proven only after all moves were searched.
                if !picker.has_gaps() {
                    break;
                }
                if !best.is_loss() && !self.is_thorough {
                    self.path.set_guess(true);
                    break;
                }
                self.fill_gaps(&mut picker, node.info);
                continue;
            };
            count += 1;
            let quiet = self.tactics.is_quiet(self.game, &self.pos, node.info, mv);
            if quiet && !PV && !node.danger && !best.is_loss() && !self.is_thorough {
                if !skips_quiets && self.may_skip_quiets(node, depth, alpha, count) {
                    skips_quiets = true;
                    self.path.set_guess(true);
                    picker.skip_quiets(self, node.info);
                }
                if skips_quiets {
                    continue;
                }
            }
            let trial = self.trial::<PV>(node, &picker, depth, mv, count, quiet);
            let score = self.try_move::<PV>(node, depth, &trial, Window::new(alpha, window.beta));
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some((mv, trial.slot, quiet));
                    alpha = score;
                    if PV {
                        self.update_pv(node.ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
            if quiet {
                self.tried.push(trial.slot as u32);
            }
        }
        if picker.lacks_lost
            && let Some(later) = self.lost_later::<PV>(node.ply, best, window.alpha)
        {
            (best, best_move) = (later, None);
        }
        let bound = window.bound(best);
        if is_proof(best, bound) {
            self.path.set_guess(false);
        }
        let dependence = self.path.close(outer);
        if !self.aborted {
            if let Some((mv, slot, true)) = best_move
                && best >= window.beta
            {
                self.learn(node, depth, &picker, first_tried, mv, slot);
            }
            if dependence.is_path_independent() {
                let best_move = best_move.map(|m| m.0);
                self.remember(node, asked, bound, best, best_move, dependence);
            }
        }
        self.tried.truncate(first_tried);
        self.queue.truncate(picker.start());
        best
    }

    /// Corrects the score of a node whose omitted moves [all lose](crate::Defences::AllButLost). `best` is the best score of the listed
    /// moves. If these lose even faster, the player prefers an omitted move that does not end the game, and loses only after the opponent's
    /// reply.
    pub(super) fn lost_later<const PV: bool>(
        &mut self,
        ply: usize,
        best: Score,
        alpha: Score,
    ) -> Option<Score> {
        let by_reply = Score::loss_in(ply as u32 + 2);
        if best >= by_reply {
            return None;
        }
        if PV {
            self.pvs[ply].clear();
        }
        // A score below the window need only be a bound.
        if alpha >= by_reply || self.may_go_on() {
            return Some(by_reply);
        }
        Some(Score::loss_in(ply as u32 + 1))
    }

    /// Whether the game continues after at least one of the legal moves.
    #[cold]
    fn may_go_on(&mut self) -> bool {
        self.generated.clear();
        self.game.legal_moves(&self.pos, &mut self.generated);
        let (game, pos) = (self.game, &mut self.pos);
        self.generated.iter().any(|&mv| {
            let undo = game.play(pos, mv);
            let is_over = game.turn(pos) == Turn::Over;
            game.undo(pos, mv, undo);
            !is_over
        })
    }

    /// Determines how a move is searched.
    #[inline]
    fn trial<const PV: bool>(
        &self,
        node: &Node<'_, T::NodeInfo>,
        picker: &Picker<G::Move>,
        depth: i32,
        mv: G::Move,
        count: usize,
        quiet: bool,
    ) -> CandidateMove<G::Move> {
        let slot = self.tactics.history_slot(&self.pos, mv);
        let mut reduction = 0;
        if count > 1 + usize::from(PV) && quiet && depth >= 3 && !node.danger {
            let now = ReductionInputs {
                depth,
                count,
                pv: PV,
                cut: node.cut,
                improving: node.improving,
                history: self.memory.score(&picker.context, slot),
                extra: self.tactics.reduction(self.game, &self.pos, node.info, mv),
            };
            reduction = self.shared.reductions.plies(self.parameters, &now);
        }
        CandidateMove { mv, slot, first: count == 1, reduction }
    }

    /// Searches a move. The first move gets the full window; the others first get a null window, which only shows whether they are better.
    /// CITE: Principal variation search: T. A. Marsland, M. Campbell, "Parallel search of strongly ordered game trees", ACM Computing
    /// Surveys 14(4), 1982.
    #[inline]
    fn try_move<const PV: bool>(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        depth: i32,
        trial: &CandidateMove<G::Move>,
        window: Window,
    ) -> Score {
        let below = depth - 1;
        let above = node.above(Some(trial.mv));
        let (undo, child) = self.enter(node.ply, node.player, trial.mv, trial.slot);
        let narrow = Window::null(window.alpha);
        let mut score = narrow.beta;
        if !trial.first {
            let reduced = below - trial.reduction;
            score = self.visit::<false>(child, above, reduced, narrow, true);
            if trial.reduction > 0 && score > window.alpha {
                score = self.visit::<false>(child, above, below, narrow, !node.cut);
            }
        }
        if score > window.alpha {
            if PV {
                score = self.visit::<true>(child, above, below, window, false);
            } else if trial.first {
                score = self.visit::<false>(child, above, below, window, !node.cut);
            }
        }
        self.leave(trial.mv, undo);
        score
    }

    fn picker(&mut self, node: &Node<'_, T::NodeInfo>, hash: Option<G::Move>) -> Picker<G::Move> {
        let context = self.context(node.ply, node.player);
        let start = self.queue.len();
        if node.ply + 2 < MAX_PLY {
            self.memory.forget_killers(node.ply + 2);
        }
        let killers = self.memory.killers(node.ply);
        let counter = self.memory.counter(self.slot_before(node.ply));
        Picker::all(hash, killers, counter, context, start, node.danger)
    }

    /// Raises the history of a quiet move that caused a cutoff, and lowers that of the quiet moves tried before it. CITE: Jonathan
    /// Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983.
    fn learn(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        depth: i32,
        picker: &Picker<G::Move>,
        first_tried: usize,
        mv: G::Move,
        slot: usize,
    ) {
        let bonus =
            (self.parameters.history_bonus * depth * depth).min(self.parameters.history_bonus_max);
        self.memory.refuted(node.ply, self.slot_before(node.ply), mv);
        self.memory.learn(&picker.context, slot, bonus);
        for &slot in &self.tried[first_tried..] {
            self.memory.learn(&picker.context, slot as usize, -bonus);
        }
    }

    /// Stores the result in the table.
    pub(super) fn remember(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        depth: i32,
        bound: Bound,
        score: Score,
        mv: Option<G::Move>,
        dependence: Dependence,
    ) {
        let entry = Entry {
            mv: mv.map_or(0, |mv| self.tactics.pack(mv)),
            score: score.to_node(node.ply as u32),
            evaluation: node.evaluation,
            depth,
            bound,
            exhausted: dependence.is_exhausted(),
        };
        self.store(entry);
    }

    /// Stores an entry for the current position in the table.
    pub(super) fn store(&mut self, entry: Entry) {
        self.table.store(self.path.hash(), entry);
        if let Some(log) = &mut self.log {
            log.note(self.path.hash(), entry);
        }
    }
}
