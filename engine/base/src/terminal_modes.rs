//! Terminal modes. A line editor changes them, and they are restored whenever the program ends: by a return, a panic
//! or a signal. When the program is stopped (Ctrl-Z) and continued, the editor's modes are set again.

#[cfg(unix)]
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr,
    tcsetattr,
};

/// The modes before the first change.
#[cfg(unix)]
static MODES: OnceLock<Option<Termios>> = OnceLock::new();

/// Remembers the modes, before anything changes them.
pub fn remember() {
    #[cfg(unix)]
    MODES.get_or_init(|| tcgetattr(rustix::stdio::stdin()).ok());
}

/// Restores the remembered modes; false if there are none.
fn restore() -> bool {
    #[cfg(unix)]
    if let Some(Some(modes)) = MODES.get() {
        // This fails only if the terminal is gone; then there is nothing to restore.
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, modes);
        return true;
    }
    false
}

/// Whether the program is ending, so that no more lines are read.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// How long a line editor may take to change the modes once it has started to.
const CHANGE: Duration = Duration::from_millis(20);

/// Restores the modes at the end of the program, even while another thread is about to read a line.
pub fn restore_for_good() {
    IS_ENDING.store(true, Ordering::SeqCst);
    if restore() {
        thread::sleep(CHANGE);
        restore();
    }
}

/// The line being typed.
struct Reading {
    is_under_way: bool,
    /// Whether the editor's modes were set again after the program was stopped and continued.
    has_taken_back: bool,
    /// The function that redraws the line.
    refresh: Option<Box<dyn Fn() + Send>>,
}

static READING: Mutex<Reading> =
    Mutex::new(Reading { is_under_way: false, has_taken_back: false, refresh: None });

fn reading() -> MutexGuard<'static, Reading> {
    READING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Called before a line is read, which changes the modes. Does not return if the program is ending.
pub fn before_reading() {
    while IS_ENDING.load(Ordering::SeqCst) {
        thread::park();
    }
    reading().is_under_way = true;
}

/// Called after a line was read, when the editor has restored the modes.
pub fn after_reading() {
    let mut reading = reading();
    reading.is_under_way = false;
    if std::mem::take(&mut reading.has_taken_back) {
        restore();
    }
}

/// Sets the function that redraws the line when the program is continued.
pub fn refresh_by(refresh: impl Fn() + Send + 'static) {
    reading().refresh = Some(Box::new(refresh));
}

/// Called when the program continues after it was stopped, because the shell has changed the modes. This cannot be
/// left to the line editor: if it sends the stop signal itself, it may set its modes before the program actually
/// stops.
#[cfg(unix)]
pub fn reapply() {
    let mut reading = reading();
    if !reading.is_under_way {
        return;
    }
    if let Some(Some(modes)) = MODES.get() {
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &editor_modes(modes));
        reading.has_taken_back = true;
    }
    if let Some(refresh) = &reading.refresh {
        refresh();
    }
}

/// The modes of a line editor: each key arrives at once, is not echoed, and sends no signal.
#[cfg(unix)]
fn editor_modes(modes: &Termios) -> Termios {
    let mut modes = modes.clone();
    modes.input_modes.remove(
        InputModes::BRKINT
            | InputModes::ICRNL
            | InputModes::INPCK
            | InputModes::ISTRIP
            | InputModes::IXON,
    );
    modes.control_modes.insert(ControlModes::CS8);
    modes
        .local_modes
        .remove(LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG);
    modes.special_codes[SpecialCodeIndex::VMIN] = 1;
    modes.special_codes[SpecialCodeIndex::VTIME] = 0;
    modes
}

/// Restores the modes when dropped.
#[derive(Debug)]
pub struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        restore();
    }
}
