//! Rollouts as the program asks games for them: what to roll out, and what came of it.

use std::time::Duration;

use ludex_search::rollout::{RolloutOptions, RolloutReport, Rollouts};
use ludex_search::{Game, StopFlag, ValueModel};

use crate::{Description, InputError, SearchSetup};

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
}

/// What to roll out.
#[derive(Clone, Debug)]
pub struct RolloutRequest<M> {
    /// How.
    pub options: RolloutOptions,
    /// The plays that are asked for; none: the best by static value.
    pub plays: Vec<M>,
    /// How many of the best, if no play is named.
    pub lines: usize,
    /// Whether a doubling cube, or what else is decided beside the plays, is in use, where the game has it.
    pub cubeful: bool,
}

/// One play, or the position itself, rolled out.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledLine<M> {
    /// The play or action; none where the position itself was rolled out.
    pub mv: Option<M>,
    /// What it is worth to the player to move, in the game's unit.
    pub value: f64,
    /// The standard error of that.
    pub error: f64,
    /// What the game says about it.
    pub description: Description,
}

/// What came of rollouts so far.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledOut<M> {
    /// The lines, best first.
    pub lines: Vec<RolledLine<M>>,
    /// Games from each position.
    pub trials: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// What the game says about the position.
    pub description: Description,
}

/// The end of a confidence interval of 95 %, in standard errors.
pub const CONFIDENCE: f64 = 1.959_964;

/// Who is told of rollouts under way.
pub type RolloutObserver<'a, M> = dyn FnMut(&RolledOut<M>) + 'a;

/// Rolls positions out from `root`, and puts every report into words.
pub fn roll_out<G: Game, V: ValueModel<G>>(
    rollouts: &Rollouts<G, V>,
    root: &G::Position,
    positions: &[G::Position],
    stop: &StopFlag,
    words: impl Fn(&RolloutReport<V::Value>) -> RolledOut<G::Move>,
    observer: &mut RolloutObserver<'_, G::Move>,
) -> RolledOut<G::Move> {
    let report = rollouts.run(root, positions, stop, &mut |report| {
        observer(&words(report));
    });
    words(&report)
}
