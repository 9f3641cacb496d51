//! Rollouts, with plays as text.

use ludex_search::StopFlag;

use super::erased::Erased;
use super::{CouldNot, SessionError};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::rollouts::{
    RolledLine, RolledOut, RolloutJudge, RolloutObserver, RolloutRequest,
};
use crate::interface::search_kinds::SearchSetup;
use crate::say;

/// Rolls positions out.
pub trait RollOut {
    /// Rolls out the position or its plays. `None` if the game has no rollouts.
    fn roll_out(
        &self,
        setup: &SearchSetup,
        request: &RolloutRequest<String>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, String>,
    ) -> Result<Option<RolledOut<String>>, SessionError>;

    /// The evaluation that rollouts use. `None` if the game has no rollouts.
    fn rollout_judge(&self, setup: &SearchSetup) -> Result<Option<RolloutJudge>, InputError>;
}

impl<G: Playable> RollOut for Erased<G> {
    fn roll_out(
        &self,
        setup: &SearchSetup,
        request: &RolloutRequest<String>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, String>,
    ) -> Result<Option<RolledOut<String>>, SessionError> {
        let Some(roller) = self.game.offers().rollouts else {
            return Ok(None);
        };
        if let Some(result) = self.result() {
            return Err(CouldNot::game_over(say!(
                "nothing to roll out: the game is over ({result})",
                result
            ))
            .into());
        }
        let pos = self.now();
        let request = RolloutRequest {
            plays: self.plays(&request.plays)?,
            options: request.options.clone(),
            reduces_variance: request.reduces_variance,
            lines: request.lines,
            cubeful: request.cubeful,
            numbers: request.numbers.clone(),
        };
        let mut tell = |rolled: &RolledOut<G::Move>| observer(&self.in_words(rolled));
        let rolled = roller.roll_out(setup, pos, &request, stop, &mut tell)?;
        Ok(Some(self.in_words(&rolled)))
    }

    fn rollout_judge(&self, setup: &SearchSetup) -> Result<Option<RolloutJudge>, InputError> {
        let roller = self.game.offers().rollouts;
        roller.map(|roller| roller.judge(setup)).transpose()
    }
}

impl<G: Playable> Erased<G> {
    /// The requested plays without duplicates.
    fn plays(&self, texts: &[String]) -> Result<Vec<G::Move>, InputError> {
        const PLACE: &str = "--plays";
        let mut plays = Vec::new();
        for text in texts {
            let parsed = self.game.parse_move(self.now(), text);
            let mv = parsed.map_err(|error| InputError { place: PLACE.into(), ..error })?;
            if plays.contains(&mv) {
                return Err(InputError::problem(PLACE, self.write(mv), say!("is listed twice")));
            }
            plays.push(mv);
        }
        Ok(plays)
    }

    fn in_words(&self, rolled: &RolledOut<G::Move>) -> RolledOut<String> {
        let line = |line: &RolledLine<G::Move>| RolledLine {
            mv: line.mv.map(|mv| self.write(mv)),
            trials: line.trials,
            value: line.value,
            error: line.error,
            behind: line.behind,
            description: line.description.clone(),
        };
        RolledOut {
            lines: rolled.lines.iter().map(line).collect(),
            plays: rolled.plays.iter().map(|&mv| self.write(mv)).collect(),
            trials: rolled.trials,
            elapsed: rolled.elapsed,
            reduces_variance: rolled.reduces_variance,
            ending: rolled.ending,
            numbers: rolled.numbers.clone(),
            description: rolled.description.clone(),
        }
    }
}
