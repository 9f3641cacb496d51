//! Reading files and standard input as text. What cannot be read is bad input.

use std::io::{self, Read};
use std::path::Path;

use ludex_games::InputError;

/// The name that stands for standard input.
pub const STDIN: &str = "-";

/// The whole text of a file, or of standard input for `-`.
pub fn read_file(path: &Path) -> Result<String, InputError> {
    if path == Path::new(STDIN) {
        return read_stdin();
    }
    let place = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| {
        InputError::new(&place, error.to_string(), "a file that can be read")
            .with_hint("check the name, the folder and the permissions")
    })?;
    to_text(bytes, &place)
}

/// A value of the command line: itself, or standard input for `-`, without blanks at its ends.
pub fn read_value(value: &str) -> Result<String, InputError> {
    let text = if value == STDIN {
        read_stdin()?
    } else {
        value.to_owned()
    };
    Ok(text.trim().to_owned())
}

fn read_stdin() -> Result<String, InputError> {
    let mut bytes = Vec::new();
    io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| {
            InputError::new("standard input", error.to_string(), "text that can be read")
        })?;
    to_text(bytes, "standard input")
}

/// Checks that bytes are text, and drops the mark that some editors put in front.
pub fn to_text(bytes: Vec<u8>, place: &str) -> Result<String, InputError> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].split(|&byte| byte == b'\n').count();
        let found = format!("the byte {:#04x}", error.as_bytes()[at]);
        InputError::new(
            format!("{place}, line {line}, byte {}", at + 1),
            found,
            "text in UTF-8",
        )
        .with_hint("save the file as UTF-8")
    })?;
    Ok(text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text))
}
