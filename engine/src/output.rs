//! Writing: data to standard output, live lines to standard error, files whole or not at all.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ludex_games::InputError;

use crate::failure::CouldNot;

/// Whether the program was started without a standard output.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Finds out whether there is a standard output. To be called before `main`: the runtime opens what is missing as a hole
/// that takes everything.
pub fn look_for_stdout() {
    let descriptors = Path::new("/dev/fd");
    if descriptors.exists() && descriptors.join("1").symlink_metadata().is_err() {
        CLOSED.store(true, Ordering::Relaxed);
    }
}

/// Standard output, if there is one.
pub fn stdout() -> io::Result<io::Stdout> {
    if CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("standard output is closed"));
    }
    Ok(io::stdout())
}

/// Writes data to standard output at once.
pub fn bytes(data: &[u8]) -> io::Result<()> {
    let mut stdout = stdout()?.lock();
    stdout.write_all(data)?;
    stdout.flush()
}

/// Writes text to standard output at once.
pub fn print(text: &str) -> io::Result<()> {
    bytes(text.as_bytes())
}

/// Writes a help text, in colours where there is a terminal.
pub fn help(text: &clap::Error) -> io::Result<()> {
    let mut stdout = stdout()?;
    text.print()?;
    stdout.flush()
}

/// Writes one line of data.
pub fn line(text: &str) -> io::Result<()> {
    print(&format!("{text}\n"))
}

/// Writes one line of JSON.
pub fn json(value: &serde_json::Value) -> io::Result<()> {
    line(&value.to_string())
}

/// Writes a remark to standard error; nobody is harmed if it cannot be written.
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Columns of live lines: no terminal breaks them, or else they could not be taken away.
const LIVE_WIDTH: usize = 79;

/// Lines on the terminal that are written over again while work goes on; nothing where there is no terminal.
#[derive(Debug)]
pub struct LiveLine {
    /// How many lines stand there.
    shown: usize,
    terminal: bool,
}

impl LiveLine {
    /// A live line on standard error.
    pub fn new() -> Self {
        Self {
            shown: 0,
            terminal: io::stderr().is_terminal(),
        }
    }

    /// Whether there is a terminal to show it on.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Replaces the lines.
    pub fn show(&mut self, text: &str) {
        if self.terminal {
            let short = |line: &str| line.chars().take(LIVE_WIDTH).collect::<String>();
            let lines: Vec<String> = text.trim_end().lines().map(short).collect();
            let _ = write!(
                io::stderr().lock(),
                "{}{}",
                self.erasure(),
                lines.join("\n")
            );
            self.shown = lines.len().max(1);
        }
    }

    /// What takes away the lines that stand there.
    fn erasure(&self) -> String {
        match self.shown {
            0 => String::new(),
            1 => "\r\x1b[J".into(),
            n => format!("\r\x1b[{}A\x1b[J", n - 1),
        }
    }
}

impl Default for LiveLine {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        if self.shown > 0 {
            let _ = write!(io::stderr().lock(), "{}", self.erasure());
        }
    }
}

/// Colours of marked words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// A heading.
    Bold,
    /// A mistake.
    Yellow,
    /// A blunder.
    Red,
}

/// The text in a colour, if standard output is a terminal and the user did not object.
pub fn coloured(text: &str, colour: Colour) -> String {
    let wanted =
        io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    if !wanted {
        return text.to_owned();
    }
    let code = match colour {
        Colour::Bold => 1,
        Colour::Yellow => 33,
        Colour::Red => 31,
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}

/// How a column of a table is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Text in aligned columns, two blanks between them.
#[derive(Debug)]
pub struct TextTable {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table with these headings.
    pub fn new(headings: &[(&str, Align)]) -> Self {
        Self {
            columns: headings.iter().map(|&(_, align)| align).collect(),
            rows: vec![headings.iter().map(|&(name, _)| name.to_owned()).collect()],
        }
    }

    /// A table without headings.
    pub fn plain(columns: &[Align]) -> Self {
        Self {
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as text, no blanks at the ends of lines.
    pub fn render(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &width), align) in row.iter().zip(&widths).zip(&self.columns) {
                let _ = match align {
                    Align::Left => write!(line, "{cell:<width$}  "),
                    Align::Right => write!(line, "{cell:>width$}  "),
                };
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// Writes a file whole or not at all: into a file beside it first, which then takes its place.
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let written = write_file_by(path, |file| file.write_all(contents.as_ref()));
    written.map_err(|error| unwritable(path, &error, "a file that can be written"))
}

/// Makes a folder, with those that it lies in.
pub fn make_folder(path: &Path) -> anyhow::Result<()> {
    let made = std::fs::create_dir_all(path);
    made.map_err(|error| unwritable(path, &error, "a folder that can be written to"))
}

/// Why something could not be written: the user named a place where nothing can be, or the machine could not do it.
pub fn unwritable(path: &Path, error: &io::Error, expected: &str) -> anyhow::Error {
    use io::ErrorKind as Kind;
    let place = path.display().to_string();
    match error.kind() {
        Kind::NotFound
        | Kind::PermissionDenied
        | Kind::AlreadyExists
        | Kind::NotADirectory
        | Kind::IsADirectory
        | Kind::ReadOnlyFilesystem
        | Kind::InvalidFilename
        | Kind::InvalidInput => InputError::new(place, error.to_string(), expected)
            .with_hint("check that the folder exists and may be written to")
            .into(),
        _ => CouldNot(format!("{place}: {error}")).into(),
    }
}

/// The same for a file that is written piece by piece.
pub fn write_file_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if path
        .metadata()
        .is_ok_and(|known| !known.is_file() && !known.is_dir())
    {
        // A device or a pipe is written to, not replaced.
        let mut file = std::fs::OpenOptions::new().write(true).open(path)?;
        write(&mut file)?;
        return file.flush();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = Path::new(&name);
    let attempt = || {
        let mut file = io::BufWriter::new(std::fs::File::create(beside)?);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(beside, path)
    };
    attempt().inspect_err(|_| {
        let _ = std::fs::remove_file(beside);
    })
}

/// Removes what a kill left of files that were being written: `NAME.PID.tmp` of the names that are ours. Nobody else may be
/// writing in the folder.
pub fn remove_leftovers(folder: &Path, is_ours: fn(&str) -> bool) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let half = name.to_str().and_then(|name| name.strip_suffix(".tmp"));
        let parts = half.and_then(|half| half.rsplit_once('.'));
        let is_left = parts.is_some_and(|(name, pid)| is_ours(name) && pid.parse::<u32>().is_ok());
        if is_left {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// A path as one word of a shell's command.
pub fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    let quoted = shlex::try_quote(&text).map(std::borrow::Cow::into_owned);
    quoted.unwrap_or(text)
}

/// A number of plies in words.
pub fn plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// A number of nodes, short: `1.23 M`.
pub fn short_count(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{:.0} k", count as f64 / 1e3),
        10_000_000..10_000_000_000 => format!("{:.1} M", count as f64 / 1e6),
        _ => format!("{:.1} G", count as f64 / 1e9),
    }
}

/// A chance for a reader. Rounding must not make it certain.
pub fn percent(chance: f32) -> String {
    let percent = f64::from(chance) * 100.0;
    let shown = if chance > 0.0 && chance < 1.0 {
        percent.clamp(0.1, 99.9)
    } else {
        percent
    };
    format!("{shown:.1} %")
}
