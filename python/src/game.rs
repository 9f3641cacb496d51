//! A game with its options.

use std::sync::Arc;

use ludex_kit::registry::PositionValue;
use ludex_kit::{GameInfo, InputError, Variant};
use ludex_study::json::variant_key;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Value, json};

use crate::errors::of_input;
use crate::options;
use crate::position::Position;
use crate::to_python::to_python;

/// A game with its options. `ludex.game` opens one.
///
/// Games are equal if they have the same name and options.
///
/// >>> import ludex
/// >>> game = ludex.game("takt", size=5)
/// >>> game.name, game.variant, game.players
/// ('takt', 'size=5,komi=0', 2)
#[pyclass(frozen, module = "ludex")]
pub(crate) struct Game {
    pub(crate) info: &'static GameInfo,
    /// The options as the user gave them. A position may determine the others.
    given: Variant,
    pub(crate) variant: Variant,
    start: Arc<dyn PositionValue>,
}

impl Game {
    /// Opens a game at a position (`None`: the start).
    fn open(name: &str, given: Variant, position: Option<&str>) -> PyResult<Self> {
        let session = ludex_games::CATALOGUE.session(name, &given, position);
        let session = session.map_err(|error| of_input(&error))?;
        Ok(Self {
            info: session.info(),
            given,
            variant: session.variant(),
            start: session.position_value(),
        })
    }

    /// The position at the start.
    pub(crate) fn start_value(&self) -> &Arc<dyn PositionValue> {
        &self.start
    }

    /// An error if a position belongs to another game or has other options.
    fn check(&self, position: &Position) -> PyResult<()> {
        if self.start.has_same_rules(&*position.value) {
            return Ok(());
        }
        let (info, variant) = (position.value.info(), position.value.variant());
        let problem = format!("is another game: this one is {} {}", self.info.name, self.variant);
        let found = format!("{} {variant}", info.name);
        Err(of_input(&InputError::problem("position", found, problem)))
    }

    /// The game of an opened position.
    pub(crate) fn of_value(value: &Arc<dyn PositionValue>) -> PyResult<Self> {
        let variant = value.variant();
        Self::open(value.info().name, variant, None)
    }

    /// The position of a text. Its game is this one, unless the text determines options that were not given.
    pub(crate) fn parse(slf: &Bound<'_, Self>, text: &str) -> PyResult<Position> {
        let game = slf.get();
        let opened = Self::open(game.info.name, game.given.clone(), Some(text))?;
        let value = opened.start.clone();
        if opened.variant == game.variant {
            return Ok(Position { game: slf.clone().unbind(), value });
        }
        let own = Self::open(opened.info.name, opened.variant, None)?;
        Ok(Position { game: Py::new(slf.py(), own)?, value })
    }
}

#[pymethods]
impl Game {
    /// Opens a game by name, with options by keyword.
    #[new]
    #[pyo3(signature = (name, /, **options))]
    fn new(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::open(name, options::variant(options)?, None)
    }

    /// Name of the game: `takt`, `tryktrak`, `quoridor`, `trax` or `tantrix`.
    #[getter]
    fn name(&self) -> &'static str {
        self.info.name
    }

    /// Name for readers, such as `Takt (Tak)`.
    #[getter]
    fn title(&self) -> &'static str {
        if self.info.title.is_empty() { self.info.name } else { self.info.title }
    }

    /// The options as the command line writes them: `size=5,komi=0`.
    #[getter]
    fn variant(&self) -> String {
        self.variant.to_string()
    }

    /// The options as a dictionary of texts.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.variant.iter().try_for_each(|(key, value)| dict.set_item(key, value))?;
        Ok(dict)
    }

    /// Number of players, 2 to 4.
    #[getter]
    fn players(&self) -> usize {
        self.start.players()
    }

    /// Unit of scores: `flats`, `steps`, `equity` or `points`.
    #[getter]
    fn score_unit(&self) -> &'static str {
        self.info.score_unit
    }

    /// The searches of the game, the default first. Each is a dictionary with `name`, `about`, `nodes` (what a node is), `evaluators` and
    /// `parameters` (a list of dictionaries with `name`, `min`, `max` and `default`).
    #[getter]
    fn searches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let infos = self.start.session().searches();
        let list: Vec<Value> = infos.iter().map(search_json).collect();
        to_python(py, &Value::Array(list))
    }

    /// The number of actions: numbers of moves, which mean the same in every position of the game. `docs/src/libraries/actions.md` says which
    /// number means which move.
    ///
    /// >>> import ludex
    /// >>> ludex.game("quoridor").num_actions
    /// 210
    #[getter]
    fn num_actions(&self) -> usize {
        self.start.n_actions().unwrap_or_default()
    }

    /// The number of moves and events after which `ludex.vector` cuts a game off, unless it is given another number.
    #[getter]
    fn max_steps(&self) -> u32 {
        self.info.endless_after
    }

    /// The names of the planes of an observation in order, each with the number of consecutive planes that it names.
    ///
    /// >>> import ludex
    /// >>> ludex.game("quoridor").plane_names[0]
    /// ('pawn of each player', 2)
    #[getter]
    fn plane_names(&self) -> Vec<(&'static str, usize)> {
        self.start.observation().map(|seen| seen.plane_names).unwrap_or_default()
    }

    /// The names of the numbers of an observation in order, each with the number of consecutive numbers that it names.
    #[getter]
    fn number_names(&self) -> Vec<(&'static str, usize)> {
        self.start.observation().map(|seen| seen.number_names).unwrap_or_default()
    }

    /// The text of the move that an action means in a position of this game, legal or not.
    ///
    /// Raises `ludex.LudexError` if the action means no move there.
    ///
    /// >>> import ludex
    /// >>> game = ludex.game("quoridor")
    /// >>> game.action_to_text(game.start(), 13)
    /// 'e2'
    fn action_to_text(&self, position: &Position, action: u32) -> PyResult<String> {
        self.check(position)?;
        position.value.action_text(action).map_err(|error| of_input(&error))
    }

    /// The action of a legal move that is given as text.
    ///
    /// Raises `ludex.LudexError` if the move is not legal in the position.
    ///
    /// >>> import ludex
    /// >>> game = ludex.game("quoridor")
    /// >>> game.text_to_action(game.start(), "e2")
    /// 13
    fn text_to_action(&self, position: &Position, text: &str) -> PyResult<u32> {
        self.check(position)?;
        position.value.action_of(text).map_err(|error| of_input(&error))
    }

    /// The position at the start of a game.
    ///
    /// >>> import ludex
    /// >>> ludex.game("quoridor").start().to_move
    /// 1
    fn start(slf: &Bound<'_, Self>) -> Position {
        Position { game: slf.clone().unbind(), value: slf.get().start.clone() }
    }

    /// The position of a text in any notation of the game. Options that were not given follow from the text, such as the size of the board.
    ///
    /// Raises `ludex.LudexError` if the text is not a legal position of the game.
    ///
    /// >>> import ludex
    /// >>> ludex.game("takt").position("x3/x3/x2,1 2 1").game.variant
    /// 'size=3,komi=0'
    fn position(slf: &Bound<'_, Self>, text: &str) -> PyResult<Position> {
        Self::parse(slf, text)
    }

    /// The position of a dictionary that `Position.to_dict` made.
    fn from_dict(slf: &Bound<'_, Self>, data: &Bound<'_, PyDict>) -> PyResult<Position> {
        crate::position::from_dict(slf, data)
    }

    fn __repr__(&self) -> String {
        let word = |(key, value): (&str, &str)| format!(", {}={value:?}", key.replace('-', "_"));
        let options = self.given.iter().map(word);
        format!("ludex.game(\"{}\"{})", self.info.name, options.collect::<String>())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.info.name == other.info.name && self.variant == other.variant
    }

    fn __hash__(&self) -> u64 {
        ludex_search::hash_of(&(self.info.name, self.variant.to_string()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let game = slf.get();
        let again = slf.get_type().getattr("_from_variant")?;
        Ok((again, (game.info.name.to_owned(), game.given.to_string())))
    }

    /// Opens a game with its options in one text.
    #[staticmethod]
    fn _from_variant(name: &str, variant: &str) -> PyResult<Self> {
        let variant: Variant = variant.parse().map_err(|error| of_input(&error))?;
        Self::open(name, variant, None)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

fn search_json(info: &ludex_kit::SearchInfo) -> Value {
    let parameter = |known: &ludex_search::Parameter| json!({"name": known.name, "min": known.min, "max": known.max, "default": known.default, "about": known.about});
    let parameters: Vec<Value> = info.parameters.iter().map(parameter).collect();
    json!({
        "name": info.name,
        "about": info.about,
        "nodes": info.nodes,
        "evaluators": info.evaluators,
        "parameters": parameters,
    })
}

/// The names of the games.
#[pyfunction]
pub(crate) fn game_names(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, ludex_games::CATALOGUE.games().map(|info| info.name).collect::<Vec<_>>())
}

/// The options of a game as dictionaries.
#[pyfunction]
pub(crate) fn option_list<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let info = ludex_games::CATALOGUE.info(name).map_err(|error| of_input(&error))?;
    let keys = info.variant_keys.iter().map(|key| variant_key("name", key));
    to_python(py, &keys.collect())
}
