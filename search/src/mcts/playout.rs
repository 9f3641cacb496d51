//! Random play to the end of the game.

use super::walk::Walk;
use crate::{Budget, Evaluator, Game, Policy, Returns, Turn};

/// A game that random play does not end by then is judged as it stands.
const LONGEST_PLAYOUT: u32 = 10_000;

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Walk<'_, G, E, P> {
    /// Plays as the policy does in playouts from `pos` on, to the end or as far as the options say.
    pub(super) fn playout(&mut self, pos: &mut G::Position, budget: &mut Budget<'_>) -> Returns {
        let mut plies_left = self.options.playout_plies.unwrap_or(LONGEST_PLAYOUT);
        loop {
            match self.game.turn(pos) {
                Turn::Over => return self.evaluator.result(self.game, pos),
                Turn::Chance if plies_left > 0 || !self.evaluator.judges_chance() => {
                    let event = self.game.sample(pos, &mut self.rng);
                    self.game.reveal(pos, event);
                }
                Turn::Player(_) if plies_left > 0 => {
                    let mv =
                        self.policy
                            .playout_move(self.game, pos, &mut self.moves, &mut self.rng);
                    self.game.play(pos, mv);
                    budget.count();
                    plies_left -= 1;
                }
                Turn::Chance | Turn::Player(_) => {
                    let mut state = self.evaluator.fresh(self.game, pos);
                    return self.evaluator.returns(&mut state, self.game, pos);
                }
            }
        }
    }
}
