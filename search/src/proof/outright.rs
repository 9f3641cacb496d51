//! The last plies before the limit, searched as a plain AND/OR tree.

use super::moves::ProofMoves;
use super::numbers::{DisproofBasis, NodeProof};
use super::prover::ProofRun;
use crate::interface::game::Game;

impl<G: Game, A: ProofMoves<G>> ProofRun<'_, '_, G, A> {
    /// Solves an unsolved node by trying its moves in order. The result is unknown only if the budget is spent.
    pub(super) fn search_outright(
        &mut self,
        pos: &mut G::Position,
        remaining: u16,
        hint: Option<G::Move>,
    ) -> NodeProof<G::Move> {
        if self.budget.is_spent() {
            return NodeProof::UNKNOWN;
        }
        let nodes_before = self.budget.nodes();
        let killer = self.killers.get(usize::from(remaining)).copied().flatten();
        let moves = self.moves(pos, remaining, &[hint, killer]);
        let found = self.try_in_order(pos, remaining, &moves);
        self.spare_moves.push(moves);
        if found.numbers.is_solved() {
            self.store(pos, remaining, &found, nodes_before);
        }
        found
    }

    fn try_in_order(
        &mut self,
        pos: &mut G::Position,
        remaining: u16,
        moves: &[G::Move],
    ) -> NodeProof<G::Move> {
        let attacker_moves = self.attacker_moves(pos);
        let mut basis = DisproofBasis::RULES;
        for &mv in moves {
            let undo = self.game.play(pos, mv);
            self.budget.count();
            let mut found = self.assess(pos, remaining - 1);
            if !found.numbers.is_solved() {
                found = self.search_outright(pos, remaining - 1, found.best);
            }
            self.game.undo(pos, mv, undo);
            if !found.numbers.is_solved() {
                return NodeProof::UNKNOWN;
            }
            if found.numbers.seen_by(attacker_moves).is_proven() {
                self.remember_killer(remaining, mv);
                return NodeProof::new(found.numbers, Some(mv), found.basis);
            }
            basis = basis.and(found.basis);
        }
        if attacker_moves { NodeProof::disproven(None, basis) } else { NodeProof::proven(None) }
    }

    fn remember_killer(&mut self, remaining: u16, mv: G::Move) {
        let slot = usize::from(remaining);
        if slot >= self.killers.len() {
            self.killers.resize(slot + 1, None);
        }
        self.killers[slot] = Some(mv);
    }
}
