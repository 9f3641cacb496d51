//! Limits of a search.

use std::time::Duration;

use clap::Args;
use ludex_kit::{InputError, message, say};
use ludex_search::{Limits, TimeControl};

use super::refuse_ignored;
use crate::config::Config;
use ludex_base::limits::DEFAULT_TIME;
use ludex_base::numbers;

/// The limits of a search.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Time for a move, such as 5s, 500ms or 2m; bestmove and the analysis of a position also accept infinite, which means until Ctrl-C
    /// [default: 1s without another limit]
    #[arg(long, short, value_name = "TIME", value_parser = numbers::search_time, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Number of nodes to search, such as 1000000, 1e6 or 2M; a node is usually a move made on the board (see
    /// `ludex games GAME`)
    #[arg(long, short, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, short, value_name = "PLIES", value_parser = numbers::depth, allow_hyphen_values = true)]
    pub depth: Option<u32>,
    /// Clock for the rest of the game, with an increment for each move: 60s+1s
    #[arg(long, value_name = "TIME+INCREMENT", value_parser = numbers::clock, allow_hyphen_values = true)]
    pub clock: Option<TimeControl>,
    /// Time lost outside the search, which a clock must allow for.
    #[command(flatten)]
    pub overhead: OverheadArgs,
}

/// Time lost outside the search, which a clock must allow for.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct OverheadArgs {
    /// Time lost for each move outside the search, such as network lag (0 to 10s) [default: 50ms]
    #[arg(long, value_name = "TIME", value_parser = numbers::overhead, allow_hyphen_values = true)]
    pub overhead: Option<Duration>,
}

impl OverheadArgs {
    /// The overhead given, or the default.
    pub fn overhead(self, config: &Config) -> Result<Duration, InputError> {
        let overhead = config.or(self.overhead, "overhead", numbers::overhead)?;
        Ok(overhead.unwrap_or(TimeControl::OVERHEAD))
    }
}

impl LimitArgs {
    /// Which of the options are given.
    pub(crate) fn options(&self) -> [(&'static str, bool); 4] {
        [
            ("--time", self.time.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--depth", self.depth.is_some()),
            ("--clock", self.clock.is_some()),
        ]
    }

    /// The limits given, or else the default limits, or else one second. Limits from two sources are not combined.
    pub fn limits(&self, config: &Config) -> Result<Limits, InputError> {
        Ok(or_usual(self.given(config)?))
    }

    /// The limits of an interactive search that Ctrl-C ends. An infinite time is allowed there and means no limit.
    pub fn until_stopped(&self, config: &Config) -> Result<Limits, InputError> {
        let limits = self.read(config)?;
        Ok(match limits.time {
            Some(Duration::MAX) => Limits { time: None, ..limits },
            _ => or_usual(limits),
        })
    }

    /// The limits given, or else the default limits, or else none. An infinite time is an error.
    pub fn given(&self, config: &Config) -> Result<Limits, InputError> {
        let limits = self.read(config)?;
        if limits.time == Some(Duration::MAX) {
            let problem = say!(
                "works only with bestmove and with the analysis of one position; give a time such as 5s"
            );
            return Err(InputError::problem("--time", numbers::INFINITE, problem));
        }
        Ok(limits)
    }

    fn read(&self, config: &Config) -> Result<Limits, InputError> {
        let limits = self.without_overhead(config)?;
        let is_idle = limits.clock.is_none() && self.overhead.overhead.is_some();
        refuse_ignored(message!("a search without --clock"), &[("--overhead", is_idle)])?;
        let overhead = self.overhead.overhead(config)?;
        Ok(Limits { clock: limits.clock.map(|clock| clock.with_overhead(overhead)), ..limits })
    }

    fn without_overhead(&self, config: &Config) -> Result<Limits, InputError> {
        let given =
            Limits { time: self.time, nodes: self.nodes, depth: self.depth, clock: self.clock };
        if !given.is_infinite() {
            return Ok(given);
        }
        let Some(layer) = config.layer_with(&["time", "nodes", "depth", "clock"]) else {
            return Ok(Limits::default());
        };
        let get = |key: &str| layer.get(key);
        Ok(Limits {
            time: get("time").map(|d| d.parse(numbers::search_time)).transpose()?,
            nodes: get("nodes").map(|d| d.parse(numbers::count)).transpose()?,
            depth: get("depth").map(|d| d.parse(numbers::depth)).transpose()?,
            clock: get("clock").map(|d| d.parse(numbers::clock)).transpose()?,
        })
    }
}

/// The limits, or one second if there are none.
fn or_usual(limits: Limits) -> Limits {
    if limits.is_infinite() {
        return Limits::time(DEFAULT_TIME);
    }
    limits
}
