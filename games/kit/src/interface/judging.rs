//! Judging recorded games with the measures that are usual among the game's players.

use std::borrow::Cow;

use ludex_search::{Game, Limits, Step, StopFlag};

use crate::interface::explanation::Description;
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::SearchSetup;

/// Judges recorded games in the game's own way, instead of by a search alone.
pub trait Annotator<G: Game> {
    /// Makes a judge for one game.
    fn judge(&self, setup: &SearchSetup) -> Result<Box<dyn Judge<G>>, InputError>;

    /// Describes the sums over the judged games.
    fn summarise(&self, tally: &JudgingTally) -> JudgingSummary;
}

/// Named sums, one number per player.
pub type JudgingTally = Vec<(Cow<'static, str>, [f64; 2])>;

/// The verdict on one step of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepVerdict {
    /// The player, from 1.
    pub player: usize,
    /// The details, as a table row.
    pub description: Description,
    /// The annotators' mark: `?!`, `?` or `??`.
    pub mark: &'static str,
    /// Comment for an annotated record. If the step is not a move, the comment goes to the next move.
    pub comment: String,
    /// The best decisions, best first, each with its value as text.
    pub candidates: Vec<JudgedCandidate>,
    /// Rank of the decision that was made, from 1, among those that were evaluated.
    pub rank: Option<usize>,
    /// Expected result of the player after this decision, 0 to 1.
    pub expected: f64,
    /// How much worse the decision was than the best one, as text; empty if it was the best.
    pub lost: String,
}

/// A possible decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgedCandidate {
    /// The move.
    pub mv: String,
    /// Its value as text.
    pub value: String,
    /// Its value as a number.
    pub number: f64,
}

/// Judges a game step by step.
pub trait Judge<G: Game>: Send {
    /// Judges a step before it is made. `None` if there is nothing to say about it.
    fn judge(
        &mut self,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<StepVerdict>;

    /// Returns the sums over the steps judged since the last call.
    fn take_tally(&mut self) -> JudgingTally;
}

/// The sums over the judged games, described for readers and JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgingSummary {
    /// For each player, the counted quantities.
    pub players: Vec<Description>,
    /// Explains the numbers.
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
