//! An inner node of the tree.

use super::picker::Picker;
use super::reductions::Circumstances;
use super::worker::{MAX_PLY, Worker};
use crate::table::Entry;
use crate::{Bound, Evaluator, Game, Player, Score, Tactics, Window};

/// What is known about a node before its moves are looked at.
pub(super) struct Node<'a, Survey> {
    pub(super) ply: usize,
    pub(super) player: Player,
    pub(super) survey: &'a Survey,
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

impl<G: Game, E: Evaluator<G>, T: Tactics<G>> Worker<'_, G, E, T> {
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
            return self.evaluate(ply);
        }
        // Mate distance: nothing is better than to win, or worse than to lose, with the next move.
        let (win, loss) = (
            Score::win_in(ply as u32 + 1),
            Score::loss_in(ply as u32 + 1),
        );
        if win <= window.alpha {
            return win;
        }
        if loss >= window.beta {
            return loss;
        }
        // The survey comes before the table is asked, whose answer is on its way from memory.
        let survey = self.tactics.survey(self.game, &self.pos);
        if let Some(mv) = self.tactics.winning_move(self.game, &self.pos, &survey) {
            if PV {
                self.pvs[ply].push(mv);
            }
            return win;
        }
        let entry = self.table.probe(self.path.hash());
        if !PV && let Some(score) = self.known(entry, depth, window, ply) {
            return score;
        }
        let danger = self.tactics.in_danger(&survey);
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
            survey: &survey,
            entry,
            danger,
            forced: false,
            evaluation,
            improving,
            cut,
        };
        if !PV && let Some(score) = self.without_moves(&node, depth, window) {
            return score;
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
        &self,
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
            entry.depth >= depth
                || entry.bound != Bound::Upper && score.is_win()
                || entry.bound != Bound::Lower && score.is_loss()
        };
        (answers && deep).then_some(score)
    }

    /// The score of a node that need not look at its moves.
    fn without_moves(
        &mut self,
        node: &Node<'_, T::Survey>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let parameters = self.parameters;
        let (alpha, beta) = (window.alpha.value(), window.beta.value());
        if window.beta.is_proven() || window.alpha.is_proven() {
            return None;
        }
        let evaluation = node.evaluation?;
        // What the table says may be nearer the truth than the evaluator.
        let estimate = match node.entry {
            Some(entry) if !entry.score.is_proven() => match entry.bound {
                Bound::Lower if entry.score < evaluation => evaluation,
                Bound::Upper if entry.score > evaluation => evaluation,
                _ => entry.score,
            },
            _ => evaluation,
        }
        .value();
        // CITE: Reverse futility: Christian Donninger, "Null move and deep search", ICCA Journal 16(3), 1993 (static null move).
        let margin = parameters.reverse_futility_margin * (depth - i32::from(node.improving));
        if depth <= parameters.reverse_futility_depth && estimate - margin >= beta {
            return Some(Score::new(beta + (estimate - beta) / 2));
        }
        // CITE: Razoring: John Birmingham, Peter Kent, "Tree-searching and tree-pruning techniques", 1977.
        if depth <= parameters.razor_depth && estimate + parameters.razor_margin * depth <= alpha {
            let score = self.quiescence::<false>(node.ply, node.player, window, 0);
            if score <= window.alpha {
                return Some(score);
            }
        }
        self.pass(node, depth, window, estimate)
    }

    /// Null move: if passing is good enough, so is some move.
    /// CITE: Christian Donninger, "Null move and deep search", ICCA Journal 16(3), 1993.
    fn pass(
        &mut self,
        node: &Node<'_, T::Survey>,
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
            node.ply,
            node.player,
            node.survey,
            depth - reduction,
            Window::new(beta.offset(-1), beta),
            !node.cut,
        )?;
        // A win after passing proves nothing.
        (!self.aborted && score >= beta).then(|| if score.is_win() { beta } else { score })
    }

    /// Searches the moves of a node.
    fn with_moves<const PV: bool>(
        &mut self,
        node: &Node<'_, T::Survey>,
        mut depth: i32,
        window: Window,
    ) -> Score {
        let asked = depth;
        let parameters = self.parameters;
        let hash_move = node
            .entry
            .and_then(|entry| self.tactics.unpack(entry.mv))
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
        while let Some(mv) = picker.next(self, node.survey) {
            count += 1;
            let quiet = self.tactics.is_quiet(self.game, &self.pos, node.survey, mv);
            if quiet && !PV && !node.danger && !best.is_loss() {
                if !quiets_over && self.quiets_are_over(node, depth, alpha, count) {
                    quiets_over = true;
                    picker.skip_quiets(self, node.survey);
                }
                if quiets_over {
                    continue;
                }
            }
            let slot = self.tactics.history_slot(&self.pos, mv);
            let reduction = if count > 1 && quiet && depth >= 3 && !node.danger {
                let now = Circumstances {
                    depth,
                    count,
                    pv: PV,
                    cut: node.cut,
                    improving: node.improving,
                    history: self.memory.score(&picker.context, slot),
                };
                self.shared.reductions.plies(parameters, &now)
            } else {
                0
            };
            let (undo, child) = self.enter(node.ply, node.player, mv, slot);
            let score = {
                let (ply, player, below) = (node.ply, node.player, depth - 1);
                let mut score = alpha.offset(1);
                if count > 1 {
                    // CITE: Principal variation search: T. A. Marsland, M. Campbell, "Parallel search of strongly ordered
                    // game trees", ACM Computing Surveys 14(4), 1982.
                    let narrow = Window::null(alpha);
                    score =
                        self.visit::<false>(child, ply, player, below - reduction, narrow, true);
                    if reduction > 0 && score > alpha {
                        score = self.visit::<false>(child, ply, player, below, narrow, !node.cut);
                    }
                }
                if score > alpha && (PV || count == 1) {
                    let rest = Window::new(alpha, window.beta);
                    score = if PV {
                        self.visit::<true>(child, ply, player, below, rest, false)
                    } else {
                        self.visit::<false>(child, ply, player, below, rest, !node.cut)
                    };
                }
                score
            };
            self.leave(mv, undo);
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some((mv, slot, quiet));
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
                self.tried.push(slot as u32);
            }
        }
        if picker.parried {
            // The moves that were not listed lose to the next one.
            best = best.max(Score::loss_in(node.ply as u32 + 2));
        }
        let own = self.path.close(outer);
        if !self.aborted {
            if let Some((mv, slot, true)) = best_move
                && best >= window.beta
            {
                self.learn(node, depth, &picker, first_tried, mv, slot);
            }
            if own {
                self.remember(
                    node,
                    asked,
                    window.bound(best),
                    best,
                    best_move.map(|m| m.0),
                );
            }
        }
        self.tried.truncate(first_tried);
        self.waiting.truncate(picker.start());
        best
    }

    fn picker(&mut self, node: &Node<'_, T::Survey>, hash: Option<G::Move>) -> Picker<G::Move> {
        let context = self.context(node.ply, node.player);
        let start = self.waiting.len();
        if node.ply + 2 < MAX_PLY {
            self.memory.forget_killers(node.ply + 2);
        }
        let killers = self.memory.killers(node.ply);
        let counter = self.memory.counter(self.slot_before(node.ply));
        Picker::all(hash, killers, counter, context, start, node.danger)
    }

    /// Whether the rest of the quiet moves can be skipped.
    fn quiets_are_over(
        &self,
        node: &Node<'_, T::Survey>,
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
        // CITE: Futility pruning: Ernst A. Heinz, "Extended futility pruning", ICCA Journal 21(2), 1998.
        let margin = parameters.futility_base + parameters.futility_margin * depth;
        depth <= parameters.futility_depth
            && !alpha.is_proven()
            && node
                .evaluation
                .is_some_and(|evaluation| evaluation.offset(margin) <= alpha)
    }

    /// Praises a quiet refutation and blames the quiet moves before it.
    /// CITE: Jonathan Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983.
    fn learn(
        &mut self,
        node: &Node<'_, T::Survey>,
        depth: i32,
        picker: &Picker<G::Move>,
        first_tried: usize,
        mv: G::Move,
        slot: usize,
    ) {
        let bonus =
            (self.parameters.history_bonus * depth * depth).min(self.parameters.history_bonus_max);
        self.memory
            .refuted(node.ply, self.slot_before(node.ply), mv);
        self.memory.learn(&picker.context, slot, bonus);
        for &slot in &self.tried[first_tried..] {
            self.memory.learn(&picker.context, slot as usize, -bonus);
        }
    }

    /// Keeps the result in the table.
    pub(super) fn remember(
        &mut self,
        node: &Node<'_, T::Survey>,
        depth: i32,
        bound: Bound,
        score: Score,
        mv: Option<G::Move>,
    ) {
        let entry = Entry {
            mv: mv.map_or(0, |mv| self.tactics.pack(mv)),
            score: score.to_node(node.ply as u32),
            evaluation: node.evaluation,
            depth,
            bound,
        };
        self.table.store(self.path.hash(), entry);
        if let Some(log) = &mut self.log {
            log.note(self.path.hash(), entry);
        }
    }
}
