//! Reads whole files and standard input. Unreadable input is an input error. So is endless input: a device, a pipe
//! without end, or a file too large for memory.
//!
//! **Invariant:** All input from outside is bounded. `lines.rs` limits lines, and this module limits whole files; only the line editor of a
//! terminal reads input elsewhere. The content is limited too: moves of a record (`check_length`), steps of a session (`MAX_STEPS`), cells
//! of a picture (`MOST_CELLS`), columns of Trax (`WIDEST`). Tests: `engine/tests/it/bad_input.rs`, `memory.rs`.

use std::fs::{self, File, FileType};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::OnceLock;

use ludex_kit::words::Language;
use ludex_kit::{InputError, message, say};

use crate::encoding::{DecodedText, decode};
use crate::output;
use crate::slow_input::SlowInputRemark;

/// The file name that means standard input.
pub const STDIN: &str = "-";

/// Maximum size of a file that is read whole, in MiB: enough for the games of a hundred tournaments.
pub const MAX_FILE_MIB: u64 = 256;

/// The bytes of a file, up to [`MAX_FILE_MIB`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_whole(File::open(path)?, MAX_FILE_MIB << 20)
}

/// Hint for a file of an earlier run that has been damaged or changed.
pub fn put_back() -> String {
    say!("restore the file from a copy, if there is one")
}

/// The text of a file that an earlier run has written; `None` if it does not exist. `expected` describes what it
/// should contain.
pub fn read_run_file(path: &Path, expected: &str) -> Result<Option<String>, InputError> {
    let place = path.display().to_string();
    match read_regular(path) {
        Ok(bytes) => to_text(bytes, &place).map(Some).map_err(|error| error.with_hint(put_back())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(InputError::sentence(
            place,
            say!(
                "{expected} cannot be read here: {error}",
                expected,
                error = read_error_words(&error)
            ),
        )),
    }
}

/// The bytes of a regular file. Devices and pipes are refused, because reading them may block or never end.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    must_be_regular(path)?;
    read(path)
}

/// The bytes of a file that a long run has written. There is no size limit, because training data may exceed [`MAX_FILE_MIB`].
pub fn read_unlimited(path: &Path) -> io::Result<Vec<u8>> {
    must_be_regular(path)?;
    fs::read(path)
}

fn must_be_regular(path: &Path) -> io::Result<()> {
    let kind = path.metadata()?.file_type();
    if kind.is_file() { Ok(()) } else { Err(io::Error::other(file_type_words(kind))) }
}

/// What to call a file that is not a regular file, such as a device.
fn file_type_words(kind: FileType) -> String {
    if kind.is_dir() {
        return say!("a directory");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return say!("a pipe");
        }
        if kind.is_socket() {
            return say!("a socket");
        }
    }
    say!("a device")
}

/// Describes why a file could not be read.
pub fn read_error_words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => say!("the file does not exist"),
        _ => io_error_words(error),
    }
}

/// Describes an error of the operating system. Its own texts are English.
pub fn io_error_words(error: &io::Error) -> String {
    let text = match error.kind() {
        _ if Language::current() == Language::English || error.raw_os_error().is_none() => None,
        ErrorKind::NotFound => Some(message!("No such file or directory")),
        ErrorKind::PermissionDenied => Some(message!("Permission denied")),
        ErrorKind::AlreadyExists => Some(message!("File exists")),
        ErrorKind::NotADirectory => Some(message!("Not a directory")),
        ErrorKind::IsADirectory => Some(message!("Is a directory")),
        ErrorKind::ReadOnlyFilesystem => Some(message!("Read-only file system")),
        ErrorKind::StorageFull => Some(message!("No space left on device")),
        ErrorKind::InvalidFilename => Some(message!("File name too long")),
        _ => None,
    };
    text.map_or_else(|| error.to_string(), |text| crate::WORDS.translate(text).to_owned())
}

fn read_whole(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let text = say!("more than {most} MiB", most = most >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

/// The whole text of a file, or of standard input for `-`.
pub fn read_file(path: &Path) -> Result<String, InputError> {
    to_text(read_bytes(path)?, &error_place(path))
}

/// The text of a file from another program, in any encoding, with a remark about the encoding.
pub fn read_foreign(path: &Path) -> Result<DecodedText, InputError> {
    let (bytes, place) = (read_bytes(path)?, error_place(path));
    refuse_binary(&bytes, &place)?;
    let mut decoded = decode(&bytes);
    decoded.remark = decoded.remark.map(|remark| remark.within(place));
    Ok(decoded)
}

/// The file name as the place of an error.
pub fn error_place(path: &Path) -> String {
    if path == Path::new(STDIN) { "standard input".to_owned() } else { path.display().to_string() }
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, InputError> {
    if path == Path::new(STDIN) {
        return read_stdin();
    }
    let _waiting = SlowInputRemark::watch(path);
    read(path).map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::FileTooLarge => say!("the limit is {limit} MiB", limit = MAX_FILE_MIB),
            _ => say!("check the name, the folder and the permissions"),
        };
        let sentence = say!("the file cannot be read: {error}", error = read_error_words(&error));
        InputError::sentence(error_place(path), sentence).with_hint(hint)
    })
}

/// A value from the command line, or from standard input for `-`, trimmed.
pub fn read_value(value: &str) -> Result<String, InputError> {
    if value != STDIN {
        return Ok(value.trim().to_owned());
    }
    let DecodedText { text, remark } = read_foreign(Path::new(STDIN))?;
    if let Some(remark) = remark {
        output::warn(&remark);
    }
    Ok(text.trim().to_owned())
}

/// The whole of standard input. It can be read only once, so the result is stored for later calls.
fn read_stdin() -> Result<Vec<u8>, InputError> {
    static READ: OnceLock<Result<Vec<u8>, InputError>> = OnceLock::new();
    let read = || {
        read_whole(io::stdin().lock(), MAX_FILE_MIB << 20).map_err(|error| {
            InputError::sentence(
                "standard input",
                say!("it cannot be read: {error}", error = io_error_words(&error)),
            )
        })
    };
    READ.get_or_init(read).clone()
}

/// Binary formats that users might try to open: the first bytes, what is wrong, and a hint how to get a text file.
const BINARY: [(&[u8], &str, &str); 7] = [
    (
        b"RGMH",
        message!("this is a match or a position of eXtreme Gammon (.xg, .xgp), not text"),
        message!("export it as text from eXtreme Gammon"),
    ),
    (
        b"{\"format\":\"BGF\"",
        message!("this is a match of BGBlitz (.bgf), not text"),
        message!("save it as .mat or .sgf in BGBlitz"),
    ),
    (
        b"OGXM",
        message!("this is a match of OpenGammon or HedgeHog (.ogxm), not text"),
        message!("save it there as .mat"),
    ),
    (
        b"PK\x03\x04",
        message!("this is a zip archive, not text"),
        message!("unpack it and use one of its files"),
    ),
    (b"\x1f\x8b", message!("this is a gzip archive, not text"), message!("unpack it first")),
    (b"\x89PNG", message!("this is a picture, not text"), message!("use the text of the game")),
    (
        b"%PDF",
        message!("this is a PDF document, not text"),
        message!("copy the text of the game from it"),
    ),
];

/// An error if the bytes start like a known binary format.
pub fn refuse_binary(bytes: &[u8], place: &str) -> Result<(), InputError> {
    match BINARY.iter().find(|(start, ..)| bytes.starts_with(start)) {
        Some((_, problem, hint)) => {
            let [problem, hint] = [*problem, *hint].map(|text| crate::WORDS.translate(text));
            Err(InputError::sentence(place, problem).with_hint(hint))
        }
        None => Ok(()),
    }
}

/// Checks that bytes are UTF-8, and removes the byte order mark that some editors add.
pub fn to_text(bytes: Vec<u8>, place: &str) -> Result<String, InputError> {
    refuse_binary(&bytes, place)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].split(|&byte| byte == b'\n').count();
        let byte = format!("{:#04x}", error.as_bytes()[at]);
        InputError::sentence(
            format!("{place}, line {line}, byte {}", at + 1),
            say!("the byte {byte} is not text in UTF-8", byte),
        )
        .with_hint(say!("save the file as UTF-8"))
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_is_not_read_for_ever() {
        assert_eq!(read_whole(io::repeat(7).take(1 << 20), 1 << 20).unwrap().len(), 1 << 20);
        let error = read_whole(io::repeat(7), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "more than 1 MiB");
    }
}
