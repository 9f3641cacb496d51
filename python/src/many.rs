//! Many positions searched side by side, each on one thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use ludex_kit::registry::PositionValue;
use ludex_search::StopFlag;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::engine::{Core, Detail, Task};
use crate::errors::of_any;
use crate::options::{self, Choice};
use crate::position::Position;
use crate::to_python::to_python;
use crate::work::{interruptible, thread_builder};

/// Default size of the hash table of each search, in MiB. It is cleared before each position, which takes longer for a large table.
const HASH_MIB: usize = 1;

/// The positions of a call, with what is common to their searches.
struct Batch {
    values: Vec<Arc<dyn PositionValue>>,
    choice: Choice,
    task: Task,
    /// Index of the next position to search.
    next: AtomicUsize,
    found: Vec<OnceLock<Value>>,
    /// The first error, with the index of its position.
    failure: Mutex<Option<(usize, anyhow::Error)>>,
}

impl Batch {
    /// Searches positions until none is left. Each search starts with empty tables, so its result depends on nothing else.
    fn work(&self, stop: &StopFlag) {
        let mut core: Option<Core> = None;
        while !stop.is_stopped() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(value) = self.values.get(index) else {
                break;
            };
            match self.search(&mut core, &**value, stop) {
                Ok(found) => drop(self.found[index].set(found)),
                Err(error) => {
                    stop.stop();
                    let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                    failure.get_or_insert((index, error));
                }
            }
        }
    }

    fn search(
        &self,
        core: &mut Option<Core>,
        value: &dyn PositionValue,
        stop: &StopFlag,
    ) -> anyhow::Result<Value> {
        let core = match core {
            Some(core) => {
                core.forget();
                core
            }
            None => core.insert(Core::new(value, self.choice.clone())?),
        };
        core.search(value, &self.task, stop, &mut |_| {})
    }

    /// Searches all positions with this number of threads.
    fn run(&self, threads: usize, stop: &StopFlag) -> std::io::Result<()> {
        thread::scope(|scope| {
            for _ in 0..threads.min(self.values.len()) {
                thread_builder().spawn_scoped(scope, || self.work(stop))?;
            }
            Ok(())
        })
    }

    /// The results in the order of the positions, or the first error.
    fn results(self, py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
        let failure = self.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((index, error)) = failure {
            let place = format!("position {}", index + 1);
            let located = match ludex_base::failure::into_input_error(error) {
                Ok(error) => error.within(place).into(),
                Err(error) => error.context(place),
            };
            return Err(of_any(&located));
        }
        let list = PyList::empty(py);
        for found in self.found {
            let found = found.into_inner().ok_or_else(crate::work::panicked)?;
            list.append(to_python(py, &found)?)?;
        }
        Ok(list)
    }
}

/// Searches positions of one game without the interpreter lock, and returns the results in the order of the positions.
#[pyfunction]
pub(crate) fn search_many<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, Position>>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyList>> {
    let values: Vec<_> = positions.iter().map(|position| position.value.clone()).collect();
    drop(positions);
    let Some(first) = values.first() else {
        return Ok(PyList::empty(py));
    };
    let info = first.info();
    let mut choice = options::choice(options, info, (options::all_cores(), HASH_MIB))?;
    let threads = std::mem::replace(&mut choice.setup.options.threads, 1);
    let multipv = choice.setup.options.multipv;
    let task = Task { limits: options::limits(options, info)?, multipv, detail: Detail::Lines };
    let found = values.iter().map(|_| OnceLock::new()).collect();
    let batch =
        Batch { values, choice, task, next: AtomicUsize::new(0), found, failure: Mutex::default() };
    let stop = StopFlag::default();
    interruptible(py, &stop, || batch.run(threads, &stop))??;
    batch.results(py)
}
