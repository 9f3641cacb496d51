//! Rollouts as the program asks games for them: what to roll out, and what came of it.

use std::time::Duration;

use ludex_search::rollout::{
    RolloutEnding, RolloutOptions, RolloutReport, RolloutSums, RolloutTask, Rollouts,
};
use ludex_search::{Game, StopFlag, Value, ValueModel};

use crate::interface::explanation::Description;
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::SearchSetup;

/// Rolls positions out.
pub trait Roller<G: Game> {
    /// Rolls out plays of a position, or the position.
    fn roll_out(
        &self,
        setup: &SearchSetup,
        pos: &G::Position,
        request: &RolloutRequest<G::Move>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, G::Move>,
    ) -> Result<RolledOut<G::Move>, InputError>;

    /// By what positions are judged on the way.
    fn judge(&self, setup: &SearchSetup) -> Result<RolloutJudge, InputError>;
}

/// By what rollouts judge positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolloutJudge {
    /// The name of the evaluation, or the path of the file of its networks.
    pub evaluator: String,
    /// Its networks as bytes; none where it has no networks.
    pub networks: Vec<u8>,
}

/// What to roll out.
#[derive(Clone, Debug)]
pub struct RolloutRequest<M> {
    /// How. Whether the luck is taken away is said below.
    pub options: RolloutOptions,
    /// Whether the luck is taken away; where nobody says anything, if the game gains by it.
    pub reduces_variance: Option<bool>,
    /// The plays that are asked for; none: the best by static value.
    pub plays: Vec<M>,
    /// How many of the best, if no play is named.
    pub lines: usize,
    /// Whether a doubling cube, or what else is decided beside the plays, is in use, where the game has it.
    pub cubeful: bool,
    /// The [numbers](RolledOut::numbers) of a rollout that goes on.
    pub numbers: Option<Vec<f64>>,
}

/// One play, or the position itself, rolled out.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledLine<M> {
    /// The play or action; none where the position itself was rolled out.
    pub mv: Option<M>,
    /// The games that it was played out in.
    pub trials: u64,
    /// What it is worth to the player to move, in the game's unit.
    pub value: f64,
    /// The standard error of that.
    pub error: f64,
    /// By how many joint standard deviations it is behind the best.
    pub behind: f32,
    /// What the game says about it.
    pub description: Description,
}

/// What came of rollouts so far.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledOut<M> {
    /// The lines, best first.
    pub lines: Vec<RolledLine<M>>,
    /// The plays in the order in which the numbers tell of them; none where no play was rolled out.
    pub plays: Vec<M>,
    /// Games from each position that was not dropped on the way.
    pub trials: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// Whether the luck was taken away.
    pub reduces_variance: bool,
    /// Why it is over; nothing while it goes on.
    pub ending: Option<RolloutEnding>,
    /// What the games add up to: all that is needed to go on.
    pub numbers: Vec<f64>,
    /// What the game says about the position.
    pub description: Description,
}

impl<M> RolledOut<M> {
    /// What a report says of lines and plays.
    pub fn of<V>(
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

/// The end of a confidence interval of 95 %, in standard errors.
pub const CONFIDENCE: f64 = 1.959_964;

/// Who is told of rollouts under way.
pub type RolloutObserver<'a, M> = dyn FnMut(&RolledOut<M>) + 'a;

/// The sums of a rollout of so many positions that goes on, if it does.
pub fn sums_of<M, V: Value>(
    request: &RolloutRequest<M>,
    positions: usize,
) -> Result<Option<RolloutSums>, InputError> {
    let Some(numbers) = &request.numbers else {
        return Ok(None);
    };
    let sums = RolloutSums::from_numbers(numbers, positions, V::COMPONENTS);
    sums.map(Some).ok_or_else(|| {
        let found = format!("{} numbers", numbers.len());
        InputError::new("sums", found, "the sums of a rollout of these plays")
    })
}

/// Rolls positions out, and puts every report into words.
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
