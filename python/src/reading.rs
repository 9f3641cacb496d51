//! Reads files of recorded games. If the game is not given, it is detected: the game and format that explain most of the text are taken.

use std::path::{Path, PathBuf};

use ludex_base::encoding::DecodedText;
use ludex_base::input::{error_place, read_foreign};
use ludex_base::pasted::{MOVES, read_in_all_formats};
use ludex_kit::{GameInfo, InputError};
use pyo3::prelude::*;

use crate::errors::of_input;
use crate::game::Game;
use crate::record::{Record, checked};

/// The games of a text, as one game and format read them.
struct Reading {
    info: &'static GameInfo,
    format: &'static str,
    records: Vec<ludex_kit::Record>,
}

impl Reading {
    /// Ranks readings: undamaged ones first, then by the number of steps, then richer formats.
    fn rank(&self) -> (bool, usize, bool) {
        let is_whole = self.records.iter().all(|record| record.damage.is_none());
        let n_steps = self.records.iter().map(|record| record.plies.len()).sum();
        (is_whole, n_steps, self.format != MOVES)
    }
}

/// Reads the games of a text. `format` and the extension of the file limit the formats that are tried.
fn read(
    infos: &[&'static GameInfo],
    path: &Path,
    text: &str,
    format: Option<&str>,
) -> Result<Reading, InputError> {
    let named = |info: &&'static GameInfo| info.format_named_by(path).is_some();
    let by_ending: Vec<_> = infos.iter().copied().filter(named).collect();
    let infos = if by_ending.is_empty() || format.is_some() { infos } else { &by_ending };
    let (mut best, mut first_error): (Option<Reading>, _) = (None, None);
    for &info in infos {
        let own = info.format_named_by(path).map(|format| format.name);
        for (name, records) in read_in_all_formats(info, text) {
            if format.or(own).is_some_and(|wanted| wanted != name) {
                continue;
            }
            let records = match records {
                Ok(records) => records,
                Err(error) => {
                    first_error.get_or_insert(error);
                    continue;
                }
            };
            let records = records.into_iter().map(|record| checked(info, record)).collect();
            let reading = Reading { info, format: name, records };
            if best.as_ref().is_none_or(|best| reading.rank() > best.rank()) {
                best = Some(reading);
            }
        }
    }
    let nothing = || {
        let sentence = "no game of Ludex can read this text";
        InputError::sentence("", sentence).with_hint("name the game and the format")
    };
    let has_content =
        |reading: &Reading| reading.records.iter().any(ludex_kit::Record::has_content);
    let damage = |reading: Reading| reading.records.into_iter().find_map(|record| record.damage);
    match best {
        Some(reading) if has_content(&reading) => Ok(reading),
        Some(reading) => Err(damage(reading).or(first_error).unwrap_or_else(nothing)),
        None => Err(first_error.unwrap_or_else(nothing)),
    }
}

/// Reads every game of a file, or of `text` if it is given; then `path` serves only for its extension.
#[pyfunction]
#[pyo3(signature = (path, text=None, game=None, format=None))]
pub(crate) fn read_records(
    py: Python<'_>,
    path: PathBuf,
    text: Option<String>,
    game: Option<&str>,
    format: Option<&str>,
) -> PyResult<Vec<Record>> {
    let infos = match game {
        Some(name) => vec![ludex_games::CATALOGUE.info(name).map_err(|error| of_input(&error))?],
        None => ludex_games::CATALOGUE.games().collect(),
    };
    if let Some(format) = format {
        check_format(&infos, format).map_err(|error| of_input(&error))?;
    }
    let place = if text.is_some() { "text".to_owned() } else { error_place(&path) };
    let (reading, remark) = py
        .detach(|| {
            let DecodedText { text, remark } = match text {
                Some(text) => DecodedText { text, remark: None },
                None => read_foreign(&path)?,
            };
            let reading = read(&infos, &path, &text, format);
            reading.map(|reading| (reading, remark)).map_err(|error| error.within(&place))
        })
        .map_err(|error| of_input(&error))?;
    let record = |mut record: ludex_kit::Record| {
        record.remarks.splice(..0, remark.clone());
        Record::new(py, reading.info, record, &place)
    };
    reading.records.into_iter().map(record).collect()
}

fn check_format(infos: &[&'static GameInfo], format: &str) -> Result<(), InputError> {
    let names = infos.iter().flat_map(|info| info.formats.iter().map(|format| format.name));
    let names: Vec<&str> = names.chain([MOVES]).collect();
    if names.contains(&format) {
        return Ok(());
    }
    let mut names = names;
    names.sort_unstable();
    names.dedup();
    Err(InputError::unknown("format", format, "a format", &names))
}

/// Makes a game for records of this variant.
pub(crate) fn game_of(
    py: Python<'_>,
    session: &dyn ludex_kit::registry::Session,
) -> PyResult<Py<Game>> {
    Py::new(py, Game::of_value(&session.position_value())?)
}
