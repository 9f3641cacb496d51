//! A person at a terminal: lines with editing, history and completion, words printed above the line that is being typed, and
//! the terminal left as it was.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use ludex_search::StopFlag;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, ExternalPrinter, Helper};

/// Whether a person types at a terminal and reads there what is answered.
pub(super) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// What a person typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// Ctrl-C: the line is thrown away.
    Interrupt,
    /// Ctrl-D, or the terminal is gone.
    End,
}

/// What may stand behind the first word of a line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    /// The name of a file.
    File,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// The words that a line may be made of.
#[derive(Default)]
pub(super) struct Words {
    /// What it begins with.
    pub(super) first: Vec<String>,
    /// What stands behind some of them.
    pub(super) arguments: Vec<(&'static str, Argument)>,
}

/// Reads lines from a terminal.
pub(super) struct Editor {
    lines: rustyline::Editor<Prompter, MemHistory>,
}

impl Editor {
    pub(super) fn new() -> anyhow::Result<Self> {
        let config = rustyline::Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .bracketed_paste(false)
            .build();
        let mut lines = rustyline::Editor::with_history(config, MemHistory::new())?;
        lines.set_helper(Some(Prompter::default()));
        Ok(Self { lines })
    }

    /// Reads a line that may be made of these words.
    pub(super) fn read(&mut self, prompt: &str, words: Words) -> anyhow::Result<Typed> {
        if let Some(prompter) = self.lines.helper_mut() {
            prompter.words = words;
        }
        match self.lines.readline(prompt) {
            Ok(line) => Ok(Typed::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
            // Bytes that are no text are told like any other line that means nothing.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Typed::Line(char::REPLACEMENT_CHARACTER.to_string()))
            }
            // A terminal that was closed cannot be read any further.
            Err(ReadlineError::Eof | ReadlineError::Io(_)) => Ok(Typed::End),
            Err(error) => Err(error.into()),
        }
    }

    /// Prints above the line that is being typed.
    pub(super) fn printer(&mut self) -> anyhow::Result<impl ExternalPrinter + Send + use<>> {
        Ok(self.lines.create_external_printer()?)
    }
}

/// Completes what is typed, and shows the rest of it where only one word is left.
#[derive(Default)]
struct Prompter {
    words: Words,
    files: FilenameCompleter,
}

impl Prompter {
    /// The words that begin like the text.
    fn matching<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let words = self.words.first.iter().map(String::as_str);
        words.filter(move |word| word.starts_with(text))
    }
}

impl Completer for Prompter {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let pair = |word: &str| Pair {
            display: word.to_owned(),
            replacement: word.to_owned(),
        };
        let typed = &line[..pos];
        let Some((first, rest)) = typed.split_once(' ') else {
            return Ok((0, self.matching(typed).map(pair).collect()));
        };
        let mut arguments = self.words.arguments.iter();
        match arguments.find(|(word, _)| *word == first) {
            Some((_, Argument::File)) => self.files.complete_path(line, pos),
            Some((_, Argument::OneOf(words))) => {
                let fits = words.iter().filter(|word| word.starts_with(rest));
                Ok((first.len() + 1, fits.map(|word| pair(word)).collect()))
            }
            None => Ok((pos, Vec::new())),
        }
    }
}

impl Hinter for Prompter {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, _context: &Context<'_>) -> Option<String> {
        if line.is_empty() || pos < line.len() {
            return None;
        }
        let mut matching = self.matching(line);
        let only = matching.next()?;
        let rest = only[line.len()..].to_owned();
        (matching.next().is_none() && !rest.is_empty()).then_some(rest)
    }
}

impl Highlighter for Prompter {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }
}

impl Validator for Prompter {}
impl Helper for Prompter {}

/// Leaves the terminal as it was, also where somebody is still reading a line when the program ends.
pub(super) struct Restored {
    #[cfg(unix)]
    modes: Option<rustix::termios::Termios>,
}

impl Restored {
    pub(super) fn later() -> Self {
        Self {
            #[cfg(unix)]
            modes: rustix::termios::tcgetattr(rustix::stdio::stdin()).ok(),
        }
    }
}

impl Drop for Restored {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(modes) = &self.modes {
            use rustix::termios::{OptionalActions, tcsetattr};
            let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, modes);
        }
    }
}

/// Raises the flag when the person presses Enter, until somebody else raises it.
#[cfg(unix)]
pub(super) fn stop_on_enter(stop: &StopFlag) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let while_waiting = Timespec {
        tv_sec: 0,
        tv_nsec: 50_000_000,
    };
    while !stop.is_stopped() {
        let stdin = rustix::stdio::stdin();
        let mut keys = [PollFd::new(&stdin, PollFlags::IN)];
        if poll(&mut keys, Some(&while_waiting)).is_ok_and(|ready| ready > 0) {
            // A terminal that edits lines by itself gives one line, and leaves what was typed ahead.
            let _ = rustix::io::read(stdin, &mut [0; 4096]);
            stop.stop();
        }
    }
}

/// Elsewhere Ctrl-C alone does it.
#[cfg(not(unix))]
pub(super) fn stop_on_enter(_stop: &StopFlag) {}
