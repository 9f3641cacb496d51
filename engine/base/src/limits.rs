//! Limits of a search, shared by commands, protocols and tables.

use std::time::Duration;

use ludex_kit::{InputError, say};
use ludex_search::{Limits, SearchOptions};

/// Time of a search without any other limit.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Checks the limits of a deterministic search: it reads no clock, so it needs a limit other than time.
pub fn check_deterministic(options: &SearchOptions, limits: &Limits) -> Result<(), InputError> {
    if !options.deterministic {
        return Ok(());
    }
    let error = |sentence: String| {
        Err(InputError::sentence("--deterministic", sentence)
            .with_hint(say!("use --nodes 1000000 or --depth 8")))
    };
    match limits {
        Limits { time: Some(_), .. } => {
            error(say!("this option needs --nodes or --depth and cannot be used with a time"))
        }
        Limits { clock: Some(_), .. } => {
            error(say!("this option needs --nodes or --depth and cannot be used with --clock"))
        }
        Limits { nodes: None, depth: None, .. } => {
            error(say!("this option needs --nodes or --depth"))
        }
        _ => Ok(()),
    }
}
