//! Checks of the rules of a game.

use super::Conformance;
use super::kin::Kin;
use super::repetition::Line;
use crate::interface::game::Game;

impl<G: Game> Conformance<'_, G> {
    /// Checks the rules.
    ///
    /// # Panics
    /// If the game breaks a rule; the message says which.
    pub fn check(&self) {
        self.check_and(&mut |_| {});
    }

    /// [`check`](Self::check), with an additional check in every position.
    pub fn check_and(&self, check: &mut dyn FnMut(&G::Position)) {
        self.check_constants();
        let mut kin = Kin::new(self);
        for seed in 0..self.games {
            let mut line = Line::new(self);
            let mut strangers = Vec::new();
            let mut n_steps = 0;
            self.walk(seed, &mut |walked| {
                check(walked.pos);
                self.check_turn(walked.pos);
                self.check_position(walked.pos, n_steps, &mut strangers);
                line.follow(walked);
                kin.check(walked.pos);
                n_steps += 1;
            });
        }
        kin.check_openings();
        self.check_recurrence();
    }
}
