//! A position with the game so far.

use std::sync::Arc;

use ludex_base::numbers;
use ludex_kit::InputError;
use ludex_kit::registry::{LastMark, PictureRequest, PositionValue, Seat, Session};
use ludex_kit::support::picture::Theme;
use ludex_search::Turn;
use ludex_search::support::random::stream;
use ludex_study::json;
use numpy::{IntoPyArray, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyString, PyTuple};
use serde_json::Value;

use crate::errors::{CouldNotError, of_input};
use crate::game::Game;
use crate::moves::Moves;
use crate::observation::check_numpy;
use crate::pictures::{Side, arrows};
use crate::random_game::RandomGame;
use crate::to_python::to_python;

/// A position, with the moves that led to it. It never changes: `play` returns another position.
///
/// Positions are equal if they belong to the same game and have the same text; they can be keys of dictionaries, and they can be pickled.
///
/// >>> import ludex
/// >>> pos = ludex.game("takt", size=5).start().play("a1", "e5")
/// >>> pos.text
/// 'x4,1/x5/x5/x5/2,x4 1 2'
/// >>> len(pos.legal_moves), pos.legal_moves[0]
/// (71, 'b1')
#[pyclass(frozen, module = "ludex")]
pub(crate) struct Position {
    pub(crate) game: Py<Game>,
    pub(crate) value: Arc<dyn PositionValue>,
}

impl Position {
    fn with(&self, py: Python<'_>, value: Arc<dyn PositionValue>) -> Self {
        Self { game: self.game.clone_ref(py), value }
    }

    /// The value after a move or an event, given as text or as an index.
    fn after(
        value: &Arc<dyn PositionValue>,
        step: &Bound<'_, PyAny>,
        place: Option<usize>,
    ) -> PyResult<Arc<dyn PositionValue>> {
        let located = |error: InputError| {
            of_input(&match place {
                Some(number) if error.place == "move" => {
                    InputError { place: format!("move {number}"), ..error }
                }
                _ => error,
            })
        };
        if let Ok(text) = step.cast::<PyString>() {
            return after_words(value, &text.to_cow()?).map_err(located);
        }
        // Also the whole numbers of NumPy, but not True and False.
        let is_whole = step.is_instance_of::<PyInt>() || step.hasattr("__index__")?;
        if is_whole && !step.is_instance_of::<PyBool>() {
            let index = step.extract::<usize>().unwrap_or(usize::MAX);
            let after = value.after_index(index);
            return match after {
                Some(after) => after.map_err(located),
                None => Err(PyIndexError::new_err(format!(
                    "there is no move or event with the index {step}"
                ))),
            };
        }
        let found = step.get_type().qualname()?;
        Err(PyTypeError::new_err(format!("a move is a text or an index, not {found}")))
    }

    fn picture(
        &self,
        last: Option<&Bound<'_, PyAny>>,
        options: &PictureOptions<'_, '_>,
    ) -> PyResult<(Box<dyn Session>, PictureRequest)> {
        let last = match last {
            None => LastMark::IfAny,
            Some(mark) => match mark.extract::<bool>() {
                Ok(true) => LastMark::IfAny,
                Ok(false) => LastMark::Nothing,
                Err(_) => LastMark::Move(mark.extract()?),
            },
        };
        let arrows = options.arrows.map(arrows).transpose()?;
        let request = PictureRequest {
            last,
            arrows,
            seat: options.side,
            paths: options.paths,
            ..PictureRequest::default()
        };
        Ok((self.value.session(), request))
    }
}

/// What a picture shows besides the position.
struct PictureOptions<'a, 'py> {
    arrows: Option<&'a Bound<'py, PyDict>>,
    side: Seat,
    paths: bool,
}

/// The value after the moves and events of a text, separated by blanks.
fn after_words(
    value: &Arc<dyn PositionValue>,
    text: &str,
) -> Result<Arc<dyn PositionValue>, InputError> {
    if !text.contains(char::is_whitespace) {
        return value.after_text(text);
    }
    let words = text.split_whitespace();
    (1..).zip(words).try_fold(value.clone(), |value, (number, word)| {
        value.after_text(word).map_err(|error| match &*error.place {
            "move" => InputError { place: format!("move {number}"), ..error },
            _ => error,
        })
    })
}

#[pymethods]
impl Position {
    /// The game with its options.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The position in the game's notation, such as TPS for Takt.
    #[getter]
    fn text(&self) -> String {
        self.value.text()
    }

    /// The number of moves made since the start of the game, as the position states it.
    #[getter]
    fn ply(&self) -> u32 {
        self.value.ply()
    }

    /// The player to move, counted from 1. `None` if chance decides or the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        match self.value.turn() {
            Turn::Player(player) => Some(player.index() + 1),
            _ => None,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.value.turn() == Turn::Over
    }

    /// Whether chance decides: dice are rolled or a tile is drawn.
    #[getter]
    fn is_chance(&self) -> bool {
        self.value.turn() == Turn::Chance
    }

    /// The result for each player, once the game is over: −1 to 1, or beyond this range in games played for points. `None` before.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let result = self.value.result();
        result.map(|result| PyTuple::new(py, result.returns)).transpose()
    }

    /// The result in one word, once the game is over: `p1win`, `p2win` or `draw`; `ended` with more than two players. `None` before.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.value.result().map(|result| result.word())
    }

    /// The legal moves, as a sequence of texts that are written on demand. It is empty if chance decides or the game is over.
    #[getter]
    fn legal_moves(&self) -> Moves {
        // The moves are listed once for each position.
        self.value.n_moves();
        Moves { value: self.value.clone() }
    }

    /// One legal move for each position that a move leads to: `legal_moves` without those that another one equals in effect.
    #[getter]
    fn distinct_moves(&self) -> Vec<String> {
        self.value.session().distinct_moves()
    }

    /// The numbers of the legal moves, in the order of `legal_moves`. Empty if chance decides or the game is over.
    ///
    /// >>> import ludex
    /// >>> ludex.game("quoridor").start().legal_actions[:3]
    /// [3, 5, 13]
    #[getter]
    fn legal_actions(&self) -> Vec<u32> {
        self.value.legal_actions()
    }

    /// What a network sees of the position, from the view of the player to move. It needs NumPy.
    ///
    /// A dictionary of arrays: `planes` (float32, planes × rows × columns), `numbers` (float32), and `inputs` (uint32) with `values` (float32),
    /// which are the inputs of the game's own network that are not zero. `Game.plane_names` and `Game.number_names` name the entries.
    ///
    /// >>> import ludex
    /// >>> seen = ludex.game("quoridor").start().observation()
    /// >>> seen.get("planes").shape
    /// (11, 9, 9)
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        crate::observation::arrays(py, &*self.value)
    }

    /// The moves and events since the first position, which is the start or the position that was read.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.value.steps().1
    }

    /// The first position of the game so far.
    #[getter]
    fn first(&self, py: Python<'_>) -> Self {
        self.with(py, self.value.steps().0)
    }

    /// The position after moves and events. Each is a text, or an index into `legal_moves` (if chance decides: into `chance_outcomes()`).
    ///
    /// Raises `ludex.LudexError` for an illegal move, and `IndexError` for an index out of range.
    ///
    /// >>> import ludex
    /// >>> ludex.game("quoridor").start().play("e2", "e8").ply
    /// 2
    #[pyo3(signature = (*steps))]
    fn play(&self, py: Python<'_>, steps: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let is_list = steps.len() > 1;
        let mut value = self.value.clone();
        for (index, step) in steps.iter_borrowed().enumerate() {
            value = Self::after(&value, &step, is_list.then_some(index + 1))?;
        }
        Ok(self.with(py, value))
    }

    /// The possible chance events with their probabilities, which add up to 1. Empty if a player is to move or the game is over.
    ///
    /// >>> import ludex
    /// >>> start = ludex.game("tryktrak").start()
    /// >>> len(start.chance_outcomes()), start.chance_outcomes()[0]
    /// (30, ('dice:12', 0.03333333333333333))
    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        let events = self.value.events();
        let total: f64 = events.iter().map(|(_, weight)| f64::from(*weight)).sum();
        events.into_iter().map(|(event, weight)| (event, f64::from(weight) / total)).collect()
    }

    /// The position after a chance event that is drawn at random. Equal seeds give equal events; without a seed the system's randomness is
    /// used. Returns the position itself if chance does not decide here.
    #[pyo3(signature = (seed=None))]
    fn sample(slf: &Bound<'_, Self>, seed: Option<u64>) -> PyResult<Py<Self>> {
        let here = slf.get();
        if !here.is_chance() {
            return Ok(slf.clone().unbind());
        }
        let mut rng = stream(seed_or_random(seed)?, here.value.n_steps() as u64 + 1);
        match here.value.after_random(&mut rng) {
            Some(after) => {
                let after = after.map_err(|error| of_input(&error))?;
                Py::new(slf.py(), here.with(slf.py(), after))
            }
            None => Ok(slf.clone().unbind()),
        }
    }

    /// The positions of a random game from here on, this one left out: each move is drawn from the legal ones with equal probability, and each
    /// event by its probability. Equal seeds give equal games; without a seed the system's randomness is used. It may end only after
    /// thousands of steps.
    ///
    /// >>> import ludex
    /// >>> *_, last = ludex.game("tryktrak").start().random_game(seed=1)
    /// >>> last.is_over
    /// True
    #[pyo3(signature = (seed=None))]
    fn random_game(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<RandomGame> {
        let rng = stream(seed_or_random(seed)?, 0);
        Ok(RandomGame::new(self.game.clone_ref(py), self.value.clone(), rng))
    }

    /// The position in another notation of the game, such as `gnuid` in Tryktrak.
    fn text_as(&self, notation: &str) -> PyResult<String> {
        let info = self.value.info();
        if notation == info.position_format || info.more_positions.contains(&notation) {
            return Ok(self.value.session().position_as(notation));
        }
        let names: Vec<&str> =
            [info.position_format].into_iter().chain(info.more_positions.iter().copied()).collect();
        let error = InputError::unknown("notation", notation, "a notation of this game", &names);
        Err(of_input(&error))
    }

    /// The state of the game and facts about the position, as `ludex show --json` prints them.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json::status(&*self.value.session(), None))
    }

    /// The position as a dictionary, for JSON: `game`, `variant`, `position` (a text; `None` is the start of the game) and `moves`, which is
    /// empty unless earlier positions count or the text leaves something out. `Game.from_dict` reads it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (text, steps) = self.value.memo();
        let dict = PyDict::new(py);
        dict.set_item("game", self.value.info().name)?;
        dict.set_item("variant", self.value.variant().to_string())?;
        dict.set_item("position", text)?;
        dict.set_item("moves", steps)?;
        Ok(dict)
    }

    /// The board as an SVG picture. `size` is the longer side in pixels, 16 to 8192; `theme` is `wood`, `wood-dark`, `slate`, `slate-dark`, `light`,
    /// `dark` or `print`; `side` is the player at the bottom, or `"mover"`. `last` marks the last move (`True`, `False`, or a move); `arrows` shows moves with short texts; `paths` draws
    /// each player's shortest path (Quoridor).
    #[pyo3(signature = (*, size=800, theme="wood", last=None, arrows=None, side=Side(Seat::Player(1)), paths=false), text_signature = "($self, *, size=800, theme='wood', last=None, arrows=None, side=1, paths=False)")]
    fn svg(
        &self,
        size: u32,
        theme: &str,
        last: Option<&Bound<'_, PyAny>>,
        arrows: Option<&Bound<'_, PyDict>>,
        side: Side,
        paths: bool,
    ) -> PyResult<String> {
        let (session, request) =
            self.picture(last, &PictureOptions { arrows, side: side.0, paths })?;
        let (size, theme) = appearance(size, theme)?;
        let scene = session.picture(&request).map_err(|error| of_input(&error))?;
        Ok(scene.to_svg(size, theme))
    }

    /// The board as a PNG picture, with the arguments of `svg`.
    #[pyo3(signature = (*, size=800, theme="wood", last=None, arrows=None, side=Side(Seat::Player(1)), paths=false), text_signature = "($self, *, size=800, theme='wood', last=None, arrows=None, side=1, paths=False)")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn png<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        theme: &str,
        last: Option<&Bound<'_, PyAny>>,
        arrows: Option<&Bound<'_, PyDict>>,
        side: Side,
        paths: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (session, request) =
            self.picture(last, &PictureOptions { arrows, side: side.0, paths })?;
        let (size, theme) = appearance(size, theme)?;
        let scene = session.picture(&request).map_err(|error| of_input(&error))?;
        let bytes = ludex_base::picture::to_png(&scene, size, theme);
        Ok(PyBytes::new(py, &bytes.map_err(|error| crate::errors::of_any(&error))?))
    }

    /// The board as an array of NumPy, rows × columns × 3 (red, green, blue; uint8). `size` is the longer side in pixels, 16 to 8192; `theme` is
    /// one of those of `svg`.
    #[pyo3(signature = (*, size=800, theme="wood"))]
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        theme: &str,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        check_numpy(py)?;
        let options = PictureOptions { arrows: None, side: Seat::Player(1), paths: false };
        let (session, request) = self.picture(None, &options)?;
        let (size, theme) = appearance(size, theme)?;
        let scene = session.picture(&request).map_err(|error| of_input(&error))?;
        let pixels = ludex_base::picture::to_pixels(&scene, size, theme);
        let pixels = pixels.map_err(|error| crate::errors::of_any(&error))?;
        let shape = [pixels.height as usize, pixels.width as usize, 3];
        pixels.colours.into_pyarray(py).reshape(shape)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(400, "light", None, None, Side(Seat::Player(1)), false)
    }

    fn __str__(&self) -> PyResult<String> {
        let request = PictureRequest { last: LastMark::IfAny, ..PictureRequest::default() };
        let text = self.value.session().render(&request).map_err(|error| of_input(&error))?;
        Ok(text.runs().iter().map(|(_, run)| run.as_str()).collect())
    }

    fn __repr__(&self) -> String {
        let state = match self.value.turn() {
            Turn::Player(player) => format!("player {} to move", player.index() + 1),
            Turn::Chance => "chance to decide".to_owned(),
            Turn::Over => format!("over: {}", self.result().unwrap_or_default()),
        };
        let text = self.value.text();
        let shown: String = text.chars().take(SHOWN).collect();
        let rest = if shown.len() < text.len() { "…" } else { "" };
        format!("<ludex.Position {} \"{shown}{rest}\", {state}>", self.value.info().name)
    }

    fn __eq__(&self, other: &Self) -> bool {
        let (a, b) = (&self.value, &other.value);
        Arc::ptr_eq(a, b)
            || (a.hash() == b.hash()
                && a.turn() == b.turn()
                && a.has_same_rules(&**b)
                && a.text() == b.text())
    }

    fn __hash__(&self) -> u64 {
        self.value.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Restored)> {
        let restore = py.import("ludex._ludex")?.getattr("restore_position")?;
        let (text, steps) = self.value.memo();
        Ok((restore, (self.game.clone_ref(py), text, steps)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The seed, or one from the system if there is none.
fn seed_or_random(seed: Option<u64>) -> PyResult<u64> {
    let random = || getrandom::u64().map_err(|error| CouldNotError::new_err(error.to_string()));
    seed.map_or_else(random, Ok)
}

/// The arguments of [`restore_position`].
type Restored = (Py<Game>, Option<String>, Vec<String>);

/// The number of characters of a position that its `repr` shows.
const SHOWN: usize = 60;

/// Size and colours of a picture.
fn appearance(size: u32, theme: &str) -> PyResult<(u32, Theme)> {
    let parse = numbers::range::<u32>(16, 8192);
    let size = parse(&size.to_string())
        .map_err(|expected| of_input(&InputError::new("size", size.to_string(), expected)))?;
    let theme = ludex_base::picture::theme(theme);
    Ok((size, theme.map_err(|error| of_input(&error.within("theme")))?))
}

/// Makes the position of a text and the steps after it. It is the inverse of `Position.__reduce__`.
#[pyfunction]
#[pyo3(signature = (game, text, steps))]
pub(crate) fn restore_position(
    game: &Bound<'_, Game>,
    text: Option<&str>,
    steps: Vec<String>,
) -> PyResult<Position> {
    let start =
        || Position { game: game.clone().unbind(), value: game.get().start_value().clone() };
    let mut position = text.map_or_else(|| Ok(start()), |text| Game::parse(game, text))?;
    for step in steps {
        position.value = position.value.after_text(&step).map_err(|error| of_input(&error))?;
    }
    Ok(position)
}

/// The position of a dictionary of [`Position::to_dict`].
pub(crate) fn from_dict(game: &Bound<'_, Game>, data: &Bound<'_, PyDict>) -> PyResult<Position> {
    let field = |name: &str| -> PyResult<String> {
        let missing = || of_input(&InputError::new(name, "", "a text"));
        data.get_item(name)?.ok_or_else(missing)?.extract()
    };
    let expected = game.get();
    let (name, variant) = (field("game")?, field("variant")?);
    if (name.as_str(), variant.as_str()) != (expected.info.name, &expected.variant.to_string()) {
        let found = Value::from(format!("{name} {variant}")).to_string();
        let problem =
            format!("is another game: this one is {} {}", expected.info.name, expected.variant);
        return Err(of_input(&InputError::problem("game", found.trim_matches('"'), problem)));
    }
    let steps = match data.get_item("moves")? {
        Some(steps) => steps.extract()?,
        None => Vec::new(),
    };
    let text: Option<String> = match data.get_item("position")? {
        Some(text) => text.extract()?,
        None => return Err(of_input(&InputError::new("position", "", "a text or None"))),
    };
    restore_position(game, text.as_deref(), steps)
}
