//! A terminal: lines with editing, history and completion, and text printed above the line being typed.
//!
//! **Invariant:** Only `AbovePrinter` prints while a line is being edited, and it never blocks.

mod above;

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ludex_search::StopFlag;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Helper};

pub(super) use above::AbovePrinter;

use ludex_base::output;
use ludex_base::terminal_modes;
use ludex_kit::say;

/// Whether both input and output are a terminal.
pub(super) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A complete line.
    Line(String),
    /// Ctrl-C: the line is discarded.
    Interrupt,
    /// Ctrl-D, or the terminal was closed.
    End,
    /// The time ran out; the unfinished line is discarded.
    TooLate,
}

/// The argument of a command, for completion.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    /// The name of a file.
    File,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// The words for completing a line.
#[derive(Default)]
pub(super) struct Words {
    /// Possible first words.
    pub(super) first: Vec<String>,
    /// First words that take an argument, and the kind of that argument.
    pub(super) arguments: Vec<(&'static str, Argument)>,
}

/// Reads lines from a terminal.
pub(super) struct Editor {
    lines: rustyline::Editor<Prompter, MemHistory>,
}

impl Editor {
    pub(super) fn new() -> anyhow::Result<Self> {
        terminal_modes::remember();
        let config = rustyline::Config::builder()
            .completion_type(CompletionType::List)
            .completion_prompt_limit(usize::MAX)
            .auto_add_history(true)
            .bracketed_paste(false)
            .build();
        let mut lines = rustyline::Editor::with_history(config, MemHistory::new())?;
        lines.set_helper(Some(Prompter::default()));
        Ok(Self { lines })
    }

    /// Reads a line, completing these words.
    pub(super) fn read(&mut self, prompt: &str, words: Words) -> anyhow::Result<Typed> {
        self.read_live(prompt, words, None)
    }

    /// Reads a line with a changing prompt.
    fn read_live(
        &mut self,
        prompt: &str,
        words: Words,
        live: Option<LivePrompt>,
    ) -> anyhow::Result<Typed> {
        if let Some(prompter) = self.lines.helper_mut() {
            prompter.words = words;
            prompter.live = live;
        }
        terminal_modes::before_reading();
        let read = self.lines.readline(prompt);
        terminal_modes::after_reading();
        match read {
            Ok(line) => Ok(Typed::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
            // Input that is not valid text is reported like any invalid line.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Typed::Line(char::REPLACEMENT_CHARACTER.to_string()))
            }
            // A closed terminal cannot be read any further.
            Err(ReadlineError::Eof | ReadlineError::Io(_)) => Ok(Typed::End),
            Err(error) => Err(error.into()),
        }
    }

    /// A printer that prints above the line being typed.
    pub(super) fn above(&mut self) -> anyhow::Result<AbovePrinter> {
        let above = AbovePrinter::new(self.lines.create_external_printer()?);
        let shown = above.clone();
        terminal_modes::refresh_by(move || shown.refresh());
        Ok(above)
    }
}

/// A prompt that changes while a line is typed; its width stays constant.
pub(super) type LivePrompt = Arc<dyn Fn() -> String + Send + Sync>;

/// A line editor on its own thread, so that a clock can run while a line is typed.
pub(super) struct ClockedEditor {
    wanted: Sender<(String, Words, Option<LivePrompt>)>,
    typed: Receiver<anyhow::Result<Typed>>,
    above: AbovePrinter,
}

/// Interval of updating a changing prompt.
const TICK: Duration = Duration::from_millis(100);

impl ClockedEditor {
    pub(super) fn new() -> anyhow::Result<Self> {
        let (wanted, wishes) = channel::<(String, Words, Option<LivePrompt>)>();
        let (sender, typed) = channel();
        let (made_sender, made) = channel();
        thread::spawn(move || {
            let made = Editor::new().and_then(|mut editor| Ok((editor.above()?, editor)));
            let mut editor = match made {
                Ok((above, editor)) => {
                    let _ = made_sender.send(Ok(above));
                    editor
                }
                Err(error) => return drop(made_sender.send(Err(error))),
            };
            for (prompt, words, live) in wishes {
                if sender.send(editor.read_live(&prompt, words, live)).is_err() {
                    return;
                }
            }
        });
        Ok(Self { wanted, typed, above: made.recv()?? })
    }

    /// Reads a line, completing these words.
    pub(super) fn read(&mut self, prompt: &str, words: Words) -> anyhow::Result<Typed> {
        self.wanted.send((prompt.to_owned(), words, None))?;
        self.typed.recv()?
    }

    /// Reads a line with a changing prompt, until the time is up.
    pub(super) fn read_until(
        &mut self,
        live: &LivePrompt,
        words: Words,
        end: Instant,
    ) -> anyhow::Result<Typed> {
        let mut shown = live();
        self.wanted.send((shown.clone(), words, Some(Arc::clone(live))))?;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.typed.recv_timeout(left.min(TICK)) {
                Ok(typed) => return typed,
                Err(RecvTimeoutError::Disconnected) => return Ok(Typed::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if left.is_zero() {
                // The next output starts below the prompt.
                output::line("")?;
                return Ok(Typed::TooLate);
            }
            let now = live();
            if now != shown {
                self.above.refresh();
                shown = now;
            }
        }
    }
}

/// Completes words, and shows the rest of a word if only one is possible.
#[derive(Default)]
struct Prompter {
    words: Words,
    /// The current text of a changing prompt.
    live: Option<LivePrompt>,
    files: FilenameCompleter,
}

impl Prompter {
    /// The words that start with the text.
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
        let (start, candidates) = self.candidates(line, pos)?;
        Ok((start, on_screen(candidates, screen())))
    }
}

impl Prompter {
    fn candidates(&self, line: &str, pos: usize) -> rustyline::Result<(usize, Vec<Pair>)> {
        let pair = |word: &str| Pair { display: word.to_owned(), replacement: word.to_owned() };
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

/// Rows and columns of the terminal.
fn screen() -> (usize, usize) {
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(rustix::stdio::stdout())
        && size.ws_row > 0
        && size.ws_col > 0
    {
        return (size.ws_row.into(), size.ws_col.into());
    }
    (24, 80)
}

/// Limits candidates to one screen, with a note about the rest. For a longer list the line editor would ask for confirmation, which Ctrl-C
/// cannot cancel.
fn on_screen(mut candidates: Vec<Pair>, (rows, columns): (usize, usize)) -> Vec<Pair> {
    let more = |n_left: usize| say!("… {number} more", number = n_left);
    let widths = candidates.iter().map(|pair| pair.display.chars().count());
    let widest = widths.chain([more(candidates.len()).chars().count()]).max();
    // Columns are separated by two spaces, and two rows are reserved for the line.
    let in_a_row = (columns / (widest.unwrap_or(0) + 2)).max(1);
    let most = in_a_row * rows.saturating_sub(2).max(1);
    if candidates.len() <= most {
        return candidates;
    }
    let n_left = candidates.len() - (most - 1);
    let replacement = common_beginning(&candidates);
    candidates.truncate(most - 1);
    candidates.push(Pair { display: more(n_left), replacement });
    candidates
}

/// The common prefix of all candidates.
fn common_beginning(candidates: &[Pair]) -> String {
    let words = candidates.iter().map(|pair| pair.replacement.as_str());
    let common = words.reduce(|first, second| {
        let letters = first.char_indices().zip(second.chars());
        let other = letters.filter(|((_, one), two)| one != two).map(|((at, _), _)| at);
        let end = other.min().unwrap_or(first.len().min(second.len()));
        &first[..end]
    });
    common.unwrap_or_default().to_owned()
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
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        default: bool,
    ) -> Cow<'b, str> {
        match &self.live {
            Some(live) if default => Cow::Owned(live()),
            _ => Cow::Borrowed(prompt),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }
}

impl Validator for Prompter {}
impl Helper for Prompter {}

/// Raises the flag when the person presses Enter. Returns as soon as the flag is raised, whatever the cause.
#[cfg(unix)]
pub(super) fn stop_on_enter(stop: &StopFlag) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let while_waiting = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
    while !stop.is_stopped() {
        let stdin = rustix::stdio::stdin();
        let mut keys = [PollFd::new(&stdin, PollFlags::IN)];
        if poll(&mut keys, Some(&while_waiting)).is_ok_and(|ready| ready > 0) {
            // In line mode, the terminal delivers one line and keeps further input.
            let _ = rustix::io::read(stdin, &mut [0; 4096]);
            stop.stop();
        }
    }
}

/// On other systems, only Ctrl-C stops the search.
#[cfg(not(unix))]
pub(super) fn stop_on_enter(_stop: &StopFlag) {}
