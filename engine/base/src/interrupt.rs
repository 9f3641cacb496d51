//! Handles Ctrl-C for all commands. If a command has requested the stop flag, the first Ctrl-C raises it; the command then ends cleanly and
//! prints its results so far. Otherwise the program ends at once. The exit code is 130 in both cases. The command line's `run` returns this
//! code, so no command needs to. In an interactive program, the first Ctrl-C only stops the search that the user is waiting for. SIGTERM,
//! and SIGHUP when a terminal closes, work like Ctrl-C, but always end the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use ludex_search::StopFlag;

use crate::terminal_modes;
#[cfg(unix)]
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

/// The exit code after Ctrl-C.
pub const EXIT_CODE: u8 = 130;

static FLAG: LazyLock<StopFlag> = LazyLock::new(StopFlag::default);
/// Whether a command has requested the stop flag, and therefore checks it.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static HAS_COME: AtomicBool = AtomicBool::new(false);

/// Installs the handler for the whole program. The first Ctrl-C raises the flag if a command watches it, else it ends
/// the program. The second always ends it.
pub fn install_handler() {
    // Without a handler, Ctrl-C ends the program as usual.
    #[cfg(unix)]
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGCONT]) {
        let answer = |signal| match signal {
            SIGINT => on_signal(),
            SIGCONT => terminal_modes::reapply(),
            _ => end(),
        };
        std::thread::spawn(move || signals.forever().for_each(answer));
    }
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(break_off);
}

/// Stops the search that the user is waiting for, if there is one; otherwise ends the program.
fn on_signal() {
    match search().take() {
        Some(flag) => flag.stop(),
        None => end(),
    }
}

/// Ends the program: cleanly if a command watches the flag and this is the first signal, otherwise at once.
fn end() {
    let is_first = !HAS_COME.swap(true, Ordering::SeqCst);
    FLAG.stop();
    if is_first && let Some(mut act) = listener().take() {
        act();
        exit();
    }
    if !(is_first && IS_WATCHED.load(Ordering::SeqCst)) {
        exit();
    }
}

fn exit() -> ! {
    terminal_modes::restore_for_good();
    std::process::exit(EXIT_CODE.into());
}

/// The flag that Ctrl-C raises. A command that calls this function must check the flag, because from now on the first Ctrl-C only raises
/// it. Long work that cannot be interrupted, such as building tables, should come before this call.
pub fn stop_on_interrupt() -> StopFlag {
    IS_WATCHED.store(true, Ordering::SeqCst);
    FLAG.clone()
}

/// Whether Ctrl-C was pressed.
pub fn is_interrupted() -> bool {
    HAS_COME.load(Ordering::SeqCst)
}

/// The search of an interactive program: the first Ctrl-C stops it, the second ends the program.
static SEARCH: Mutex<Option<StopFlag>> = Mutex::new(None);

/// Runs a search that Ctrl-C stops, without ending the program.
pub fn interruptible<T>(search_by: impl FnOnce(&StopFlag) -> T) -> T {
    let flag = StopFlag::default();
    *search() = Some(flag.clone());
    let found = search_by(&flag);
    search().take();
    found
}

fn search() -> MutexGuard<'static, Option<StopFlag>> {
    SEARCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A function that is called at the first Ctrl-C.
type Listener = Box<dyn FnMut() + Send>;
static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

/// Calls `act` at the first Ctrl-C. If the program is still running shortly afterwards, it is ended.
pub fn on_interrupt(act: impl FnMut() + Send + 'static) {
    stop_on_interrupt();
    *listener() = Some(Box::new(act));
}

fn listener() -> MutexGuard<'static, Option<Listener>> {
    LISTENER.lock().unwrap_or_else(PoisonError::into_inner)
}
