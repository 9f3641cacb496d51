//! Output: data to standard output, live lines to standard error, and atomic files.

mod colour;
mod files;
mod live;
mod table;

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anstream::{AutoStream, ColorChoice};
use ludex_kit::support::styled::StyledText;
use ludex_kit::{say, say_count};

use crate::program;

pub use colour::{Colour, WhenColoured, coloured};
pub use files::{
    FileLock, check_ending, check_folder, check_writable, lock_folder, make_folder,
    make_private_folder, refuse_existing, remove_leftovers, unwritable, write_file, write_file_by,
    write_private_file,
};
pub use live::LiveLine;
pub use table::{Align, TextTable, move_or_position};

/// Whether the program was started without standard output.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Checks whether standard output exists. Must be called before `main`, because the Rust runtime opens missing
/// streams as `/dev/null`.
pub fn check_stdout() {
    let descriptors = Path::new("/dev/fd");
    if descriptors.exists() && descriptors.join("1").symlink_metadata().is_err() {
        CLOSED.store(true, Ordering::Relaxed);
    }
}

/// Standard output, if it exists.
pub fn stdout() -> io::Result<Stdout> {
    if CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other(say!("standard output is closed")));
    }
    Ok(Stdout(io::stdout()))
}

/// Standard output. Its errors name it, because a command may write to files, too.
#[derive(Debug)]
pub struct Stdout(io::Stdout);

impl Write for Stdout {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0.write(data).map_err(|error| stdout_error(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| stdout_error(&error))
    }
}

/// An error of standard output that names its place. The kind stays the same, because a closed pipe is not reported.
pub fn stdout_error(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), say!("standard output: {error}", error))
}

/// Whether remarks and progress are suppressed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses everything but data and errors from now on.
pub fn set_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether remarks and progress are suppressed.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes data to standard output at once.
pub fn bytes(data: &[u8]) -> io::Result<()> {
    let mut stdout = stdout()?;
    stdout.write_all(data)?;
    stdout.flush()
}

/// Writes text to standard output at once, without its colours if they are off.
pub fn print(text: &str) -> io::Result<()> {
    let mut stdout = AutoStream::auto(stdout()?.0.lock());
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| stdout_error(&error))
}

/// Writes a board to standard output.
pub fn board(text: &StyledText) -> io::Result<()> {
    print(&painted(text))
}

/// A board as standard output shows it, with or without colours.
pub fn painted(text: &StyledText) -> String {
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => text.to_string(),
        _ => colour::painted(text),
    }
}

/// Writes one line of data.
pub fn line(text: &str) -> io::Result<()> {
    print(&format!("{text}\n"))
}

/// Writes one line of JSON.
pub fn json(value: &serde_json::Value) -> io::Result<()> {
    line(&value.to_string())
}

/// Writes a remark to standard error, unless remarks are suppressed. Failure is harmless.
pub fn remark(text: &str) {
    if !is_quiet() {
        complain(text);
    }
}

/// Writes a warning about an input to standard error once, unless remarks are suppressed.
pub fn warn(oddity: &dyn fmt::Display) {
    static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let text = say!("warning: {oddity}", oddity);
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    if printed.insert(text.clone()) {
        remark(&text);
    }
}

/// Writes an error to standard error; the program continues.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", program::own_words(text));
}

/// A path quoted for a shell.
pub fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    let quoted = shlex::try_quote(&text).map(std::borrow::Cow::into_owned);
    quoted.unwrap_or(text)
}

/// A number of plies in words.
pub fn plies(count: u32) -> String {
    say_count!(count.into(), "{count} ply", "{count} plies")
}

/// A number of nodes in words, shortened: `1 node`, `1.2 M nodes`.
pub fn nodes(count: u64) -> String {
    say_count!(count, "{short} node", "{short} nodes", short = short_count(count))
}

/// A number of nodes, shortened: `1.2 M`.
pub fn short_count(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{:.0} k", count as f64 / 1e3),
        10_000_000..10_000_000_000 => format!("{:.1} M", count as f64 / 1e6),
        _ => format!("{:.1} G", count as f64 / 1e9),
    }
}

/// A probability in percent. Rounding never makes it 0 or 100.
pub fn percent(chance: f32) -> String {
    let percent = f64::from(chance) * 100.0;
    let shown = if chance > 0.0 && chance < 1.0 { percent.clamp(0.1, 99.9) } else { percent };
    format!("{shown:.1} %")
}
