//! The modes of the terminal. A line editor changes them, and every end of the program restores them: a return, a panic, a
//! signal.

#[cfg(unix)]
use std::sync::OnceLock;

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

/// Restores the modes that were remembered, if any were.
pub(crate) fn restore() {
    #[cfg(unix)]
    if let Some(Some(modes)) = MODES.get() {
        // Where the terminal is gone there is nothing to restore.
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, modes);
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
