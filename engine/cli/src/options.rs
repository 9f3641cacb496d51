//! Groups of options that several commands share.

mod book;
mod limits;
mod position;
mod search;

use clap::{Arg, Args};
use ludex_kit::{InputError, Variant, say};

pub use book::BookArgs;
pub use limits::{LimitArgs, OverheadArgs};
pub use position::PositionArgs;
pub(super) use position::{ALL_BRANCHES, Damage, DealArgs, SeededDealArgs, find_branch, locate};
pub(super) use search::ChosenSearch;
pub use search::SearchArgs;

use crate::WORDS;
use crate::config::Config;
use ludex_base::numbers;

/// Parses options of a variant, at least one.
pub(super) fn variant(text: &str) -> Result<Variant, InputError> {
    if text.trim().is_empty() {
        return Err(InputError::new("", text, say!("options as key=value,…")));
    }
    text.parse()
}

/// Returns the caller's error for the first of these options that is given.
pub(super) fn refuse(
    given: &[(&str, bool)],
    error: impl FnOnce(&str) -> InputError,
) -> Result<(), InputError> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(error(option)),
        None => Ok(()),
    }
}

/// An error if an option repeats what a file already determines.
pub(super) fn refuse_beside_file(given: &[(&str, bool)]) -> Result<(), InputError> {
    refuse(given, |option| {
        InputError::sentence(option, say!("this option cannot be used with a file of settings"))
            .with_hint(say!("write the value into the file"))
    })
}

/// Hides these options from the help of a command. The command refuses them, but has them because it shares a group of options with others.
pub(super) fn unlisted(names: &'static [&'static str]) -> impl FnMut(Arg) -> Arg {
    |arg| {
        let is_refused = names.contains(&arg.get_id().as_str());
        if is_refused { arg.hide(true) } else { arg }
    }
}

/// An error for options that would have no effect. `what` is marked by `message!`.
pub(super) fn refuse_ignored(what: &str, given: &[(&str, bool)]) -> Result<(), InputError> {
    refuse(given, |option| {
        let what = WORDS.translate(what);
        InputError::sentence(
            option,
            say!("this option has no effect on {what}; leave it out", what),
        )
    })
}

/// The number of cores, or fewer if there is not enough memory for that many threads.
pub(super) fn all_cores() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = cores.min(numbers::MAX_THREADS);
    let mut fewer = (1..=most).rev();
    fewer.find(|&threads| numbers::fits_threads(threads)).unwrap_or(1)
}

/// Options of the output.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl OutputArgs {
    /// Whether JSON is requested, by the option or by default.
    pub fn json(self, config: &Config) -> Result<bool, InputError> {
        config.switch(self.json, "json")
    }
}
