//! An engine: a session with a search that keeps its hash table between positions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use ludex_base::limits::DEFAULT_TIME;
use ludex_kit::InputError;
use ludex_kit::registry::{CouldNot, Findings, PositionValue, Session, SoFar};
use ludex_kit::support::figures::precise;
use ludex_search::{Limits, StopFlag};
use ludex_study::analysis::plan;
use ludex_study::json;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

use crate::errors::{of_any, of_input};
use crate::game::Game;
use crate::live::Live;
use crate::options::{self, Choice, Keywords, all_cores};
use crate::position::Position;
use crate::to_python::to_python;
use crate::work::interruptible;

/// Default size of an engine's hash table, in MiB.
const HASH_MIB: usize = 64;

/// What a search reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// As `ludex bestmove` does, with the opening book.
    Move,
    /// Lines alone, without the opening book.
    Lines,
    /// As `ludex analyse` does: with the game's appraisal and facts.
    Analysis,
}

/// A search with its limits.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) limits: Limits,
    pub(crate) multipv: usize,
    pub(crate) detail: Detail,
}

/// A session with its search.
pub(crate) struct Core {
    session: Box<dyn Session>,
    choice: Choice,
}

impl Core {
    /// A core at the first position of the value's game.
    pub(crate) fn new(value: &dyn PositionValue, choice: Choice) -> Result<Self, InputError> {
        let mut session = value.session();
        choice.check_book(&*session)?;
        choice.configure(&mut *session)?;
        Ok(Self { session, choice })
    }

    /// Forgets everything that earlier searches have stored.
    pub(crate) fn forget(&mut self) {
        self.session.new_game();
    }

    /// Sets the number of lines. A search with another number is built again.
    fn set_lines(&mut self, multipv: usize) -> Result<(), InputError> {
        let options = &mut self.choice.setup.options;
        if options.multipv != multipv {
            options.multipv = multipv;
            self.choice.configure(&mut *self.session)?;
        }
        Ok(())
    }

    /// Searches a position. The observer gets what is found so far.
    pub(crate) fn search(
        &mut self,
        value: &dyn PositionValue,
        task: &Task,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&SoFar<'_, Findings>),
    ) -> anyhow::Result<Value> {
        self.choice.check(&task.limits)?;
        if !self.session.go_to_value(value) {
            let session = &self.session;
            let (name, variant) = (session.info().name, session.variant());
            let found = format!("{} {}", value.info().name, value.variant());
            let problem = format!("is not the game of the engine, which plays {name} {variant}");
            return Err(InputError::problem("position", found, problem).into());
        }
        self.set_lines(task.multipv)?;
        self.session.suspend_book(task.detail != Detail::Move);
        let session = &mut *self.session;
        if task.limits.time.is_some() || task.limits.clock.is_some() {
            session.prepare()?;
        }
        let findings = session.search(&task.limits, stop, observer)?;
        if findings.best().is_none() {
            return Err(CouldNot("no legal move".into()).into());
        }
        self.report(&findings, task, stop)
    }

    fn report(
        &mut self,
        findings: &Findings,
        task: &Task,
        stop: &StopFlag,
    ) -> anyhow::Result<Value> {
        let (session, seed) = (&mut *self.session, self.choice.setup.options.seed);
        if task.detail != Detail::Analysis {
            return Ok(with_chances(json::findings(session, findings, seed), findings));
        }
        let turn = match findings.best_move() {
            Some(best) if session.info().long_turns => {
                Some(plan(session, best, &task.limits, stop)?)
            }
            _ => None,
        };
        let appraisal = session.appraise()?;
        let mut object = json::analysis(session, findings, seed, &appraisal.facts);
        if let Some(turn) = &turn {
            object.insert("turn".into(), turn.to_json());
        }
        Ok(with_chances(object, findings))
    }

    pub(crate) fn seed(&self) -> u64 {
        self.choice.setup.options.seed
    }
}

/// Adds each line's chances of a draw and of a loss, and its proof, which the command line prints only for the position.
pub(crate) fn with_chances(mut object: Map<String, Value>, findings: &Findings) -> Value {
    let found = findings.lines.iter().filter(|line| !line.pv.is_empty());
    if let Some(Value::Array(lines)) = object.get_mut("lines") {
        for (index, (line, found)) in lines.iter_mut().zip(found).enumerate() {
            let proof = found.proof.or(findings.proof.filter(|_| index == 0));
            line["draw"] = precise(found.wdl.draw);
            line["loss"] = precise(found.wdl.loss);
            line["proof"] = proof.map_or(
                Value::Null,
                |proof| json!({"result": json::result_name(proof.result), "plies": proof.plies}),
            );
        }
    }
    Value::Object(object)
}

/// The core of an engine that no other thread is using.
pub(crate) fn lock(core: &Mutex<Core>) -> Result<MutexGuard<'_, Core>, CouldNot> {
    match core.try_lock() {
        Ok(core) => Ok(core),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(CouldNot(
            "the engine is searching; wait until that search has ended, or use another engine"
                .into(),
        )),
    }
}

/// The native part of `ludex.Engine`.
#[pyclass(frozen, module = "ludex._ludex")]
pub(crate) struct Searcher {
    game: Py<Game>,
    core: Arc<Mutex<Core>>,
    /// The flag that stops the current search.
    current: Mutex<StopFlag>,
}

impl Searcher {
    /// The task of a call, and a new flag that `stop` raises.
    fn begin(&self, options: Keywords<'_, '_>, detail: Detail) -> PyResult<(Task, StopFlag)> {
        let info = self.game.get().info;
        let limits = options::limits(options, info)?;
        let usual = if detail == Detail::Move { 1 } else { info.usual_lines };
        let multipv = options::read(options, "multipv", ludex_base::numbers::lines)?;
        let stop = StopFlag::default();
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        Ok((Task { limits, multipv: multipv.unwrap_or(usual), detail }, stop))
    }
}

#[pymethods]
impl Searcher {
    /// An engine for a game, with choices by keyword.
    #[new]
    fn new(game: &Bound<'_, Game>, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let info = game.get().info;
        let choice = options::choice(options, info, (all_cores(), HASH_MIB))?;
        let start = game.get().start_value();
        let core = Core::new(&**start, choice).map_err(|error| of_input(&error))?;
        Ok(Self {
            game: game.clone().unbind(),
            core: Arc::new(Mutex::new(core)),
            current: Mutex::default(),
        })
    }

    /// Searches a position; `whole` adds what `ludex analyse` adds.
    fn search<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        options: &Bound<'py, PyDict>,
        whole: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let detail = if whole { Detail::Analysis } else { Detail::Move };
        let (task, stop) = self.begin(options, detail)?;
        let (core, value) = (&self.core, &position.value);
        let found =
            interruptible(py, &stop, || lock(core)?.search(&**value, &task, &stop, &mut |_| {}))?;
        to_python(py, &found.map_err(|error| of_any(&error))?)
    }

    /// Starts a search whose results so far can be read while it runs. Without limits it runs until it is stopped.
    fn live(&self, position: &Position, options: &Bound<'_, PyDict>) -> PyResult<Live> {
        let (mut task, stop) = self.begin(options, Detail::Lines)?;
        if task.limits == Limits::time(DEFAULT_TIME) && options.get_item("time")?.is_none() {
            task.limits = Limits::default();
        }
        let lines = options::read(options, "multipv", ludex_base::numbers::lines)?;
        task.multipv = lines.unwrap_or(self.game.get().info.usual_lines);
        Live::start(self.core.clone(), position.value.clone(), task, stop)
    }

    /// Stops the current search, which then returns what it has found.
    fn stop(&self) {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    /// Forgets everything that earlier searches have stored.
    fn forget(&self) -> PyResult<()> {
        let mut core = lock(&self.core).map_err(|error| crate::errors::could_not(&error))?;
        core.forget();
        Ok(())
    }
}
