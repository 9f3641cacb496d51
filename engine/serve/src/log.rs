//! The log of the server, on standard error: lines of text or of JSON. Messages contain no tokens, no keys of rooms and no
//! addresses of requests: they name the route pattern instead.

use std::io;
use std::panic;
use std::str::FromStr;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

/// The least severe messages that are logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLevel(LevelFilter);

impl LogLevel {
    /// The names of all levels.
    pub const NAMES: [&str; 5] = ["off", "error", "warn", "info", "debug"];
    /// Errors and warnings.
    pub const WARN: Self = Self(LevelFilter::WARN);
    /// Errors alone.
    pub const ERROR: Self = Self(LevelFilter::ERROR);
}

impl FromStr for LogLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_level = Self::NAMES.contains(&text);
        let level = is_level.then(|| text.parse().ok()).flatten();
        level.map(Self).ok_or_else(|| Self::NAMES.join(", "))
    }
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

impl LogFormat {
    /// The names of all formats.
    pub const NAMES: [&str; 2] = ["text", "json"];
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(Self::NAMES.join(" or ")),
        }
    }
}

/// Starts the log of this process. Panics of threads are logged as errors. A second call changes nothing.
pub fn start_log(level: LogLevel, format: LogFormat) {
    let log = fmt().with_max_level(level.0).with_writer(io::stderr).with_target(false);
    let log = log.with_ansi(false);
    let started = match format {
        LogFormat::Text => log.try_init().is_ok(),
        LogFormat::Json => log.json().flatten_event(true).try_init().is_ok(),
    };
    if started {
        panic::set_hook(Box::new(|panic| {
            tracing::error!(cause = panic.to_string(), "a thread has panicked");
        }));
    }
}

/// Logs that the server has stopped.
pub fn log_end() {
    tracing::info!("server stopped");
}
