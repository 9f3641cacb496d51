//! Ctrl-C, the same for every command: a computation that asked for the flag ends in order and prints what it found so
//! far, anything else ends at once. The exit code is 130 either way, and the function `run` of the command line alone gives it, so that no
//! command can forget it. Where a person talks to the program, Ctrl-C ends but the search that he waits for. A signal that
//! tells the program to end (SIGTERM, or SIGHUP of a terminal that is closed) is the same as Ctrl-C, but always meant for the program.

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
/// Whether a command asked for the flag, and so looks at it.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static HAS_COME: AtomicBool = AtomicBool::new(false);

/// Takes charge of Ctrl-C for the whole program: the first one raises the flag if a command watches it, and ends the
/// program otherwise; the second one always does.
pub fn install_handler() {
    // Without a handler Ctrl-C ends the program as it always did.
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

/// Stops the search that a person waits for, or ends the program.
fn on_signal() {
    match search().take() {
        Some(flag) => flag.stop(),
        None => end(),
    }
}

/// Ends the program: in order where a command watches the flag, and this is the first time.
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

/// The flag that Ctrl-C raises. Who asks for it has to look at it: from here on the first Ctrl-C does no more than that.
/// What takes long and cannot be broken off, such as making tables, is done before.
pub fn stop_on_interrupt() -> StopFlag {
    IS_WATCHED.store(true, Ordering::SeqCst);
    FLAG.clone()
}

/// Whether Ctrl-C was pressed.
pub fn is_interrupted() -> bool {
    HAS_COME.load(Ordering::SeqCst)
}

/// A search of a program that goes on after it: the first Ctrl-C breaks off the search, the second one the program.
static SEARCH: Mutex<Option<StopFlag>> = Mutex::new(None);

/// Lets Ctrl-C break off what a person waits for, and nothing else.
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

/// What is to be done at the first Ctrl-C.
type Listener = Box<dyn FnMut() + Send>;
static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

/// Does this at the first Ctrl-C, and ends the program after it, if it has not come to its end by itself.
pub fn on_interrupt(act: impl FnMut() + Send + 'static) {
    stop_on_interrupt();
    *listener() = Some(Box::new(act));
}

fn listener() -> MutexGuard<'static, Option<Listener>> {
    LISTENER.lock().unwrap_or_else(PoisonError::into_inner)
}
