//! Long work without the interpreter lock. Ctrl-C raises a stop flag, waits for the work to end, and raises `KeyboardInterrupt`.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ludex_search::StopFlag;
use pyo3::prelude::*;

use crate::errors::CouldNotError;

/// Interval of looking for Ctrl-C. The program promises an answer within 50 ms.
pub(crate) const TICK: Duration = Duration::from_millis(10);

/// Stack of a thread that searches, in bytes: as large as that of the main thread of the program.
const STACK: usize = 8 << 20;

/// A builder of threads that search.
pub(crate) fn thread_builder() -> thread::Builder {
    thread::Builder::new().name("ludex".into()).stack_size(STACK)
}

/// The exception for a panic, which is a defect of Ludex.
pub(crate) fn panicked() -> PyErr {
    CouldNotError::new_err("Ludex failed inside; please report this as a defect")
}

/// Runs work on another thread without the interpreter lock. If a signal's handler raises an exception meanwhile, the flag is raised, and
/// the exception is returned once the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = channel::<()>();
            let work = move || {
                let _done = done;
                work()
            };
            let worker = thread_builder().spawn_scoped(scope, work)?;
            let mut interrupted = Ok(());
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if interrupted.is_ok() {
                    interrupted = signalled();
                }
                if interrupted.is_err() {
                    stop.stop();
                }
            }
            let found = worker.join().map_err(|_| panicked())?;
            interrupted.map(|()| found)
        })
    })
}

/// Runs the handlers of the signals that have arrived. Only Python's main thread runs them.
fn signalled() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}
