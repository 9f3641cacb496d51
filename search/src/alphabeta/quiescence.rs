//! Quiescence: below the last ply only tactical moves are searched, until the static score can stand for the position.
//!
//! The player to move need not take part: the static score is a lower bound of what he has (*standing pat*), as he could make
//! a quiet move instead. That holds only while nothing must be answered. So in danger there is no standing pat: all
//! evasions are searched, where the game can list them, and if there is none the position is lost at the next move.
//! Where only some moves were looked at and all of them lose, one of the others may save the game: then the static score
//! is taken after all. The number of plies is limited, because threats and evasions need not come to an end; there is a limit
//! of its own for plies in danger.
//!
//! Only the first ply of quiescence probes and writes the table: further down an entry would say what a search with fewer
//! plies left has found.
//!
//! CITE: Don Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43, 1990.

use super::node::{Node, is_proof};
use super::picker::Picker;
use super::worker::{AlphaBetaWorker, MAX_PLY};
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::{Game, Player};
use crate::interface::score::Score;
use crate::interface::tactics::{Defences, Tactics};
use crate::interface::window::Window;

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'_, G, E, T> {
    /// The score of the position after its tactical moves; `quiet_plies` plies of quiescence lie above.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        ply: usize,
        player: Player,
        window: Window,
        quiet_plies: i32,
    ) -> Score {
        self.arrive::<PV>(ply);
        if ply >= MAX_PLY {
            self.path.set_guess(true);
            return self.evaluate(ply);
        }
        let info = self.tactics.node_info(self.game, &self.pos);
        if let Some(mv) = self.tactics.winning_move(self.game, &self.pos, &info) {
            if PV {
                self.pvs[ply].push(mv);
            }
            return Score::win_in(ply as u32 + 1);
        }
        // Farther down an entry would be of another search: with fewer plies left.
        let shallow = quiet_plies == 0;
        let entry = shallow.then(|| self.table.probe(self.path.hash())).flatten();
        if !PV && let Some(score) = self.known(entry, 0, window, ply) {
            return score;
        }
        let danger = self.tactics.in_danger(&info);
        let plies = if danger {
            self.parameters.quiescence_parries
        } else {
            self.parameters.quiescence_plies
        };
        let last = quiet_plies >= plies;
        if last || !danger {
            let evaluation = match entry.and_then(|entry| entry.evaluation) {
                Some(evaluation) => evaluation,
                None => self.evaluate(ply),
            };
            self.evaluations[ply] = Some(evaluation);
            if last {
                self.path.set_guess(true);
                return evaluation;
            }
        } else {
            self.evaluations[ply] = None;
        }
        self.generated.clear();
        let defences = danger.then(|| self.generate_defences(&info)).flatten();
        let forced = defences.is_some();
        if forced && self.generated.is_empty() {
            let later = self.lost_later::<PV>(ply, Score::LOSS, window.alpha);
            return later.unwrap_or(Score::LOSS);
        }
        if !forced && self.evaluations[ply].is_none_or(|evaluation| evaluation < window.beta) {
            self.tactics.tactical_moves(self.game, &self.pos, &info, &mut self.generated);
        }
        let node = Node {
            ply,
            player,
            info: &info,
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
        // The moves that are left out here were not looked at, whatever comes of the others.
        self.path.set_guess(!is_proof(best, bound));
        let rests = self.path.close(outer);
        if shallow && rests.is_own() && !self.aborted {
            self.remember(&node, 0, bound, best, mv, rests);
        }
        best
    }

    /// Searches the generated moves, and stands pat where that is allowed.
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
            let start = self.waiting.len();
            let hash =
                node.entry.and_then(|entry| self.tactics.unpack(self.game, &self.pos, entry.mv));
            self.await_generated(&context, node.info, [None; 4], hash);
            let mut picker = Picker::waiting(context, start);
            while let Some(mv) = picker.next(self, node.info) {
                let slot = self.tactics.history_slot(&self.pos, mv);
                let (undo, child) = self.enter(node.ply, node.player, mv, slot);
                let rest = Window::new(best.max(window.alpha), window.beta);
                let score = self.visit_quiet::<PV>(child, node, rest, quiet_plies + 1);
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
            self.waiting.truncate(start);
        }
        // Where not every move was looked at, another one may save the game.
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
        child: super::worker::Child,
        node: &Node<'_, T::NodeInfo>,
        window: Window,
        quiet_plies: i32,
    ) -> Score {
        use super::worker::Child;
        if self.aborted {
            return Score::DRAW;
        }
        let (ply, player) = (node.ply + 1, node.player);
        match child {
            Child::Over(score) => score,
            Child::Same => self.quiescence::<PV>(ply, player, window, quiet_plies),
            Child::Other => -self.quiescence::<PV>(ply, player.other(), -window, quiet_plies),
        }
    }
}
