//! Records judged in a manner of the game's own.

use ludex_search::{Limits, StopFlag};

use super::erased::Erased;
use super::{Session, Token};
use crate::{JudgingSummary, JudgingTally, Playable, SearchSetup, StepVerdict};

/// Judging step by step, and the sums of it.
pub trait Annotate {
    /// Judges a record in the manner of the game, from where the session stands; each verdict is told with the number of
    /// its word. None where the game has no manner of its own.
    fn judge_record(
        &mut self,
        words: &[Token],
        setup: &SearchSetup,
        limits: &Limits,
        stop: &StopFlag,
        tell: &mut dyn FnMut(usize, &StepVerdict) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<JudgingTally>>;
    /// The sums of judged games in words.
    fn summarise(&self, tally: &JudgingTally) -> JudgingSummary;
}

impl<G: Playable> Annotate for Erased<G> {
    fn judge_record(
        &mut self,
        words: &[Token],
        setup: &SearchSetup,
        limits: &Limits,
        stop: &StopFlag,
        tell: &mut dyn FnMut(usize, &StepVerdict) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<JudgingTally>> {
        let Some(annotator) = self.game.offers().annotator else {
            return Ok(None);
        };
        let mut judge = annotator.judge(setup)?;
        let mut tally = judge.tally();
        for (index, word) in words.iter().enumerate() {
            let pos = self.now().clone();
            let played = self.play(&word.text).map_err(|error| word.locate(error))?;
            let step = self.game.parse_step(&pos, &played)?;
            let verdict = judge.judge(&pos, step, limits, stop);
            if stop.is_stopped() {
                // A search that was cut short is no judge.
                break;
            }
            if let Some(verdict) = verdict {
                tell(index, &verdict)?;
            }
            tally = judge.tally();
        }
        Ok(Some(tally))
    }

    fn summarise(&self, tally: &JudgingTally) -> JudgingSummary {
        let annotator = self.game.offers().annotator;
        annotator.map_or_else(JudgingSummary::default, |annotator| {
            annotator.summarise(tally)
        })
    }
}
