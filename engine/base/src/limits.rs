//! What bounds a search, for commands, protocols and tables alike.

use std::time::Duration;

use ludex_kit::InputError;
use ludex_search::{Limits, SearchOptions};

/// The time of a search without any other limit.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A deterministic search reads no clock, so it needs a limit that is none of time.
pub fn check_deterministic(options: &SearchOptions, limits: &Limits) -> Result<(), InputError> {
    if !options.deterministic {
        return Ok(());
    }
    let error = |found: &str| {
        Err(InputError::new("--deterministic", found, "--nodes or --depth, and no time")
            .with_hint("add --nodes 1000000 or --depth 8"))
    };
    match limits {
        Limits { time: Some(_), .. } => error("a limit of time"),
        Limits { clock: Some(_), .. } => error("a clock"),
        Limits { nodes: None, depth: None, .. } => error("no limit"),
        _ => Ok(()),
    }
}
