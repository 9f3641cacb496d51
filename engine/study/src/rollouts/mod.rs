//! Options of rollouts, with one set of limits for the command line and the web board.

mod file;

pub use file::{
    Goal, JudgedBy, RolloutFile, RolloutWriter, Settings, locate_rollout, read_rollout,
    take_rollout,
};

use std::fmt::Display;

use ludex_kit::{InputError, say};
use ludex_search::rollout::{Certainty, RolloutOptions};

/// Default number of games for each position: 1296 is 36 × 36, so each combination of the first two rolls occurs
/// once.
pub const TRIALS: u64 = 1296;
/// Default number of candidate plays that are rolled out.
pub const PLAYS: usize = 3;
/// Range of the number of plays after which games may be truncated.
pub const TRUNCATIONS: (usize, usize) = (1, 10_000);
/// Maximum search depth for choosing the plays of a rollout.
pub const DEEPEST: usize = 3;
/// Maximum standard error that can be requested.
pub const GREATEST_ERROR: f64 = 10.0;
/// Maximum number of joint standard deviations between two plays.
pub const MOST_DEVIATIONS: f64 = 100.0;

/// The requested options.
#[derive(Clone, Copy, Debug, Default)]
pub struct RolloutChoice {
    /// Games for each position.
    pub trials: Option<u64>,
    /// Number of plays after which games are truncated.
    pub truncate: Option<u32>,
    /// Search depth for choosing plays.
    pub depth: Option<u32>,
    /// The standard error at which the rollout ends.
    pub error: Option<f64>,
    /// Number of joint standard deviations at which a play is dropped.
    pub jsd: Option<f64>,
    /// Minimum number of games before a play is dropped.
    pub min_trials: Option<u64>,
}

impl RolloutChoice {
    /// The options, if every number is within its limits. `name` returns the name of a number for errors.
    pub fn options(&self, name: impl Fn(&str) -> String) -> Result<RolloutOptions, InputError> {
        let whole = |place: &str, number: Option<u64>, (least, most): (u64, u64)| {
            let expected = match most {
                u64::MAX => say!("a whole number above zero"),
                _ => say!("a whole number from {least} to {most}", least, most),
            };
            let fits = |number: &u64| (least..=most).contains(number);
            within(name(place), number, fits, expected)
        };
        let real = |place: &str, number: Option<f64>, most: f64| {
            let expected = say!("a number above 0 and at most {most}", most);
            let fits = |&number: &f64| number > 0.0 && number <= most;
            within(name(place), number, fits, expected)
        };
        let (least, most) = TRUNCATIONS;
        let truncations = (least as u64, most as u64);
        whole("trials", self.trials, (1, u64::MAX))?;
        whole("min_trials", self.min_trials, (1, u64::MAX))?;
        whole("truncate", self.truncate.map(u64::from), truncations)?;
        whole("depth", self.depth.map(u64::from), (0, DEEPEST as u64))?;
        real("error", self.error, GREATEST_ERROR)?;
        real("jsd", self.jsd, MOST_DEVIATIONS)?;
        Ok(RolloutOptions {
            trials: self.trials.unwrap_or(TRIALS),
            plies: self.truncate,
            play_depth: self.depth.unwrap_or(0),
            target_error: self.error.map(|error| error as f32),
            certainty: self.jsd.map(|deviations| Certainty {
                deviations: deviations as f32,
                min_trials: self.min_trials.unwrap_or(Certainty::MIN_TRIALS),
            }),
            ..RolloutOptions::default()
        })
    }
}

fn within<T: Display>(
    place: String,
    number: Option<T>,
    fits: impl Fn(&T) -> bool,
    expected: String,
) -> Result<(), InputError> {
    match number.filter(|number| !fits(number)) {
        Some(number) => Err(InputError::new(place, number.to_string(), expected)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_their_bounds_are_refused() {
        let check = |choice: RolloutChoice, place: &str| {
            let told = choice.options(|name| format!("--{name}"));
            let found = told.err().map(|error| error.place).unwrap_or_default();
            assert_eq!(found, place, "{choice:?}");
        };
        let usual = RolloutChoice::default();
        check(usual, "");
        for (truncate, place) in [(0, "--truncate"), (1, ""), (10_000, ""), (10_001, "--truncate")]
        {
            let truncate = Some(truncate);
            check(RolloutChoice { truncate, ..usual }, place);
        }
        for jsd in [-1.0, 0.0, f64::NAN, 100.5, f64::INFINITY] {
            check(RolloutChoice { jsd: Some(jsd), ..usual }, "--jsd");
            check(RolloutChoice { error: Some(jsd), ..usual }, "--error");
        }
        check(RolloutChoice { jsd: Some(2.33), ..usual }, "");
        check(RolloutChoice { trials: Some(0), ..usual }, "--trials");
        check(RolloutChoice { min_trials: Some(0), ..usual }, "--min_trials");
        check(RolloutChoice { depth: Some(4), ..usual }, "--depth");
    }
}
