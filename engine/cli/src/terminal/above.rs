//! Prints above the line being typed.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, thread};

use rustyline::ExternalPrinter;

use ludex_base::output;

/// Prints above the line being typed, without blocking for long. After some keys (Tab, Ctrl-R, Ctrl-V, Esc 1, …) the
/// line editor waits for another key, and blocks the printing thread until it arrives. So printing has its own
/// thread.
#[derive(Clone)]
pub(crate) struct AbovePrinter(Arc<Queue>);

struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Texts to print, oldest first; the first one is being printed.
    waiting: VecDeque<String>,
    /// The last text that was passed to the editor. The editor may not have printed it yet.
    taken: String,
}

/// The time within which a responsive editor prints a text.
const PROMPT: Duration = Duration::from_millis(100);
/// A text that redraws the line in place: it moves the cursor up by one line, and printing it moves the cursor down again.
const ANEW: &str = "\x1b[A\n";

impl AbovePrinter {
    pub(super) fn new(printer: impl ExternalPrinter + Send + 'static) -> Self {
        let queue = Arc::new(Queue { state: Mutex::default(), changed: Condvar::new() });
        let printed = Arc::clone(&queue);
        thread::spawn(move || printed.print_by(printer));
        Self(queue)
    }

    /// Queues a text that ends with a line feed. It is printed as soon as the editor responds.
    pub(crate) fn print(&self, text: &str) {
        let mut state = self.0.state();
        let is_idle = state.waiting.is_empty();
        state.waiting.push_back(text.to_owned());
        self.0.changed.notify_all();
        if is_idle {
            // Waits until the text is printed, so that later output appears after it.
            let is_waiting = |state: &mut State| !state.waiting.is_empty();
            let waited = self.0.changed.wait_timeout_while(state, PROMPT, is_waiting);
            drop(waited);
        }
    }

    /// Redraws the line being typed and its prompt, if the editor responds.
    pub(super) fn refresh(&self) {
        let is_idle = self.0.state().waiting.is_empty();
        if is_idle {
            self.print(ANEW);
        }
    }

    /// Makes sure that all texts are on the screen, even if the editor does not respond. Nothing can be printed
    /// afterwards.
    pub(crate) fn finish(&self) -> io::Result<()> {
        self.print(ANEW);
        thread::sleep(PROMPT);
        let state = self.0.state();
        // The following text starts on a new row, after an unfinished line.
        output::line("")?;
        if state.waiting.is_empty() {
            return Ok(());
        }
        let left = std::iter::once(&state.taken).chain(&state.waiting);
        output::print(&left.filter(|text| *text != ANEW).cloned().collect::<String>())
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints the texts in order until printing fails. In that case reading a line fails too, and that error is reported.
    fn print_by(&self, mut printer: impl ExternalPrinter) {
        let mut state = self.state();
        loop {
            let Some(text) = state.waiting.front().cloned() else {
                let changed = self.changed.wait(state);
                state = changed.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(state);
            if printer.print(text).is_err() {
                return;
            }
            state = self.state();
            state.taken = state.waiting.pop_front().unwrap_or_default();
            self.changed.notify_all();
        }
    }
}
