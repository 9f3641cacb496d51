//! Judging the steps of a record in the game's own way, and the signs that annotators add to moves.

use ludex_search::{Limits, Step, StopFlag};

use super::Token;
use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::judging::{JudgingSummary, JudgingTally, StepVerdict};

/// The verdict on a step, and what it adds to the sums of its game.
#[derive(Clone, Debug, Default)]
pub struct JudgedStep {
    /// The verdict; `None` if there is nothing to say.
    pub verdict: Option<StepVerdict>,
    /// What to add to the sums.
    pub tally: JudgingTally,
}

/// Judges a game step by step.
pub trait Annotate {
    /// Judges a step in the current position in the game's own way, with the current choices for its search. The step is not made. `None`
    /// if the game cannot judge steps itself.
    fn judge_step(
        &mut self,
        word: &Token,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<Option<JudgedStep>, InputError>;
    /// Describes the sums over the judged games.
    fn summarise(&self, tally: &JudgingTally) -> JudgingSummary;
    /// The signs that the game's annotators add to a move regardless of its quality. `is_won` says that the move is proven to win.
    fn signs(&self, mv: &str, is_won: bool) -> &'static str;
}

impl<G: Playable> Annotate for Erased<G> {
    fn judge_step(
        &mut self,
        word: &Token,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<Option<JudgedStep>, InputError> {
        let Some(annotator) = self.game.offers().annotator else {
            return Ok(None);
        };
        let mut judge = match self.judge.take() {
            Some(judge) => judge,
            None => annotator.judge(&self.setup)?,
        };
        let pos = self.now().clone();
        let played = self.play_step(&word.text).map_err(|error| word.locate(error))?;
        self.line.pop(&self.game);
        let step = self.game.parse_step(&pos, &played)?;
        let verdict = judge.judge(&pos, step, limits, stop);
        let tally = judge.take_tally();
        self.judge = Some(judge);
        Ok(Some(JudgedStep { verdict, tally }))
    }

    fn summarise(&self, tally: &JudgingTally) -> JudgingSummary {
        let annotator = self.game.offers().annotator;
        annotator.map_or_else(JudgingSummary::default, |annotator| annotator.summarise(tally))
    }

    fn signs(&self, mv: &str, is_won: bool) -> &'static str {
        match self.game.parse_step(self.now(), mv) {
            Ok(Step::Move(mv)) => {
                let commentary = self.game.offers().commentary;
                commentary.signs(self.now(), mv, is_won)
            }
            _ => "",
        }
    }
}
