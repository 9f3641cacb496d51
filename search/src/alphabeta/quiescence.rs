//! Quiescence search: at depth 0 only tactical moves are searched, until the position is quiet. A static score is reliable only in quiet
//! positions; if it were taken in the middle of an exchange or a threat, it could be far off (the horizon effect).
//!
//! The player to move need not make a tactical move. So the static score is a lower bound of the node's score (*standing pat*): a quiet
//! move can be expected to be at least as good. This is wrong while a threat must be answered. In danger there is no standing pat: all
//! evasions are searched if the game can list them, and if there are none, the position is lost within two plies. If only some of the moves
//! were searched and all of them lose, another move may save the game, so the static score is used after all. The number of plies is
//! limited, because threats and evasions could follow each other endlessly; plies in danger have a separate limit.
//!
//! Off the principal variation the game may guess what the last move has made possible ([`Alarms`]). If that can neither lift the static
//! score above the window nor lower it below, the static score is taken before the node information is computed.
//!
//! Only the first ply of quiescence reads and writes the table. An entry from a later ply would belong to a search with fewer plies left.
//!
//! CITE: Don Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43, 1990.

use super::node::{Node, is_proof};
use super::picker::Picker;
use super::worker::{Above, AlphaBetaWorker, Child, MAX_PLY};
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::{Game, Player};
use crate::interface::score::Score;
use crate::interface::tactics::{Alarms, Defences, Tactics};
use crate::interface::window::Window;
use crate::support::table::Entry;

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'_, G, E, T> {
    /// The score of the position by quiescence search. `quiet_plies` is the number of plies of quiescence search above this node.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        above: Above<'_, G::Move, T::NodeInfo>,
        player: Player,
        window: Window,
        quiet_plies: i32,
    ) -> Score {
        let ply = above.ply + 1;
        self.arrive::<PV>(ply);
        if ply >= MAX_PLY {
            self.path.set_guess(true);
            return self.evaluate(ply);
        }
        // An entry from a later ply would belong to a search with fewer plies left.
        let entry = if quiet_plies == 0 { self.table.probe(self.path.hash()) } else { None };
        if !PV && let Some(score) = self.known(entry, 0, window, ply) {
            return score;
        }
        let early = self.early_evaluation::<PV>(&above, entry);
        if let Some((score, alarms)) = early
            && !(alarms.threat && score > window.alpha || alarms.win && score < window.beta)
        {
            self.path.set_guess(true);
            if quiet_plies == 0 {
                let bound = window.bound(score);
                let entry = Entry {
                    mv: 0,
                    score,
                    evaluation: Some(score),
                    depth: 0,
                    bound,
                    exhausted: false,
                };
                self.store(entry);
            }
            return score;
        }
        let info = self.tactics.node_info_after(self.game, &self.pos, above.info, above.mv);
        if let Some(mv) = self.tactics.winning_move(self.game, &self.pos, &info) {
            if PV {
                self.pvs[ply].push(mv);
            }
            return Score::win_in(ply as u32 + 1);
        }
        let known = (&info, early.map(|(score, _)| score));
        self.quiescence_at::<PV>(ply, player, known, entry, window, quiet_plies)
    }

    /// The static score of a node whose node information is not computed yet, and what the last move has probably made possible; `None` if
    /// that is everything, because then the node information is needed in any case.
    pub(super) fn early_evaluation<const PV: bool>(
        &mut self,
        above: &Above<'_, G::Move, T::NodeInfo>,
        entry: Option<Entry>,
    ) -> Option<(Score, Alarms)> {
        if PV || self.is_thorough || self.parameters.guesses == 0 {
            return None;
        }
        let alarms = self.tactics.alarms_after(self.game, &self.pos, above.info, above.mv);
        if alarms == Alarms::ALL {
            return None;
        }
        let stored = entry.and_then(|entry| entry.evaluation);
        Some((stored.unwrap_or_else(|| self.evaluate(above.ply + 1)), alarms))
    }

    /// Like [`quiescence`](Self::quiescence), for a position without a winning move whose node information and table entry are known, and
    /// perhaps its static score.
    pub(super) fn quiescence_at<const PV: bool>(
        &mut self,
        ply: usize,
        player: Player,
        (info, evaluation): (&T::NodeInfo, Option<Score>),
        entry: Option<Entry>,
        window: Window,
        quiet_plies: i32,
    ) -> Score {
        let shallow = quiet_plies == 0;
        let danger = self.tactics.in_danger(info);
        let plies = if danger {
            self.parameters.quiescence_parries
        } else {
            self.parameters.quiescence_plies
        };
        let last = quiet_plies >= plies;
        if last || !danger {
            let stored = evaluation.or_else(|| entry.and_then(|entry| entry.evaluation));
            let evaluation = stored.unwrap_or_else(|| self.evaluate(ply));
            self.evaluations[ply] = Some(evaluation);
            if last {
                self.path.set_guess(true);
                return evaluation;
            }
        } else {
            self.evaluations[ply] = None;
        }
        self.generated.clear();
        let defences = danger.then(|| self.generate_defences(info)).flatten();
        let forced = defences.is_some();
        if forced && self.generated.is_empty() {
            let later = self.lost_later::<PV>(ply, Score::LOSS, window.alpha);
            return later.unwrap_or(Score::LOSS);
        }
        if !forced && self.evaluations[ply].is_none_or(|evaluation| evaluation < window.beta) {
            self.tactics.tactical_moves(self.game, &self.pos, info, &mut self.generated);
        }
        let node = Node {
            ply,
            player,
            info,
            entry,
            danger,
            forced,
            evaluation: self.evaluations[ply],
            improving: false,
            cut: false,
        };
        let outer = self.path.open();
        let (mut best, mut mv) = self.quiescence_moves::<PV>(&node, window, quiet_plies);
        if defences == Some(Defences::AllButLost)
            && let Some(later) = self.lost_later::<PV>(ply, best, window.alpha)
        {
            (best, mv) = (later, None);
        }
        let bound = window.bound(best);
        // Quiescence search omits moves, so its score is a guess unless it proves a result.
        self.path.set_guess(!is_proof(best, bound));
        let dependence = self.path.close(outer);
        if shallow && dependence.is_path_independent() && !self.aborted {
            self.remember(&node, 0, bound, best, mv, dependence);
        }
        best
    }

    /// Searches the generated moves, and stands pat if that is allowed. Returns the score and the best move.
    fn quiescence_moves<const PV: bool>(
        &mut self,
        node: &Node<'_, T::NodeInfo>,
        window: Window,
        quiet_plies: i32,
    ) -> (Score, Option<G::Move>) {
        let mut best = node.evaluation.unwrap_or(Score::LOSS);
        let mut best_move = None;
        if !self.generated.is_empty() && best < window.beta {
            let context = self.context(node.ply, node.player);
            let start = self.queue.len();
            let hash =
                node.entry.and_then(|entry| self.tactics.unpack(self.game, &self.pos, entry.mv));
            self.queue_generated(&context, node.info, [None; 4], hash);
            let mut picker = Picker::queued(context, start);
            while let Some(mv) = picker.next(self, node.info) {
                let slot = self.tactics.history_slot(&self.pos, mv);
                let (undo, child) = self.enter(node.ply, node.player, mv, slot);
                let rest = Window::new(best.max(window.alpha), window.beta);
                let score =
                    self.visit_quiet::<PV>(child, node.above(Some(mv)), rest, quiet_plies + 1);
                self.leave(mv, undo);
                if self.aborted {
                    break;
                }
                if score > best {
                    best = score;
                    if score > window.alpha {
                        best_move = Some(mv);
                        if PV {
                            self.update_pv(node.ply, mv);
                        }
                        if score >= window.beta {
                            break;
                        }
                    }
                }
            }
            self.queue.truncate(start);
        }
        // Not all moves were searched, so another one may save the game.
        if best.is_loss() && !node.forced && !self.aborted {
            best = self.evaluate(node.ply);
            best_move = None;
            if PV {
                self.pvs[node.ply].clear();
            }
        }
        (best, best_move)
    }

    #[inline]
    fn visit_quiet<const PV: bool>(
        &mut self,
        child: Child,
        above: Above<'_, G::Move, T::NodeInfo>,
        window: Window,
        quiet_plies: i32,
    ) -> Score {
        if self.aborted {
            return Score::DRAW;
        }
        let player = above.player;
        match child {
            Child::Over(score) => score,
            Child::Same => self.quiescence::<PV>(above, player, window, quiet_plies),
            Child::Other => -self.quiescence::<PV>(above, player.other(), -window, quiet_plies),
        }
    }
}
