//! How a command fails: one line on standard error, and the exit code that belongs to it.

use std::io::{self, Write};

use ludex_games::InputError;

pub use ludex_games::registry::CouldNot;

use crate::output;

/// Tells the user what went wrong and returns the exit code.
pub fn report(error: &anyhow::Error) -> u8 {
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        // Help and version come this way.
        return match output::help(usage) {
            Ok(()) => 0,
            Err(error) => report(&error.into()),
        };
    }
    if is_broken_pipe(error) {
        return 0;
    }
    let _ = io::stderr().lock().write_all(line(error).as_bytes());
    if error.downcast_ref::<InputError>().is_some() {
        2
    } else {
        1
    }
}

/// The one line of an error, without the numbers that an operating system gives its own.
pub fn line(error: &anyhow::Error) -> String {
    let text = format!("{error:#}").replace('\r', "").replace('\n', " ");
    let mut parts = text.split(" (os error ");
    let mut line = format!("error: {}", parts.next().unwrap_or_default());
    for part in parts {
        line.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    line + "\n"
}

/// Whether the reader of our output went away, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
