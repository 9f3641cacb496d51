//! A search on another thread whose results so far are read while it runs.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use ludex_kit::registry::{Findings, PositionValue, SoFar};
use ludex_search::StopFlag;
use ludex_study::json;
use pyo3::prelude::*;
use serde_json::Value;

use crate::engine::{Core, Task, lock, with_chances};
use crate::errors::of_any;
use crate::to_python::to_python;
use crate::work::{TICK, panicked, thread_builder};

/// A running search. It ends if its limits are reached, if it is stopped, or if this object is dropped.
#[pyclass(frozen, module = "ludex._ludex")]
pub(crate) struct Live {
    found: Mutex<Receiver<anyhow::Result<Value>>>,
    stop: StopFlag,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Live {
    pub(crate) fn start(
        core: Arc<Mutex<Core>>,
        value: Arc<dyn PositionValue>,
        task: Task,
        stop: StopFlag,
    ) -> PyResult<Self> {
        let (sender, found) = channel();
        let flag = stop.clone();
        let work = move || {
            let reporter = value.session();
            let search = || -> anyhow::Result<Value> {
                let mut core = lock(&core)?;
                let seed = core.seed();
                let mut observer = |so_far: &SoFar<'_, Findings>| {
                    let findings = so_far.words();
                    let object = json::findings(&*reporter, &findings, seed);
                    // The receiver is gone if the reader has left the loop.
                    let _ = sender.send(Ok(with_chances(object, &findings)));
                };
                core.search(&*value, &task, &flag, &mut observer)
            };
            let last = search();
            let _ = sender.send(last);
        };
        let thread = thread_builder().spawn(work)?;
        Ok(Self { found: Mutex::new(found), stop, thread: Mutex::new(Some(thread)) })
    }
}

#[pymethods]
impl Live {
    /// The next result; `None` after the last one.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            let next = py.detach(|| {
                let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
                found.recv_timeout(TICK)
            });
            match next {
                Ok(Ok(found)) => return to_python(py, &found).map(Some),
                Ok(Err(error)) => return Err(of_any(&error)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    self.wait(py)?;
                    return Ok(None);
                }
            }
        }
    }

    /// Stops the search and waits until it has ended.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        self.stop.stop();
        self.wait(py)
    }
}

impl Live {
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let ended = py.detach(|| thread.map_or(Ok(()), JoinHandle::join));
        ended.map_err(|_| panicked())
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
