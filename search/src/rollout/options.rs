//! Options of rollouts.

use crate::expectimax::ExpectimaxOptions;

/// Options of rollouts.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutOptions {
    /// How moves are searched if they are not chosen by their static value, and how final positions are evaluated. Its common options give
    /// the number of threads and the seed.
    pub search: ExpectimaxOptions,
    /// The number of games from each position.
    pub trials: u64,
    /// Games end after this number of moves and are then evaluated. `None`: they are played to the end.
    pub plies: Option<u32>,
    /// The search depth for choosing moves; 0 chooses by the static value after each move.
    pub play_depth: u32,
    /// The search depth for evaluating the positions at which games are cut off.
    pub end_depth: u32,
    /// Whether games also end at positions whose exact value is known from a table of endings.
    pub ends_where_known: bool,
    /// Whether the luck of every roll is subtracted: the static value of its best move, less the mean over all rolls.
    pub reduces_variance: bool,
    /// Whether the first two events of the games are spread evenly over all possibilities.
    pub stratifies: bool,
    /// The number of games between two checks of the error and the stop flag, and between reports.
    pub batch: u64,
    /// End when the standard error of every position's utility is at most this, after at least two batches.
    pub target_error: Option<f32>,
    /// Drop positions that are certainly worse, and end when the answer is certain.
    pub certainty: Option<Certainty>,
    /// When a rollout resumes with another `certainty`: decide again which positions are certainly worse. Positions that come back first
    /// play the games that they missed.
    pub rechecks_certainty: bool,
}

/// Defines when a position is certainly worse than another, and when a verdict is certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certainty {
    /// The difference between the two, in standard deviations (see [`RolloutReport::lead`](super::RolloutReport::lead)).
    pub deviations: f32,
    /// Nothing is certain before this number of games.
    pub min_trials: u64,
}

impl Certainty {
    /// The default of [`min_trials`](Self::min_trials).
    pub const MIN_TRIALS: u64 = 144;

    /// The number of games before which nothing is certain; at least two, to have a variance.
    pub(super) fn least_trials(&self) -> u64 {
        self.min_trials.max(2)
    }
}

impl Default for RolloutOptions {
    fn default() -> Self {
        Self {
            search: ExpectimaxOptions::default(),
            trials: 1296,
            plies: None,
            play_depth: 0,
            end_depth: 0,
            ends_where_known: true,
            reduces_variance: true,
            stratifies: true,
            batch: 36,
            target_error: None,
            certainty: None,
            rechecks_certainty: false,
        }
    }
}
