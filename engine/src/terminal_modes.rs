//! The modes of the terminal. A line editor changes them, and every end of the program restores them: a return, a panic, a
//! signal.

#[cfg(unix)]
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

/// The modes before the first change.
#[cfg(unix)]
static MODES: OnceLock<Option<Termios>> = OnceLock::new();

/// Remembers the modes, before anything changes them.
pub(crate) fn remember() {
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
pub(crate) fn restore_for_good() {
    IS_ENDING.store(true, Ordering::SeqCst);
    if restore() {
        thread::sleep(CHANGE);
        restore();
    }
}

/// Is called before a line is read, which changes the modes: does not return where the program ends.
pub(crate) fn before_reading() {
    while IS_ENDING.load(Ordering::SeqCst) {
        thread::park();
    }
}

/// Restores the modes when it is dropped.
#[derive(Debug)]
pub(crate) struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        restore();
    }
}
