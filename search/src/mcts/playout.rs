//! Playouts: random play to the end of the game.

use super::walk::MctsWorker;
use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, Returns, Turn};
use crate::interface::policy::Policy;
use crate::support::budget::Budget;

/// A playout that is not over after this many moves and events is evaluated.
const LONGEST_PLAYOUT: u32 = 1_000;

impl<G: Game, E: Evaluator<G>, P: Policy<G>> MctsWorker<'_, G, E, P> {
    /// Plays from `pos` with the policy's playout moves, to the end of the game or as far as the options and the budget allow. Returns the
    /// result of every player.
    pub(super) fn playout(&mut self, pos: &mut G::Position, budget: &mut Budget<'_>) -> Returns {
        let mut plies_left = self.options.playout_plies.unwrap_or(u32::MAX);
        for _ in 0..LONGEST_PLAYOUT {
            let goes_on = plies_left > 0 && !budget.is_spent();
            match self.game.turn(pos) {
                Turn::Chance if goes_on || !self.evaluator.evaluates_chance() => {
                    let event = self.game.sample(pos, &mut self.rng);
                    self.game.apply_chance(pos, event);
                }
                Turn::Player(_) if goes_on => {
                    let mv =
                        self.policy.playout_move(self.game, pos, &mut self.moves, &mut self.rng);
                    self.game.play(pos, mv);
                    budget.count();
                    plies_left -= 1;
                }
                Turn::Over | Turn::Chance | Turn::Player(_) => break,
            }
        }
        if self.game.turn(pos) == Turn::Over {
            return self.evaluator.result(self.game, pos);
        }
        self.evaluator.returns(self.game, pos)
    }
}
