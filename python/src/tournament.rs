//! Tournaments between engines, as `ludex tournament` plays them.

use std::path::PathBuf;

use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::numbers;
use ludex_matches::tournament::settings::{
    GameEntry, PlayerEntry, Sprt, TournamentFormat, TournamentSettings,
};
use ludex_matches::tournament::{Resume, RunOptions, Tournament};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::errors::{of_any, of_input};
use crate::options::{self, Keywords, all_cores};
use crate::to_python::to_python;
use crate::work::interruptible;

/// Plays a tournament in a new folder and returns its summary. Each player is a text as after `--player`.
#[pyfunction]
pub(crate) fn play_tournament<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<String>,
    folder: PathBuf,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = settings(game, &players, options)?;
    run(py, options, || Tournament::begin(settings, &folder))
}

/// Plays the rest of the tournament in a folder and returns its summary.
#[pyfunction]
pub(crate) fn resume_tournament<'py>(
    py: Python<'py>,
    folder: PathBuf,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    run(py, options, || Tournament::resume(&folder, Resume::default()))
}

fn settings(
    game: &str,
    players: &[String],
    options: Keywords<'_, '_>,
) -> PyResult<TournamentSettings> {
    let info = ludex_games::CATALOGUE.info(game).map_err(|error| of_input(&error))?;
    let players = players.iter().map(|text| PlayerEntry::parse(text));
    let players = players.collect::<Result<_, _>>().map_err(|error| of_input(&error))?;
    let entry = GameEntry {
        variant: options::text(options, "variant")?.unwrap_or_default(),
        book: options::text(options, "book")?,
        random_plies: options::read(options, "random_plies", numbers::range::<u32>(0, 999))?,
        ..GameEntry::new(info.name)
    };
    let mut settings = TournamentSettings::new(vec![entry], players);
    let pairs = options::read(options, "pairs", numbers::range::<u32>(1, 10_000_000))?;
    settings.pairs = pairs.unwrap_or(settings.pairs);
    settings.seed = options::read(options, "seed", numbers::seed)?.unwrap_or(settings.seed);
    settings.luck = options::read(options, "luck", numbers::yes_or_no)?.unwrap_or(settings.luck);
    settings.sprt = options::read(options, "sprt", Sprt::parse)?;
    if options::read(options, "gauntlet", numbers::yes_or_no)? == Some(true) {
        settings.format = TournamentFormat::Gauntlet;
    }
    settings.check().map_err(|error| of_input(&error))?;
    Ok(settings)
}

fn run<'py>(
    py: Python<'py>,
    options: Keywords<'_, 'py>,
    open: impl FnOnce() -> anyhow::Result<Tournament> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let concurrency = options::read(options, "concurrency", numbers::threads)?;
    let concurrency = concurrency.unwrap_or_else(all_cores);
    // The flag that the tournament looks at, as it does for Ctrl-C in the program.
    let stop = stop_on_interrupt();
    let played = interruptible(py, &stop, || -> anyhow::Result<Value> {
        Ok(open()?.run(RunOptions { concurrency, json: false })?.json())
    });
    stop.clear();
    to_python(py, &played?.map_err(|error| of_any(&error))?)
}
