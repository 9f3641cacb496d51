//! Proofs and counts of moves, as the commands of the program compute them.

use ludex_base::cache::Cache;
use ludex_base::numbers;
use ludex_kit::TableRequest;
use ludex_kit::registry::{PerftOptions, PerftWatch, Session};
use ludex_search::StopFlag;
use ludex_study::json;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

use crate::errors::{of_any, of_input, of_session};
use crate::options::{self, Choice, all_cores};
use crate::position::Position;
use crate::to_python::to_python;
use crate::work::interruptible;

/// Default size of the tables, in MiB.
const HASH_MIB: usize = 64;

/// Proves the result of a position, as `ludex solve` does.
#[pyfunction]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &Position,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let info = position.value.info();
    let choice = options::choice(options, info, (all_cores(), HASH_MIB))?;
    let limits = options::limits(options, info)?;
    choice.check(&limits).map_err(|error| of_input(&error))?;
    let size = options::read(options, "table", numbers::range::<u32>(1, 10))?;
    let (stop, value) = (StopFlag::default(), &position.value);
    let solved = interruptible(py, &stop, || -> anyhow::Result<Value> {
        let mut session = value.session();
        session.configure_solver(choice.search.as_deref(), choice.setup.clone())?;
        if let Some(solved) = by_tables(&*session, size, &choice)? {
            return Ok(solved);
        }
        let search = choice.search.as_deref();
        let solved = session.solve(search, &limits, &stop, &mut |_| {})?;
        let mut object = json::solved(&solved);
        object["line"] = json!(solved.line);
        object["depth"] = json!(solved.depth);
        Ok(object)
    })?;
    to_python(py, &solved.map_err(|error| of_any(&error))?)
}

fn by_tables(
    session: &dyn Session,
    size: Option<u32>,
    choice: &Choice,
) -> anyhow::Result<Option<Value>> {
    let request = TableRequest { size, threads: choice.setup.options.threads };
    let solved = session.solve_by_tables(request, &Cache::of_user())?;
    Ok(solved.map(|solved| {
        let mut object = json::solved_by_tables(session, &solved);
        object["line"] = json!([]);
        object["nodes"] = json!(0);
        object["depth"] = json!(0);
        object
    }))
}

/// Counts the leaves of the game tree, as `ludex perft` does: the number of all leaves, and of those below each move if requested.
#[pyfunction]
pub(crate) fn perft<'py>(
    py: Python<'py>,
    position: &Position,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let depth = numbers::depth_from_zero(numbers::MAX_DEPTH);
    let perft = PerftOptions {
        depth: options::read(options, "depth", depth)?.unwrap_or(1),
        divide: options::read(options, "divide", numbers::yes_or_no)?.unwrap_or(false),
        threads: options::read(options, "threads", numbers::threads)?.unwrap_or_else(all_cores),
        hash_mib: options::read(options, "hash", numbers::hash)?,
    };
    let (watch, value) = (PerftWatch::default(), &position.value);
    let counted = interruptible(py, &watch.stop.clone(), || value.session().perft(&perft, &watch))?;
    let counted = counted.map_err(|error| of_session(&error))?;
    let divided = counted.divided.into_iter().map(|(mv, nodes)| (mv, json!(nodes)));
    let divided: Map<String, Value> = divided.collect();
    let object = json!({
        "nodes": counted.nodes,
        "weighted": counted.weighted,
        "divide": divided,
    });
    to_python(py, &object)
}
