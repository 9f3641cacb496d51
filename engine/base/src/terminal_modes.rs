//! The modes of the terminal. A line editor changes them, and every end of the program restores them: a return, a panic, a
//! signal. A program that was stopped (Ctrl-Z) and goes on takes them back.

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

/// Restores the modes that were remembered; false if there are none.
fn restore() -> bool {
    #[cfg(unix)]
    if let Some(Some(modes)) = MODES.get() {
        // Where the terminal is gone there is nothing to restore.
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, modes);
        return true;
    }
    false
}

/// Whether the program ends: no line is read any more.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// How long a line editor may take to change the modes, once it has begun.
const CHANGE: Duration = Duration::from_millis(20);

/// Restores the modes at the end of the program, while another thread may be about to read a line.
pub fn restore_for_good() {
    IS_ENDING.store(true, Ordering::SeqCst);
    if restore() {
        thread::sleep(CHANGE);
        restore();
    }
}

/// The line that is being typed.
struct Reading {
    is_under_way: bool,
    /// Whether the modes were taken back meanwhile.
    has_taken_back: bool,
    /// Writes the line anew.
    refresh: Option<Box<dyn Fn() + Send>>,
}

static READING: Mutex<Reading> =
    Mutex::new(Reading { is_under_way: false, has_taken_back: false, refresh: None });

fn reading() -> MutexGuard<'static, Reading> {
    READING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Is called before a line is read, which changes the modes: does not return where the program ends.
pub fn before_reading() {
    while IS_ENDING.load(Ordering::SeqCst) {
        thread::park();
    }
    reading().is_under_way = true;
}

/// Is called after a line was read, when the editor has restored the modes.
pub fn after_reading() {
    let mut reading = reading();
    reading.is_under_way = false;
    if std::mem::take(&mut reading.has_taken_back) {
        restore();
    }
}

/// Lets a program that goes on write the line anew that is being typed.
pub fn refresh_by(refresh: impl Fn() + Send + 'static) {
    reading().refresh = Some(Box::new(refresh));
}

/// Is called when the program goes on after it was stopped: a shell has changed the modes meanwhile. A line editor that sends the
/// signal itself may take the modes back before the program stops, so it cannot be left to do this.
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

/// The modes of a line editor: every key comes at once and is not shown, and none is a signal.
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

/// Restores the modes when it is dropped.
#[derive(Debug)]
pub struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        restore();
    }
}
