//! Rollouts: requests that the program makes to a game, and their results.

use std::time::Duration;

use ludex_search::rollout::{
    RolloutEnding, RolloutOptions, RolloutReport, RolloutSums, RolloutTask, Rollouts,
};
use ludex_search::{Game, StopFlag, Value, ValueModel};

use crate::interface::explanation::Description;
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::SearchSetup;
use crate::say;

/// Rolls positions out.
pub trait Roller<G: Game> {
    /// Rolls out the requested plays of a position, or the position itself.
    fn roll_out(
        &self,
        setup: &SearchSetup,
        pos: &G::Position,
        request: &RolloutRequest<G::Move>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, G::Move>,
    ) -> Result<RolledOut<G::Move>, InputError>;

    /// The evaluation used during the games.
    fn judge(&self, setup: &SearchSetup) -> Result<RolloutJudge, InputError>;
}

/// The evaluation that a rollout uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolloutJudge {
    /// Name of the evaluation, or path of its networks file.
    pub evaluator: String,
    /// The networks as bytes; empty if it has none.
    pub networks: Vec<u8>,
}

/// What to roll out, and how.
#[derive(Clone, Debug)]
pub struct RolloutRequest<M> {
    /// Limits, seed and so on. Variance reduction is set by the next field.
    pub options: RolloutOptions,
    /// Whether to reduce the variance by subtracting the luck. `None`: use it if the game benefits.
    pub reduces_variance: Option<bool>,
    /// The plays to roll out. If empty: the best plays by static evaluation.
    pub plays: Vec<M>,
    /// How many of the best plays to roll out if `plays` is empty.
    pub lines: usize,
    /// Whether the players of a rollout may also take decisions other than plays, such as doubling.
    pub cubeful: bool,
    /// The [numbers](RolledOut::numbers) of an earlier rollout to continue.
    pub numbers: Option<Vec<f64>>,
}

/// One play, or the position itself, with its rollout result.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledLine<M> {
    /// The play or action; `None` if the position itself was rolled out.
    pub mv: Option<M>,
    /// Number of games played from it.
    pub trials: u64,
    /// Mean result for the player to move, in the game's unit.
    pub value: f64,
    /// Standard error of the value.
    pub error: f64,
    /// Distance from the best line, in joint standard deviations.
    pub behind: f32,
    /// The game's description of the line.
    pub description: Description,
}

/// The result of rollouts so far.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledOut<M> {
    /// The lines, best first.
    pub lines: Vec<RolledLine<M>>,
    /// The plays in the order used by `numbers`; empty if the position itself was rolled out.
    pub plays: Vec<M>,
    /// Games played from each position that has not been dropped.
    pub trials: u64,
    /// Elapsed time.
    pub elapsed: Duration,
    /// Whether variance reduction was used.
    pub reduces_variance: bool,
    /// Why the rollout ended; `None` while it is running.
    pub ending: Option<RolloutEnding>,
    /// The accumulated sums: everything needed to continue the rollout.
    pub numbers: Vec<f64>,
    /// The game's description of the position.
    pub description: Description,
}

impl<M> RolledOut<M> {
    /// Converts a report about lines into a report about plays.
    pub fn from_report<V>(
        report: &RolloutReport<V>,
        reduces_variance: bool,
        lines: Vec<RolledLine<M>>,
        plays: Vec<M>,
        description: Description,
    ) -> Self {
        Self {
            lines,
            plays,
            trials: report.trials,
            elapsed: report.elapsed,
            reduces_variance,
            ending: report.ending,
            numbers: report.sums.to_numbers(),
            description,
        }
    }
}

/// Half-width of a 95 % confidence interval, in standard errors.
pub const CONFIDENCE: f64 = 1.959_964;

/// Receives reports of a running rollout.
pub type RolloutObserver<'a, M> = dyn FnMut(&RolledOut<M>) + 'a;

/// The sums of the earlier rollout that this request continues. `None` if it begins a new one. `positions` is the number of rolled-out
/// positions.
pub fn sums_of<M, V: Value>(
    request: &RolloutRequest<M>,
    positions: usize,
) -> Result<Option<RolloutSums>, InputError> {
    let Some(numbers) = &request.numbers else {
        return Ok(None);
    };
    let sums = RolloutSums::from_numbers(numbers, positions, V::COMPONENTS);
    sums.map(Some).ok_or_else(|| {
        let sentence = say!(
            "{number} numbers are not the sums of a rollout of these plays",
            number = numbers.len()
        );
        InputError::sentence("sums", sentence)
    })
}

/// Rolls positions out and describes every report.
pub fn roll_out<G: Game, V: ValueModel<G>>(
    rollouts: &Rollouts<G, V>,
    task: &RolloutTask<'_, G, V::Value>,
    stop: &StopFlag,
    words: impl Fn(&RolloutReport<V::Value>) -> RolledOut<G::Move>,
    observer: &mut RolloutObserver<'_, G::Move>,
) -> RolledOut<G::Move> {
    let report = rollouts.run(task, stop, &mut |report| observer(&words(report)));
    words(&report)
}
