//! Rollouts for the variant with luck. Both players look one turn ahead and choose by the hand-made evaluation.

use ludex_search::{Evaluator, StopFlag};

use crate::evaluation::features::LineEndsEvaluator;
use crate::rules::game::Trax;
use crate::rules::position::{Move, Position};
use ludex_kit::interface::learner::HANDMADE;
use ludex_kit::say;
use ludex_kit::support::outlook::{self, Outlook, Standings};
use ludex_kit::{
    InputError, RolledOut, Roller, RolloutJudge, RolloutObserver, RolloutRequest, SearchSetup,
};

impl Outlook<Trax> for LineEndsEvaluator {
    const UNIT: &'static str = "logits";
    const DIGITS: usize = 3;

    fn standings(&self, game: &Trax, pos: &Position) -> Standings {
        let wins = self.returns(game, pos).map(|result| f32::midpoint(1.0, result));
        Standings { wins, worth: wins }
    }

    /// The log-odds of winning. Probabilities are clamped to at least half a game out of the games played, so that the result is finite.
    fn in_unit(&self, worth: f64, error: f64, trials: u64) -> (f64, f64) {
        let (chance, half) = outlook::chance_with_error(worth, error, trials);
        let least = 0.5 / (trials as f64 + 1.0);
        let logit = |chance: f64| {
            let chance = chance.clamp(least, 1.0 - least);
            (chance / (1.0 - chance)).ln()
        };
        if half.is_infinite() {
            return (logit(chance), half);
        }
        // The error of the log-odds follows from their slope around the mean.
        let error = (logit(chance + half) - logit(chance - half)) / 2.0;
        (logit(chance), error)
    }
}

impl Roller<Self> for Trax {
    fn roll_out(
        &self,
        setup: &SearchSetup,
        pos: &Position,
        request: &RolloutRequest<Move>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, Move>,
    ) -> Result<RolledOut<Move>, InputError> {
        if !self.options().luck {
            let error = InputError::problem(
                "variant, luck",
                "no",
                say!("makes a rollout useless: without luck, all its games would be the same"),
            );
            return Err(error.with_hint(say!("add --variant luck=yes, or use `ludex analyse`")));
        }
        let evaluator = LineEndsEvaluator::default();
        outlook::roll_out(self, evaluator, setup, pos, request, stop, observer)
    }

    fn judge(&self, _setup: &SearchSetup) -> Result<RolloutJudge, InputError> {
        Ok(RolloutJudge { evaluator: HANDMADE.to_owned(), networks: Vec::new() })
    }
}
