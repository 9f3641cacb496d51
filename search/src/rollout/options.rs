//! Parameters of rollouts.

use crate::expectimax::ExpectimaxOptions;

/// Parameters of rollouts.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutOptions {
    /// How plays are looked for where they are not chosen by their static value, and how ends are valued; its options of
    /// every search give the threads and the seed.
    pub search: ExpectimaxOptions,
    /// Games to be played from each position.
    pub trials: u64,
    /// Games end after so many plays, by what the position is worth then. None: they are played to their ends.
    pub plies: Option<u32>,
    /// The depth at which plays are chosen, counted from the static value of the plays, 0.
    pub play_depth: u32,
    /// The depth at which positions are valued where games are cut off.
    pub end_depth: u32,
    /// Games end where the exact value of a position is known, in a table of endings. Otherwise only where they are over.
    pub ends_where_known: bool,
    /// Take away the luck of every roll: what its best play is worth, less the mean over all rolls, both by static values.
    pub reduces_variance: bool,
    /// Spread the first two events of the games evenly over all that can happen.
    pub stratifies: bool,
    /// Games between two looks at the error, the stop flag and the observer.
    pub batch: u64,
    /// End as soon as the standard error of every position's utility is at most this, after at least two batches.
    pub target_error: Option<f32>,
    /// Drop what is behind for certain, and end when nothing is left to be decided.
    pub certainty: Option<Certainty>,
    /// Where a rollout goes on: decide anew what is worse for certain, since `certainty` is another one than before. Positions that
    /// come back catch up first.
    pub decides_anew: bool,
}

/// When a position is behind another for certain, and a verdict settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certainty {
    /// Standard deviations of the difference between the two (see [`RolloutReport::lead`](super::RolloutReport::lead)).
    pub deviations: f32,
    /// Nothing is certain before so many games.
    pub min_trials: u64,
}

impl Certainty {
    /// The games before which nothing is certain, unless the user says otherwise.
    pub const MIN_TRIALS: u64 = 144;

    /// The games before which nothing is certain; a spread needs two.
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
            decides_anew: false,
        }
    }
}
