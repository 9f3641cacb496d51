//! The last plies before the limit, as a plain AND/OR tree.

use super::attack::Attack;
use super::found::{Found, Ground};
use super::prover::Run;
use crate::Game;

impl<G: Game, A: Attack<G>> Run<'_, '_, G, A> {
    /// Settles an unsettled node by trying its moves in order; unknown only if the budget is spent.
    pub(super) fn search_outright(
        &mut self,
        pos: &mut G::Position,
        remaining: u16,
        hint: Option<G::Move>,
    ) -> Found<G::Move> {
        if self.budget.is_spent() {
            return Found::UNKNOWN;
        }
        let nodes_before = self.budget.nodes();
        let killer = self.killers.get(usize::from(remaining)).copied().flatten();
        let moves = self.moves(pos, remaining, &[hint, killer]);
        let found = self.try_in_order(pos, remaining, &moves);
        self.spare_moves.push(moves);
        if found.numbers.is_settled() {
            self.store(pos, remaining, &found, nodes_before);
        }
        found
    }

    fn try_in_order(
        &mut self,
        pos: &mut G::Position,
        remaining: u16,
        moves: &[G::Move],
    ) -> Found<G::Move> {
        let attacker_moves = self.attacker_moves(pos);
        let mut ground = Ground::RULES;
        for &mv in moves {
            let undo = self.game.play(pos, mv);
            self.budget.count();
            let mut found = self.look(pos, remaining - 1);
            if !found.numbers.is_settled() {
                found = self.search_outright(pos, remaining - 1, found.best);
            }
            self.game.undo(pos, mv, undo);
            if !found.numbers.is_settled() {
                return Found::UNKNOWN;
            }
            if found.numbers.seen_by(attacker_moves).is_proven() {
                self.remember_killer(remaining, mv);
                return Found::new(found.numbers, Some(mv), found.ground);
            }
            ground = ground.and(found.ground);
        }
        if attacker_moves {
            Found::disproven(None, ground)
        } else {
            Found::proven(None)
        }
    }

    fn remember_killer(&mut self, remaining: u16, mv: G::Move) {
        let slot = usize::from(remaining);
        if slot >= self.killers.len() {
            self.killers.resize(slot + 1, None);
        }
        self.killers[slot] = Some(mv);
    }
}
