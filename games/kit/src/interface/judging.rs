//! Judging recorded games as a game's own players do it.

use std::borrow::Cow;

use ludex_search::{Game, Limits, Step, StopFlag};

use crate::interface::explanation::Description;
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::SearchSetup;

/// Judges recorded games, each with a judge of its own.
pub trait Annotator<G: Game> {
    /// Who judges a game.
    fn judge(&self, setup: &SearchSetup) -> Result<Box<dyn Judge<G>>, InputError>;

    /// The sums of judged games in words.
    fn summarise(&self, tally: &JudgingTally) -> JudgingSummary;
}

/// Sums by name, one number for each player.
pub type JudgingTally = Vec<(Cow<'static, str>, [f64; 2])>;

/// What is thought of one step of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepVerdict {
    /// The player, from 1.
    pub player: usize,
    /// What there is to say, a row of a table.
    pub description: Description,
    /// The sign that annotators use: `?!`, `?`, `??`.
    pub mark: &'static str,
    /// What an annotated record says; it belongs to the next move if the step is no move.
    pub comment: String,
    /// The best decisions, best first, each with its value in words.
    pub candidates: Vec<JudgedCandidate>,
    /// The place of the decision that was made among all of them, from 1, as far as they were valued.
    pub rank: Option<usize>,
    /// What its player may expect after it, 0 to 1.
    pub expected: f64,
    /// What it lost, in words; nothing if it was the best.
    pub lost: String,
}

/// A decision that could be made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgedCandidate {
    /// The move.
    pub mv: String,
    /// Its value in words.
    pub value: String,
    /// The same as a number.
    pub number: f64,
}

/// Judges step by step.
pub trait Judge<G: Game>: Send {
    /// Judges a step before it is made; nothing to say about some.
    fn judge(
        &mut self,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<StepVerdict>;

    /// The sums since they were asked for before.
    fn take_tally(&mut self) -> JudgingTally;
}

/// The sums of games in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgingSummary {
    /// About each player: what is counted.
    pub players: Vec<Description>,
    /// What the numbers mean.
    pub remark: &'static str,
}

/// Adds the sums of another game.
pub fn add_tally(sums: &mut JudgingTally, more: &JudgingTally) {
    for (name, numbers) in more {
        match sums.iter_mut().find(|(known, _)| known == name) {
            Some((_, sum)) => {
                sum[0] += numbers[0];
                sum[1] += numbers[1];
            }
            None => sums.push((name.clone(), *numbers)),
        }
    }
}
