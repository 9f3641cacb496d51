//! Reports failures: one line on standard error, as text or JSON, and the exit code.

use std::io::{self, Write};

use ludex_kit::{InputError, say};
use serde_json::json;

pub use ludex_kit::registry::{CouldNot, SessionError};

use crate::program;

/// Reports an error, as text or as JSON, and returns the exit code.
pub fn report(error: &anyhow::Error, as_json: bool) -> u8 {
    if is_broken_pipe(error) {
        return 0;
    }
    let _ = io::stderr().lock().write_all(text(error, as_json).as_bytes());
    if input_error(error).is_some() { 2 } else { 1 }
}

/// The input error inside an error, if there is one.
pub fn input_error(error: &anyhow::Error) -> Option<&InputError> {
    error.downcast_ref().or_else(|| match error.downcast_ref()? {
        SessionError::Input(error) => Some(error),
        SessionError::CouldNot(_) => None,
    })
}

/// Extracts the input error from an error.
pub fn into_input_error(error: anyhow::Error) -> Result<InputError, anyhow::Error> {
    match error.downcast() {
        Ok(SessionError::Input(error)) => Ok(error),
        Ok(other) => Err(other.into()),
        Err(error) => error.downcast(),
    }
}

/// An error as one line of text or JSON.
pub fn text(error: &anyhow::Error, as_json: bool) -> String {
    if as_json { json_line(error) } else { line(error) }
}

/// An error as one line of text.
pub fn line(error: &anyhow::Error) -> String {
    say!("error: {error}", error = words(error)) + "\n"
}

/// What [`line()`] says after `error: `.
pub fn words(error: &anyhow::Error) -> String {
    one_line(&format!("{error:#}"))
}

/// An error as a JSON object: `{"error":{"place":…,"message":…,"hint":…}}`.
fn json_line(error: &anyhow::Error) -> String {
    let object = match input_error(error) {
        Some(input) => {
            let outer = error
                .chain()
                .take_while(|part| !part.is::<InputError>() && !part.is::<SessionError>());
            let mut words: Vec<String> = outer.map(ToString::to_string).collect();
            words.push(input.message());
            json!({"place": input.place, "message": one_line(&words.join(": ")), "hint": input.hint.as_deref().map(program::own_words)})
        }
        None => json!({"place": null, "message": one_line(&format!("{error:#}")), "hint": null}),
    };
    json!({"error": object}).to_string() + "\n"
}

/// The text on one line, without the operating system's error numbers and without control characters, which a terminal would obey.
fn one_line(text: &str) -> String {
    let text = program::own_words(text)
        .replace('\r', "")
        .replace('\n', " ")
        .replace(char::is_control, "\u{fffd}");
    let mut parts = text.split(" (os error ");
    let mut line = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        line.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    line
}

/// Whether the reader of our output has closed the pipe, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
