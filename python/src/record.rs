//! Recorded games.

use std::path::PathBuf;
use std::sync::Arc;

use ludex_base::losses::loss_remarks;
use ludex_base::output;
use ludex_kit::registry::{self, PositionValue, Session, Token};
use ludex_kit::{GameInfo, InputError, RecordFormat, RecordedPly};
use ludex_search::Turn;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{of_any, of_input};
use crate::game::Game;
use crate::position::Position;
use crate::reading::game_of;

/// A recorded game: moves, tags, comments and variations.
///
/// `ludex.read` reads one from a file, and `ludex.Record.from_position` makes one from a position with the moves that led to it.
///
/// >>> import ludex
/// >>> record = ludex.Record.from_position(ludex.game("takt", size=5).start().play("a1", "e5"), {"Player1": "Ada"})
/// >>> ' '.join(record.moves), record.players[0]
/// ('a1 e5', 'Ada')
#[pyclass(frozen, module = "ludex")]
pub(crate) struct Record {
    pub(crate) info: &'static GameInfo,
    pub(crate) content: ludex_kit::Record,
    game: Py<Game>,
    first: Arc<dyn PositionValue>,
}

/// Opens the first position of a record.
pub(crate) fn open_first(
    info: &GameInfo,
    record: &ludex_kit::Record,
) -> Result<Box<dyn Session>, InputError> {
    let start = record.start.as_deref();
    let opened = ludex_games::CATALOGUE.session(info.name, &record.variant, start);
    // The record's own error contains the place in the file.
    opened.map_err(|error| record.damage.clone().unwrap_or(error))
}

/// Checks a record against the rules, and rewrites its moves in standard notation. An illegal move ends the record, which is then damaged.
/// A result that contradicts the rules becomes a remark.
pub(crate) fn checked(info: &GameInfo, mut record: ludex_kit::Record) -> ludex_kit::Record {
    let mut session = match open_first(info, &record) {
        Ok(session) => session,
        Err(error) => {
            record.damage = Some(error);
            record.truncate(0);
            record.start = None;
            return record;
        }
    };
    if !record.asides.is_empty() {
        let replayed = registry::replay(&mut *session, &record, usize::MAX);
        record.remarks.extend(replayed.wrong_asides.iter().cloned());
        replayed.correct_asides(&mut record);
        session.restart();
    }
    let mut n_played = 0;
    for (word, ply) in Token::from_record(&record).into_iter().zip(&mut record.plies) {
        match session.play(&word.text) {
            Ok(text) => ply.text = text,
            Err(error) => {
                record.damage = Some(word.locate(error));
                break;
            }
        }
        n_played += 1;
    }
    record.truncate(n_played);
    if record.damage.is_none()
        && let Some(wrong) = session.settle(&mut record)
    {
        let end = record.plies.last().map_or("game", |ply| ply.place.as_str());
        record.remarks.push(wrong.within(end));
    }
    record.variant = session.variant().over(&record.variant);
    record
}

impl Record {
    /// A checked record. `place` names the file for errors.
    pub(crate) fn new(
        py: Python<'_>,
        info: &'static GameInfo,
        mut record: ludex_kit::Record,
        place: &str,
    ) -> PyResult<Self> {
        for error in record.damage.iter_mut().chain(&mut record.remarks) {
            *error = error.clone().within_unless_there(place);
        }
        let session = open_first(info, &record);
        let session = match session {
            Ok(session) => session,
            Err(error) => return Err(of_input(&error.within_unless_there(place))),
        };
        let game = game_of(py, &*session)?;
        Ok(Self { info, content: record, game, first: session.position_value() })
    }

    /// The format with this name, or with the extension of the path, or the game's first one.
    fn format(
        &self,
        name: Option<&str>,
        path: Option<&PathBuf>,
    ) -> PyResult<&'static RecordFormat> {
        let formats = self.info.formats;
        let found = match (name, path) {
            (Some(name), _) => formats.iter().find(|format| format.name == name),
            (None, Some(path)) => self.info.format_named_by(path),
            (None, None) => formats.first(),
        };
        found.ok_or_else(|| {
            let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
            let found = match (name, path) {
                (None, Some(path)) => path.display().to_string(),
                (name, _) => name.unwrap_or_default().to_owned(),
            };
            of_input(&InputError::unknown("format", found, "a format of this game", &names))
        })
    }

    /// The record in a format, and remarks on what the format cannot store.
    fn written(&self, format: &'static RecordFormat) -> PyResult<(String, Vec<InputError>)> {
        let games = &ludex_games::CATALOGUE;
        let losses = registry::losses(games, self.info.name, format, &self.content);
        let losses = losses.map_err(|error| of_input(&error))?;
        Ok(((format.write)(&self.content), loss_remarks(losses, format)))
    }
}

/// Warns of what a format cannot store.
pub(crate) fn warn(py: Python<'_>, remarks: &[InputError]) -> PyResult<()> {
    let category = py.get_type::<pyo3::exceptions::PyUserWarning>();
    let texts = remarks.iter().filter_map(|remark| std::ffi::CString::new(remark.to_string()).ok());
    texts.into_iter().try_for_each(|text| PyErr::warn(py, &category, &text, 2))
}

fn ply_dict<'py>(py: Python<'py>, ply: &RecordedPly) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("move", &ply.text)?;
    dict.set_item("mark", &ply.annotation)?;
    dict.set_item("comment", &ply.comment)?;
    Ok(dict)
}

#[pymethods]
impl Record {
    /// Makes a record of the moves that led to a position, with tags. The result is that of the position, if the game is over.
    #[staticmethod]
    #[pyo3(signature = (position, tags=None))]
    fn from_position(
        py: Python<'_>,
        position: &Position,
        tags: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let value = &position.value;
        let (first, steps) = value.steps();
        let start = Game::of_value(&first)?.start_value().text() != first.text();
        let mut record = ludex_kit::Record {
            variant: value.variant(),
            start: start.then(|| first.text()),
            ..ludex_kit::Record::default()
        };
        for (key, tag) in tags.into_iter().flatten() {
            record.tags.push((key.extract()?, tag.str()?.to_string_lossy().into_owned()));
        }
        let ply = |(number, text): (usize, String)| RecordedPly {
            text,
            place: format!("move {number}"),
            ..RecordedPly::default()
        };
        record.plies = (1..).zip(steps).map(ply).collect();
        let record = checked(value.info(), record);
        if let Some(damage) = &record.damage {
            return Err(of_input(damage));
        }
        Self::new(py, value.info(), record, "")
    }

    /// The game with its options.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The moves and chance events of the game, in the game's notation.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.content.plies.iter().map(|ply| ply.text.as_str()).collect()
    }

    /// The tags of the file, as a dictionary of texts.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.content.tags.iter().try_for_each(|(key, tag)| dict.set_item(key, tag))?;
        Ok(dict)
    }

    /// The name of each player; `None` if the file does not give it.
    #[getter]
    fn players(&self) -> Vec<Option<String>> {
        (1..=self.first.players()).map(|player| self.content.player_name(player)).collect()
    }

    /// The result as the file writes it, or `None`.
    #[getter]
    fn result(&self) -> Option<&str> {
        self.content.result.as_deref()
    }

    /// The comment before the first move, or `None`.
    #[getter]
    fn comment(&self) -> Option<&str> {
        self.content.comment.as_deref()
    }

    /// Each move with its mark (such as `?!`) and comment: a list of dictionaries with `move`, `mark` and `comment`.
    #[getter]
    fn annotated<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.content.plies.iter().map(|ply| ply_dict(py, ply)).collect()
    }

    /// The variations: a list of dictionaries with `name`, `ply` (the number of moves before its first one, counted from the start of the
    /// record) and `moves`. The name of a variation within another one begins with that one's name: `3w1/4w1`.
    #[getter]
    fn variations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for branch in self.content.branches() {
            let plies = branch.plies.iter().filter_map(|&index| self.content.asides.get(index));
            let moves: Vec<&str> = plies.map(|aside| aside.ply.text.as_str()).collect();
            let dict = PyDict::new(py);
            dict.set_item("name", &branch.name)?;
            dict.set_item("ply", branch.n_before)?;
            dict.set_item("moves", moves)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// What was left out or read differently from what is written, as sentences.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.content.remarks.iter().map(ToString::to_string).collect()
    }

    /// Why the record ends early, or `None` if it is complete.
    #[getter]
    fn damage(&self) -> Option<String> {
        self.content.damage.as_ref().map(ToString::to_string)
    }

    /// The game in which a variation was played: the moves before the variation, then its moves. `variations` lists the names.
    fn branch(&self, py: Python<'_>, name: &str) -> PyResult<Self> {
        let branch = self.content.find_branch(name).map_err(|error| of_input(&error))?;
        Self::new(py, self.info, self.content.along(&branch), "")
    }

    /// The position after a number of moves and events. Negative numbers count from the end; -1 is the last position.
    #[pyo3(signature = (ply=-1), text_signature = "($self, ply=-1)")]
    fn position(&self, py: Python<'_>, ply: isize) -> PyResult<Position> {
        let length = self.content.plies.len();
        let index = if ply < 0 { ply.checked_add_unsigned(length + 1) } else { Some(ply) };
        let index = index.and_then(|index| usize::try_from(index).ok());
        let n_played = index.filter(|&index| index <= length).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "the record has {length} moves, so it has no position {ply}"
            ))
        })?;
        let plies = &self.content.plies[..n_played];
        let value = plies.iter().try_fold(self.first.clone(), |value, ply| {
            value.after_text(&ply.text).map_err(|error| of_input(&error))
        })?;
        Ok(Position { game: self.game.clone_ref(py), value })
    }

    /// Every position of the game, the first one included: one more than there are moves.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let position = |value: &Arc<dyn PositionValue>| Position {
            game: self.game.clone_ref(py),
            value: value.clone(),
        };
        let mut value = self.first.clone();
        let mut positions = vec![position(&value)];
        for ply in &self.content.plies {
            value = value.after_text(&ply.text).map_err(|error| of_input(&error))?;
            positions.push(position(&value));
        }
        Ok(positions)
    }

    /// The record as text in one of the game's formats; the default is the game's first one. Warns of what the format cannot store.
    #[pyo3(signature = (format=None))]
    fn to_text(&self, py: Python<'_>, format: Option<&str>) -> PyResult<String> {
        let (text, remarks) = self.written(self.format(format, None)?)?;
        warn(py, &remarks)?;
        Ok(text)
    }

    /// Writes the record to a file. The extension names the format, unless `format` does. Warns of what the format cannot store.
    #[pyo3(signature = (path, format=None))]
    fn write(&self, py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<()> {
        let (text, remarks) = self.written(self.format(format, Some(&path))?)?;
        output::write_file(&path, &text).map_err(|error| of_any(&error))?;
        warn(py, &remarks)
    }

    fn __len__(&self) -> usize {
        self.content.plies.len()
    }

    fn __repr__(&self) -> String {
        let n_moves = self.first_moves();
        let result = self.content.result.as_deref().map(|result| format!(", {result}"));
        format!("<ludex.Record {}, {n_moves} moves{}>", self.info.name, result.unwrap_or_default())
    }
}

impl Record {
    /// The number of moves of the players, without chance events.
    fn first_moves(&self) -> usize {
        let mut value = self.first.clone();
        let mut n_moves = 0;
        for ply in &self.content.plies {
            n_moves += usize::from(matches!(value.turn(), Turn::Player(_)));
            match value.after_text(&ply.text) {
                Ok(after) => value = after,
                Err(_) => break,
            }
        }
        n_moves
    }
}
