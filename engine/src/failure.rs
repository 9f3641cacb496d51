//! How a command fails: one line on standard error, and the exit code that belongs to it.

use std::fmt;
use std::io::{self, Write};

use ludex_games::InputError;

/// A command that was understood but could not be done: exit code 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouldNot(pub String);

impl fmt::Display for CouldNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CouldNot {}

/// Tells the user what went wrong and returns the exit code.
pub fn report(error: &anyhow::Error) -> u8 {
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        // Help and version come this way too, with code 0; a closed pipe is no reason to complain.
        let _ = usage.print();
        return u8::try_from(usage.exit_code()).unwrap_or(2);
    }
    if is_broken_pipe(error) {
        return 0;
    }
    let line = format!("error: {error:#}\n").replace(['\r'], "");
    let _ = io::stderr().lock().write_all(line.as_bytes());
    if error.downcast_ref::<InputError>().is_some() {
        2
    } else {
        1
    }
}

/// Whether the reader of our output went away, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
