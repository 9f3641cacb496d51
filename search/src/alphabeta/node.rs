//! An inner node of the tree.

use super::path::Rests;
use super::picker::Picker;
use super::reductions::Circumstances;
use super::worker::{AlphaBetaWorker, MAX_PLY};
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::{Game, Player, Turn};
use crate::interface::score::Score;
use crate::interface::tactics::Tactics;
use crate::interface::window::{Bound, Window};
use crate::support::table::Entry;

/// What is known about a node before its moves are looked at.
pub(super) struct Node<'a, NodeInfo> {
    pub(super) ply: usize,
    pub(super) player: Player,
    pub(super) info: &'a NodeInfo,
    pub(super) entry: Option<Entry>,
    /// The player must answer a threat.
    pub(super) danger: bool,
    /// All the moves that do not lose at once are in the worker's list.
    pub(super) forced: bool,
    /// The evaluator's score, unless there is danger.
    pub(super) evaluation: Option<Score>,
    pub(super) improving: bool,
    /// A refutation is expected here.
    pub(super) cut: bool,
}

/// Whether a score proves a result, whatever it was found by.
#[inline]
pub(super) fn is_proof(score: Score, bound: Bound) -> bool {
    bound != Bound::Upper && score.is_win() || bound != Bound::Lower && score.is_loss()
}

/// What decides how a move is searched: reduced, extended, or not at all.
struct CandidateMove<M> {
    mv: M,
    slot: usize,
    /// It is the first move of its node.
    first: bool,
    reduction: i32,
}

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'_, G, E, T> {
    /// The score of the position for `player`, who is to move. It is a bound if it lies outside `window`.
    pub(super) fn node<const PV: bool>(
        &mut self,
        ply: usize,
        player: Player,
        depth: i32,
        window: Window,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(ply, player, window, 0);
        }
        self.arrive::<PV>(ply);
        if ply >= MAX_PLY {
            self.path.set_guess(true);
            return self.evaluate(ply);
        }
        // Mate distance: nothing is better than to win, or worse than to lose, with the next move.
        let (win, loss) = (Score::win_in(ply as u32 + 1), Score::loss_in(ply as u32 + 1));
        if win <= window.alpha {
            return win;
        }
        if loss >= window.beta {
            return loss;
        }
        // The node's info comes before the table is asked, whose answer is on its way from memory.
        let info = self.tactics.node_info(self.game, &self.pos);
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
        let entry = self.table.probe(self.path.hash());
        if !PV && let Some(score) = self.known(entry, depth, window, ply) {
            return score;
        }
        let danger = self.tactics.in_danger(&info);
        let evaluation = (!danger).then(|| match entry.and_then(|entry| entry.evaluation) {
            Some(evaluation) => evaluation,
            None => self.evaluate(ply),
        });
        self.evaluations[ply] = evaluation;
        let improving = G::ALTERNATES
            && ply >= 2
            && evaluation.is_some()
            && self.evaluations[ply - 2].is_none_or(|before| evaluation > Some(before));
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
            let is_guess = !self.path.rests().is_exhausted();
            let score = self.without_moves(&node, depth, window);
            // What was tried in vain says nothing of the score.
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

    /// Notes that a ply was reached.
    #[inline]
    pub(super) fn arrive<const PV: bool>(&mut self, ply: usize) {
        if PV {
            self.pvs[ply].clear();
        }
        self.seldepth = self.seldepth.max(ply);
    }

    /// The score that the table gives, if it answers the window.
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
            // A proof holds at every depth.
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
            // Threat may follow threat for ever; far beyond the depth of the iteration nothing is extended.
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
        let mut picker = self.picker(node, hash_move);
        let first_tried = self.tried.len();
        let outer = self.path.open();
        let mut alpha = window.alpha;
        let mut best = Score::LOSS;
        let mut best_move = None;
        let mut count = 0;
        let mut quiets_over = false;
        loop {
            let Some(mv) = picker.next(self, node.info) else {
                // What was left out may save the game: a loss is proven by all moves only.
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
                if !quiets_over && self.quiets_are_over(node, depth, alpha, count) {
                    quiets_over = true;
                    self.path.set_guess(true);
                    picker.skip_quiets(self, node.info);
                }
                if quiets_over {
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
        let rests = self.path.close(outer);
        if !self.aborted {
            if let Some((mv, slot, true)) = best_move
                && best >= window.beta
            {
                self.learn(node, depth, &picker, first_tried, mv, slot);
            }
            if rests.is_own() {
                let best_move = best_move.map(|m| m.0);
                self.remember(node, asked, bound, best, best_move, rests);
            }
        }
        self.tried.truncate(first_tried);
        self.waiting.truncate(picker.start());
        best
    }

    /// The score of a node where the moves that were not listed [lose](crate::Defences::AllButLost) later than all others, whose
    /// `best` is known: to the opponent's reply, if one of them does not end the game.
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
        // Below the window a bound will do.
        if alpha >= by_reply || self.may_go_on() {
            return Some(by_reply);
        }
        Some(Score::loss_in(ply as u32 + 1))
    }

    /// Whether some move does not end the game.
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

    /// How a move is to be tried.
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
            let now = Circumstances {
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

    /// The score of a move: the first one's in the whole window, of the others first whether they are better at all.
    /// CITE: Principal variation search: T. A. Marsland, M. Campbell, "Parallel search of strongly ordered game trees",
    /// ACM Computing Surveys 14(4), 1982.
    #[inline]
    fn try_move<const PV: bool>(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        depth: i32,
        trial: &CandidateMove<G::Move>,
        window: Window,
    ) -> Score {
        let (ply, player, below) = (node.ply, node.player, depth - 1);
        let (undo, child) = self.enter(ply, player, trial.mv, trial.slot);
        let narrow = Window::null(window.alpha);
        let mut score = narrow.beta;
        if !trial.first {
            let reduced = below - trial.reduction;
            score = self.visit::<false>(child, ply, player, reduced, narrow, true);
            if trial.reduction > 0 && score > window.alpha {
                score = self.visit::<false>(child, ply, player, below, narrow, !node.cut);
            }
        }
        if score > window.alpha {
            if PV {
                score = self.visit::<true>(child, ply, player, below, window, false);
            } else if trial.first {
                score = self.visit::<false>(child, ply, player, below, window, !node.cut);
            }
        }
        self.leave(trial.mv, undo);
        score
    }

    fn picker(&mut self, node: &Node<'_, T::NodeInfo>, hash: Option<G::Move>) -> Picker<G::Move> {
        let context = self.context(node.ply, node.player);
        let start = self.waiting.len();
        if node.ply + 2 < MAX_PLY {
            self.memory.forget_killers(node.ply + 2);
        }
        let killers = self.memory.killers(node.ply);
        let counter = self.memory.counter(self.slot_before(node.ply));
        Picker::all(hash, killers, counter, context, start, node.danger)
    }

    /// A bonus for a quiet move that refutes the node, a malus for the quiet moves that were tried before it.
    /// CITE: Jonathan Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983.
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

    /// Keeps the result in the table.
    pub(super) fn remember(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        depth: i32,
        bound: Bound,
        score: Score,
        mv: Option<G::Move>,
        rests: Rests,
    ) {
        let entry = Entry {
            mv: mv.map_or(0, |mv| self.tactics.pack(mv)),
            score: score.to_node(node.ply as u32),
            evaluation: node.evaluation,
            depth,
            bound,
            exhausted: rests.is_exhausted(),
        };
        self.table.store(self.path.hash(), entry);
        if let Some(log) = &mut self.log {
            log.note(self.path.hash(), entry);
        }
    }
}
