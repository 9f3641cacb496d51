//! Rollouts, as `ludex rollout` computes them, and their files.

use std::path::{Path, PathBuf};

use ludex_base::numbers;
use ludex_kit::registry::{PositionValue, Session};
use ludex_kit::{GameInfo, RolledOut, RolloutRequest, Variant};
use ludex_search::StopFlag;
use ludex_search::rollout::{Certainty, RolloutOptions};
use ludex_study::json;
use ludex_study::rollouts::{
    DEEPEST, GREATEST_ERROR, Goal, MOST_DEVIATIONS, PLAYS, RolloutChoice, RolloutFile,
    RolloutWriter, TRUNCATIONS, locate_rollout, read_rollout, take_rollout,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::errors::{of_any, of_input};
use crate::options::{self, Choice, Keywords, all_cores};
use crate::position::Position;
use crate::to_python::to_python;
use crate::work::interruptible;

/// Default size of the tables, in MiB.
const HASH_MIB: usize = 64;

/// A rollout that is requested.
struct Rolling<'a> {
    info: &'static GameInfo,
    choice: Choice,
    request: RolloutRequest<String>,
    goal: Goal,
    /// The file where the games are saved.
    path: Option<PathBuf>,
    /// What that file contains, if the rollout is resumed.
    kept: Option<&'a RolloutFile>,
}

impl Rolling<'_> {
    fn new(info: &'static GameInfo, options: Keywords<'_, '_>) -> PyResult<Self> {
        let choice = options::choice(options, info, (all_cores(), HASH_MIB))?;
        let lines = options::read(options, "multipv", numbers::lines)?.unwrap_or(PLAYS);
        let (request, goal) = requested(options, lines)?;
        let path = options::path(options, "out")?;
        Ok(Self { info, choice, request, goal, path, kept: None })
    }

    /// Opens the file where the games are saved.
    fn open_writer(&self, session: &dyn Session) -> anyhow::Result<Option<RolloutWriter>> {
        let Some(path) = &self.path else {
            return Ok(None);
        };
        let search = (self.choice.search.as_deref(), &self.choice.setup);
        let goal = (self.goal, self.kept);
        RolloutWriter::open(path, session, search, &self.request, goal).map(Some)
    }

    fn run(&mut self, session: &mut dyn Session, stop: &StopFlag) -> anyhow::Result<Value> {
        self.choice.configure(session)?;
        (self.info.warm_up)();
        if let Some(kept) = self.kept {
            kept.resume(&mut self.request, &self.goal);
        }
        let mut writer = self.open_writer(session)?;
        let rolled = self.games(session, writer.as_mut(), stop)?;
        if let Some(writer) = writer.as_mut().filter(|_| rolled.trials > 0) {
            writer.save(&rolled)?;
        }
        let mut object = json::rollout(session, &self.request, &rolled);
        object.insert("seed".into(), json!(self.choice.setup.options.seed));
        object.insert("threads".into(), json!(self.choice.setup.options.threads));
        Ok(Value::Object(object))
    }

    /// Plays the games, and saves them at intervals.
    fn games(
        &self,
        session: &mut dyn Session,
        mut writer: Option<&mut RolloutWriter>,
        stop: &StopFlag,
    ) -> anyhow::Result<RolledOut<String>> {
        let mut saved = Ok(());
        let mut save = |rolled: &RolledOut<String>| {
            if let (Some(writer), Ok(())) = (&mut writer, &saved) {
                saved = writer.save_if_due(rolled);
                if saved.is_err() {
                    stop.stop();
                }
            }
        };
        let rolled = session.roll_out(&self.choice.setup, &self.request, stop, &mut save);
        let path = self.kept.and(self.path.as_deref());
        let rolled = rolled.map_err(|error| locate_rollout(error.into(), path))?;
        saved?;
        rolled.ok_or_else(|| no_rollouts(self.info))
    }
}

fn no_rollouts(info: &GameInfo) -> anyhow::Error {
    let has = |info: &GameInfo| info.rollouts;
    ludex_games::CATALOGUE.not_offered("game", info, "a game with rollouts", has).into()
}

/// The request, and the condition at which it ends.
fn requested(options: Keywords<'_, '_>, lines: usize) -> PyResult<(RolloutRequest<String>, Goal)> {
    let yes = |name: &str| options::read(options, name, numbers::yes_or_no);
    let (least, most) = TRUNCATIONS;
    let choice = RolloutChoice {
        trials: options::read(options, "trials", numbers::count)?,
        truncate: options::read(options, "truncate", numbers::range::<u32>(least, most))?,
        depth: options::read(options, "depth", numbers::depth_from_zero(DEEPEST))?,
        error: options::read(options, "error", numbers::real(0.0, GREATEST_ERROR))?,
        jsd: options::read(options, "jsd", numbers::real(0.0, MOST_DEVIATIONS))?,
        min_trials: options::read(options, "min_trials", numbers::count)?,
    };
    let basic = choice.options(str::to_owned).map_err(|error| of_input(&error))?;
    let goal = Goal {
        trials: basic.trials,
        error: choice.error,
        jsd: choice.jsd,
        min_trials: choice.min_trials.unwrap_or(Certainty::MIN_TRIALS),
    };
    let plays: Vec<String> = match options.get_item("plays")? {
        Some(plays) if !plays.is_none() => plays.extract()?,
        _ => Vec::new(),
    };
    let request = RolloutRequest {
        options: RolloutOptions { ends_where_known: yes("bearoff")?.unwrap_or(true), ..basic },
        reduces_variance: yes("variance_reduction")?,
        plays: plays.into_iter().map(|play| play.replace(' ', ",")).collect(),
        lines,
        cubeful: yes("cubeful")?.unwrap_or(true),
        numbers: None,
    };
    Ok((request, goal))
}

/// Rolls out a position, as `ludex rollout` does.
#[pyfunction]
pub(crate) fn rollout<'py>(
    py: Python<'py>,
    position: &Position,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut rolling = Rolling::new(position.value.info(), options)?;
    let (stop, value) = (StopFlag::default(), &position.value);
    let rolled = interruptible(py, &stop, || rolling.run(&mut *value.session(), &stop))?;
    to_python(py, &rolled.map_err(|error| of_any(&error))?)
}

/// Resumes the rollout of a file, as `ludex rollout --resume` does.
#[pyfunction]
pub(crate) fn resume_rollout<'py>(
    py: Python<'py>,
    path: PathBuf,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    // The file is locked before it is read, because another program may be writing it.
    let found = Some(&*path).filter(|path| path.is_file());
    let alone = found.map(take_rollout).transpose().map_err(|error| of_any(&error))?;
    let kept = read_rollout(&path).map_err(|error| of_input(&error))?;
    let value = position_of(&kept, &path)?;
    let options = with_saved(options, &kept)?;
    let mut rolling = Rolling::new(value.info(), &options)?;
    (rolling.path, rolling.kept) = (Some(path), Some(&kept));
    let stop = StopFlag::default();
    let rolled = interruptible(py, &stop, || rolling.run(&mut *value.session(), &stop))?;
    drop(alone);
    to_python(py, &rolled.map_err(|error| of_any(&error))?)
}

/// The position of a saved rollout.
fn position_of(kept: &RolloutFile, path: &Path) -> PyResult<std::sync::Arc<dyn PositionValue>> {
    let settings = &kept.settings;
    let located = |error: ludex_kit::InputError| of_input(&error.within(path.display()));
    let variant = settings.variant.parse::<Variant>().map_err(located)?;
    let position = Some(&*settings.position);
    let session = ludex_games::CATALOGUE.session(&settings.game, &variant, position);
    Ok(session.map_err(located)?.position_value())
}

/// The options of a resumed rollout: those given, and the others as in the file.
fn with_saved<'py>(given: &Bound<'py, PyDict>, kept: &RolloutFile) -> PyResult<Bound<'py, PyDict>> {
    let (settings, goal) = (&kept.settings, &kept.goal);
    let options = PyDict::new(given.py());
    options.set_item("seed", settings.seed)?;
    options.set_item("truncate", settings.truncate)?;
    options.set_item("depth", settings.depth)?;
    options.set_item("cubeful", settings.cubeful)?;
    options.set_item("variance_reduction", settings.variance_reduction)?;
    options.set_item("bearoff", settings.bearoff)?;
    options.set_item("search", &settings.search)?;
    options.set_item("evaluator", &settings.evaluator)?;
    let parameters = PyDict::new(given.py());
    settings.set.iter().try_for_each(|(name, value)| parameters.set_item(name, value))?;
    options.set_item("parameters", parameters)?;
    options.set_item("plays", Some(&kept.plays).filter(|plays| !plays.is_empty()))?;
    options.set_item("trials", goal.trials)?;
    options.set_item("error", goal.error)?;
    options.set_item("jsd", goal.jsd)?;
    options.set_item("min_trials", goal.min_trials)?;
    for (name, value) in given {
        if !value.is_none() {
            options.set_item(name, value)?;
        }
    }
    Ok(options)
}
