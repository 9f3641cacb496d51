//! Keyword arguments as options of the program. Values are read by the same parsers as on the command line, so the same values are
//! accepted and the errors are the same sentences.

use std::path::PathBuf;
use std::time::Duration;

use ludex_base::limits::{DEFAULT_TIME, check_deterministic};
use ludex_base::numbers;
use ludex_kit::interface::shipped::BookChoice;
use ludex_kit::registry::Session;
use ludex_kit::{GameInfo, InputError, SearchSetup, Variant};
use ludex_search::{Limits, SearchOptions, TimeControl};
use ludex_study::{book, trained};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};

use crate::errors::of_input;

/// Options that are given by keyword.
pub(crate) type Keywords<'a, 'py> = &'a Bound<'py, PyDict>;

/// A value as the command line writes it: `yes` and `no` for truth values, whole numbers without a decimal point.
fn value_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { "yes" } else { "no" }.to_owned());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.value().to_string());
    }
    // Also the whole numbers of NumPy.
    let is_whole = value.is_instance_of::<PyInt>() || value.hasattr("__index__")?;
    if value.is_instance_of::<PyString>() || is_whole {
        return Ok(value.str()?.to_string_lossy().into_owned());
    }
    let found = value.get_type().qualname()?.to_string();
    Err(of_input(&InputError::new(name, found, "a text, a number, True or False")))
}

/// Reads an option with a parser of the command line. `None` if it is not given.
pub(crate) fn read<T, E: Into<Expected>>(
    options: Keywords<'_, '_>,
    name: &str,
    parse: impl Fn(&str) -> Result<T, E>,
) -> PyResult<Option<T>> {
    let Some(value) = options.get_item(name)?.filter(|value| !value.is_none()) else {
        return Ok(None);
    };
    let text = value_text(name, &value)?;
    let parsed = parse(&text).map_err(|expected| match expected.into() {
        Expected::Words(expected) => InputError::new(name, &*text, expected),
        Expected::Error(error) => error.within(name),
    });
    parsed.map(Some).map_err(|error| of_input(&error))
}

/// What a parser says about a wrong value.
pub(crate) enum Expected {
    Words(String),
    Error(InputError),
}

impl From<String> for Expected {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<InputError> for Expected {
    fn from(error: InputError) -> Self {
        Self::Error(error)
    }
}

/// Reads an option that may be any text.
pub(crate) fn text(options: Keywords<'_, '_>, name: &str) -> PyResult<Option<String>> {
    read(options, name, |text| Ok::<_, String>(text.to_owned()))
}

/// Reads the path of a file.
pub(crate) fn path(options: Keywords<'_, '_>, name: &str) -> PyResult<Option<PathBuf>> {
    let given = options.get_item(name)?.filter(|path| !path.is_none());
    given.map(|path| path.extract()).transpose()
}

/// The options of a game.
pub(crate) fn variant(options: Option<Keywords<'_, '_>>) -> PyResult<Variant> {
    let mut variant = Variant::new();
    for (key, value) in options.into_iter().flatten() {
        let key = key.extract::<String>()?;
        let value = value_text(&key, &value)?;
        variant.set(key, value);
    }
    Ok(variant)
}

/// The limits of a search. Without any limit they are the command line's: one second.
pub(crate) fn limits(options: Keywords<'_, '_>, info: &GameInfo) -> PyResult<Limits> {
    let limits = given_limits(options, info)?;
    Ok(match limits.time {
        Some(Duration::MAX) => Limits { time: None, ..limits },
        _ if limits.is_infinite() => Limits::time(DEFAULT_TIME),
        _ => limits,
    })
}

/// The limits that are given. An infinite time is [`Duration::MAX`].
pub(crate) fn given_limits(options: Keywords<'_, '_>, info: &GameInfo) -> PyResult<Limits> {
    let time =
        |text: &str| numbers::search_time(if text == "inf" { numbers::INFINITE } else { text });
    let clock = read(options, "clock", numbers::clock)?;
    let overhead = read(options, "overhead", numbers::overhead)?;
    if clock.is_none() && overhead.is_some() {
        let sentence = "this option has no effect on a search without clock; leave it out";
        return Err(of_input(&InputError::sentence("overhead", sentence)));
    }
    let overhead = overhead.unwrap_or(TimeControl::OVERHEAD);
    let limits = Limits {
        time: read(options, "time", time)?,
        nodes: read(options, "nodes", numbers::count)?,
        depth: read(options, "depth", numbers::depth)?,
        clock: clock.map(|clock| clock.with_overhead(overhead)),
    };
    numbers::check_depth("depth", info, &limits).map_err(|error| of_input(&error))?;
    Ok(limits)
}

/// The chosen search.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// The name of the search; `None` for the game's default.
    pub(crate) search: Option<String>,
    /// All other choices.
    pub(crate) setup: SearchSetup,
}

/// The default number of threads: all cores.
pub(crate) fn all_cores() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.min(numbers::MAX_THREADS)
}

/// The search that is chosen by keyword. `threads` and `hash_mib` are the defaults.
pub(crate) fn choice(
    options: Keywords<'_, '_>,
    info: &GameInfo,
    (threads, hash_mib): (usize, usize),
) -> PyResult<Choice> {
    let basic = SearchOptions::default();
    let yes = |text: &str| numbers::yes_or_no(text);
    let parameters: Option<Bound<'_, PyDict>> = match options.get_item("parameters")? {
        Some(given) if !given.is_none() => Some(given.cast_into()?),
        _ => None,
    };
    let parameters = variant(parameters.as_ref())?;
    let parameters = parameters.iter().map(|(key, value)| (key.to_owned(), value.to_owned()));
    let search_options = SearchOptions {
        threads: read(options, "threads", numbers::threads)?.unwrap_or(threads),
        hash_mib: read(options, "hash", numbers::hash)?.unwrap_or(hash_mib),
        multipv: read(options, "multipv", numbers::lines)?.unwrap_or(1),
        seed: read(options, "seed", numbers::seed)?.unwrap_or(0),
        deterministic: read(options, "deterministic", yes)?.unwrap_or(false),
        workers: read(options, "workers", numbers::threads)?.unwrap_or(basic.workers),
    };
    let setup = SearchSetup {
        options: search_options,
        evaluator: text(options, "evaluator")?,
        parameters: parameters.collect(),
        level: read(options, "level", numbers::level)?.unwrap_or_default(),
        book: book(options, info)?,
        ..SearchSetup::default()
    };
    let setup = trained::resolve(info, setup).map_err(|error| of_input(&error))?;
    Ok(Choice { search: text(options, "search")?, setup })
}

/// The opening book.
fn book(options: Keywords<'_, '_>, info: &GameInfo) -> PyResult<BookChoice> {
    let choose = |word: &str| book::choice(word, info);
    Ok(read(options, "book", choose)?.unwrap_or_default())
}

impl Choice {
    /// An error if the search could never use its book.
    pub(crate) fn check_book(&self, session: &dyn Session) -> Result<(), InputError> {
        if matches!(self.setup.book, BookChoice::None) {
            return Ok(());
        }
        if !self.setup.level.is_full() {
            return Err(InputError::sentence("book", "a book needs level 10"));
        }
        if self.setup.options.deterministic {
            return Err(InputError::sentence(
                "book",
                "a book has no effect on a deterministic search",
            ));
        }
        match self.setup.book {
            // A user who asks for the shipped book gets an error if there is none.
            BookChoice::Shipped => book::shipped(session).map(drop),
            _ => Ok(()),
        }
    }

    /// Checks that the limits fit the search.
    pub(crate) fn check(&self, limits: &Limits) -> Result<(), InputError> {
        check_deterministic(&self.setup.options, limits)
    }

    /// Sets the search of a session.
    pub(crate) fn configure(&self, session: &mut dyn Session) -> Result<(), InputError> {
        session.configure(self.search.as_deref(), self.setup.clone())
    }
}
