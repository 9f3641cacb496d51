//! Defaults from the environment and from `ludex.toml`. Options take precedence over the environment, and the
//! environment over the file.
//!
//! The keys of the file are the long options. A table named after a game applies to that game only:
//!
//! ```toml
//! threads = 4
//! time = "5s"
//! [takt]
//! variant = "size=6,komi=2"
//! ```

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use ludex_kit::words::Language;
use ludex_kit::{InputError, SearchInfo, SearchSetup, Variant, say};
use toml::de::{DeTable, DeValue};

use ludex_base::catalogue::catalogue;
use ludex_base::input::read_file;
use ludex_base::numbers;
use ludex_base::numbers::nearest;
use ludex_study::trained;

/// A function that checks the value of a key.
type Check = fn(&Default) -> Result<(), InputError>;

/// The keys that can be set, in the order of the help text. Each value is checked when it is read, even if it is not
/// used.
const KEYS: &[(&str, Check)] = &[
    ("variant", |default| default.variant().map(drop)),
    ("time", |default| default.parse(numbers::search_time).map(drop)),
    ("nodes", |default| default.parse(numbers::count).map(drop)),
    ("depth", |default| default.parse(numbers::depth).map(drop)),
    ("clock", |default| default.parse(numbers::clock).map(drop)),
    ("overhead", |default| default.parse(numbers::overhead).map(drop)),
    ("threads", |default| default.parse(numbers::threads).map(drop)),
    ("hash", |default| default.parse(numbers::hash).map(drop)),
    ("multipv", |default| default.parse(numbers::lines).map(drop)),
    ("book", |_| Ok(())),
    ("search", |_| Ok(())),
    ("evaluator", |_| Ok(())),
    ("level", |default| default.parse(numbers::level).map(drop)),
    ("seed", |default| default.parse(numbers::seed).map(drop)),
    ("deterministic", |default| default.parse(numbers::switch).map(drop)),
    ("workers", |default| default.parse(numbers::threads).map(drop)),
    ("set", |default| default.parse(numbers::parameters).map(drop)),
    ("color", |default| default.parse(numbers::colour).map(drop)),
    ("lang", |default| default.parse(language).map(drop)),
    ("quiet", |default| default.parse(numbers::switch).map(drop)),
    ("json", |default| default.parse(numbers::switch).map(drop)),
];

/// The prefix of all environment variables that set defaults.
const PREFIX: &str = "LUDEX_";

/// The variable with the name of the file.
const FILE_VARIABLE: &str = "LUDEX_CONFIG";

/// The default file.
const FILE: &str = "ludex.toml";

/// A default value and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Default {
    /// The value as text, as the option would take it.
    pub text: String,
    /// For errors: `LUDEX_THREADS`, or `ludex.toml, line 3, threads`.
    pub place: String,
}

/// One source of defaults.
pub type ConfigLayer = BTreeMap<String, Default>;

/// The sources of defaults, in order of precedence.
#[derive(Clone, Debug, std::default::Default)]
pub struct Config {
    layers: Vec<ConfigLayer>,
}

impl Config {
    /// Reads the environment, and the file if there is one. `game` is the name of the current game; if it is empty, values that depend on
    /// the game are not checked.
    pub fn load(file: Option<&Path>, game: &str) -> Result<Self, InputError> {
        let mut layers = vec![environment_layer(std::env::vars_os())?];
        if let Some((text, place)) = find_file(file)? {
            layers.push(file_layer(&text, &place, game)?);
        }
        if catalogue().info(game).is_ok() {
            layers.iter().try_for_each(|layer| check_choices(layer, game))?;
        }
        Ok(Self { layers })
    }

    /// The default of a key.
    pub fn get(&self, key: &str) -> Option<&Default> {
        self.layers.iter().find_map(|layer| layer.get(key))
    }

    /// The first layer that sets any of these keys. Settings that belong together are taken from this layer only, so that they never come
    /// from two sources.
    pub fn layer_with(&self, keys: &[&str]) -> Option<&ConfigLayer> {
        let sets = |layer: &&ConfigLayer| keys.iter().any(|&key| layer.contains_key(key));
        self.layers.iter().find(sets)
    }

    /// The value of an option: as given, or the default.
    pub fn or<T>(
        &self,
        given: Option<T>,
        key: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, InputError> {
        match (given, self.get(key)) {
            (Some(value), _) => Ok(Some(value)),
            (None, Some(default)) => default.parse(parse).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The value of a switch: as given, or the default.
    pub fn switch(&self, given: bool, key: &str) -> Result<bool, InputError> {
        let default = self.or(None, key, numbers::switch)?;
        Ok(given || default.unwrap_or(false))
    }
}

impl Default {
    /// The value as a variant.
    pub fn variant(&self) -> Result<Variant, InputError> {
        let variant = self.text.parse::<Variant>();
        variant.map_err(|error| error.within(&self.place))
    }

    /// Changes the place of an error to the place where the value was written, for example from `set.NAME` to `LUDEX_SET`.
    pub fn relocate(&self, error: InputError) -> InputError {
        let (_, rest) = key_of(&error.place);
        let place = format!("{}{}", self.place, rest.replacen('.', ", ", 1));
        InputError { place, ..error }
    }

    /// Parses the value; the error names its place.
    pub fn parse<T>(&self, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, InputError> {
        parse(&self.text).map_err(|expected| InputError::new(&self.place, &self.text, expected))
    }
}

/// Splits a place into its key and the rest, such as `.NAME` after `set` or a path after `evaluator`.
pub fn key_of(place: &str) -> (&str, &str) {
    place.split_at(place.find(['.', ',']).unwrap_or(place.len()))
}

/// Parses the code of a language.
pub fn language(text: &str) -> Result<Language, String> {
    let found = Language::ALL.into_iter().find(|language| language.code() == text.trim());
    found.ok_or_else(|| say!("en, ru or pl"))
}

/// Whether JSON is the default. Other defaults are ignored here, because they may be invalid.
pub fn wants_json(file: Option<&Path>, game: &str) -> bool {
    raw(file, game, "json").and_then(|text| numbers::switch(&text).ok()).unwrap_or(false)
}

/// The default language. Other defaults are ignored here, because they may be invalid.
pub fn usual_language(file: Option<&Path>, game: &str) -> Language {
    raw(file, game, "lang").and_then(|text| language(&text).ok()).unwrap_or_default()
}

/// The default of a key as text, if it can be read.
fn raw(file: Option<&Path>, game: &str, key: &str) -> Option<String> {
    let variable = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
    variable(&variable_of(key)).or_else(|| {
        let named = variable(FILE_VARIABLE).map(PathBuf::from);
        let config = Config::load(file.or(named.as_deref()), game).ok()?;
        config.get(key).map(|default| default.text.clone())
    })
}

/// The variable that sets a key.
fn variable_of(key: &str) -> String {
    format!("{PREFIX}{}", key.to_ascii_uppercase())
}

/// The defaults of the environment: `LUDEX_THREADS=2`.
fn environment_layer(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Result<ConfigLayer, InputError> {
    let mut layer = ConfigLayer::new();
    for (name, value) in variables {
        let Some(place) = name.to_str().filter(|name| name.starts_with(PREFIX)) else {
            continue;
        };
        let Some(key) = key_of_variable(place)? else {
            continue;
        };
        let text = value
            .into_string()
            .map_err(|_| InputError::sentence(place, say!("the value is not text in UTF-8")))?;
        if !text.is_empty() {
            add(&mut layer, key, text, place.to_owned())?;
        }
    }
    Ok(layer)
}

/// The key that a variable sets; `None` for variables of other purposes. A misspelt key is an error.
fn key_of_variable(variable: &str) -> Result<Option<&'static str>, InputError> {
    let mut keys = KEYS.iter().map(|(key, _)| *key);
    if let Some(key) = keys.find(|key| variable_of(key) == variable) {
        return Ok(Some(key));
    }
    let mut known: Vec<String> = KEYS.iter().map(|(key, _)| variable_of(key)).collect();
    known.push(FILE_VARIABLE.to_owned());
    let slips = 1 + usize::from(variable.len() > PREFIX.len() + 5);
    let near = nearest(variable, known.iter().map(String::as_str))
        .filter(|near| numbers::distance(variable, near) <= slips);
    match near {
        Some(near) if near != variable => {
            let error = InputError::sentence(variable, say!("there is no such variable"));
            Err(error.with_hint(say!("did you mean {near}?", near)))
        }
        _ => Ok(None),
    }
}

/// Adds a default after checking its value.
fn add(layer: &mut ConfigLayer, key: &str, text: String, place: String) -> Result<(), InputError> {
    let default = Default { text, place };
    if let Some((_, check)) = KEYS.iter().find(|(known, _)| *known == key) {
        check(&default)?;
    }
    layer.insert(key.to_owned(), default);
    Ok(())
}

/// Checks the values that only the game can check: the variant, and names of searches, evaluators and parameters. A default may be meant
/// for a search of the game that is not the current one.
fn check_choices(layer: &ConfigLayer, game: &str) -> Result<(), InputError> {
    let variant = match layer.get("variant") {
        Some(default) => default.variant()?,
        None => Variant::new(),
    };
    if catalogue().real_time(game, &variant)?.is_some() {
        return Ok(());
    }
    let session =
        catalogue().session(game, &variant, None).map_err(|error| match layer.get("variant") {
            Some(default) => error.within(&default.place),
            None => error,
        })?;
    let known = [session.searches(), session.solvers()].concat();
    if let Some(default) = layer.get("search") {
        check_search(default, &known)?;
    }
    if let Some(default) = layer.get("evaluator") {
        let setup = SearchSetup { evaluator: Some(default.text.clone()), ..SearchSetup::default() };
        let setup = trained::resolve(session.info(), setup);
        let setup = setup.map_err(|error| default.relocate(error))?;
        check_by_any(&setup, default, &known)?;
    }
    if let Some(default) = layer.get("set") {
        for parameter in default.parse(numbers::parameters)? {
            let setup = SearchSetup { parameters: vec![parameter], ..SearchSetup::default() };
            check_by_any(&setup, default, &known)?;
        }
    }
    Ok(())
}

fn check_search(default: &Default, known: &[SearchInfo]) -> Result<(), InputError> {
    let names: Vec<&str> = known.iter().map(|info| info.name).collect();
    if names.contains(&default.text.as_str()) {
        return Ok(());
    }
    let error =
        InputError::unknown(&default.place, &default.text, &say!("a search of this game"), &names);
    Err(error.with_nearest(&default.text, names))
}

/// Checks that at least one search accepts this choice. If a search has the parameter, only its verdict
/// counts, because its error can state the range.
fn check_by_any(
    setup: &SearchSetup,
    default: &Default,
    known: &[SearchInfo],
) -> Result<(), InputError> {
    let has_it = |info: &&SearchInfo| {
        let mut names = info.parameters.iter().map(|parameter| parameter.name);
        let wanted = setup.parameters.first().map(|(name, _)| name.as_str());
        names.any(|name| Some(name) == wanted)
    };
    let nearest = known.iter().find(has_it);
    let chosen = nearest.or_else(|| known.iter().find(|info| info.check(setup).is_ok()));
    match chosen.or(known.first()) {
        Some(info) => info.check(setup).map_err(|error| default.relocate(error)),
        None => Ok(()),
    }
}

/// The text of the named file, or of the first one found in the usual places.
fn find_file(named: Option<&Path>) -> Result<Option<(String, String)>, InputError> {
    if let Some(path) = named {
        return Ok(Some((read_file(path)?, path.display().to_string())));
    }
    let mut places = vec![PathBuf::from(FILE)];
    if let Ok(folders) = etcetera::choose_base_strategy() {
        places.push(folders.config_dir().join("ludex").join(FILE));
    }
    match places.into_iter().find(|path| path.is_file()) {
        Some(path) => Ok(Some((read_file(&path)?, path.display().to_string()))),
        None => Ok(None),
    }
}

/// The defaults of a file for one game.
pub fn file_layer(text: &str, place: &str, game: &str) -> Result<ConfigLayer, InputError> {
    let line_of = |at: usize| 1 + text[..at.min(text.len())].matches('\n').count();
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(span.start));
        let found = text.lines().nth(line - 1).unwrap_or("").trim().to_owned();
        InputError::new(say!("{place}, line {line}", place, line), found, say!("a line of TOML"))
            .with_hint(error.message().replace('\n', " "))
    })?;
    let place_of = |at: usize| say!("{place}, line {line}", place, line = line_of(at));
    let mut layer = ConfigLayer::new();
    let (mut tables, mut own) = (Vec::new(), ConfigLayer::new());
    for (key, value) in table.get_ref() {
        match (known_game(key.get_ref()), value.get_ref()) {
            (Some(info), DeValue::Table(table)) => tables.push((info, table)),
            _ => read_entry(key, value, true, &place_of, &mut layer)?,
        }
    }
    for (info, table) in tables {
        let mut settings = ConfigLayer::new();
        for (key, value) in table {
            read_entry(key, value, false, &place_of, &mut settings)?;
        }
        if info.answers_to(game) {
            own.extend(settings);
        } else {
            check_choices(&settings, info.name)?;
        }
    }
    layer.extend(own);
    Ok(layer)
}

fn known_game(name: &str) -> Option<&'static ludex_kit::GameInfo> {
    catalogue().info(name).ok()
}

/// Adds a key of the file.
fn read_entry(
    key: &toml::Spanned<toml::de::DeString<'_>>,
    value: &toml::Spanned<DeValue<'_>>,
    outermost: bool,
    place_of: &dyn Fn(usize) -> String,
    layer: &mut ConfigLayer,
) -> Result<(), InputError> {
    let place = place_of(key.span().start);
    let key = key.get_ref();
    if !KEYS.iter().any(|(known, _)| known == key) {
        return Err(unknown_key(key, &place, outermost));
    }
    let place = format!("{place}, {key}");
    let text = plain_text(value.get_ref()).ok_or_else(|| {
        let found = value.get_ref().type_str();
        InputError::new(&place, say!("a {found}", found), say!("a word, a number, true or false"))
    })?;
    add(layer, key, text, place)
}

fn unknown_key(key: &str, place: &str, outermost: bool) -> InputError {
    let names: Vec<&str> = KEYS.iter().map(|(name, _)| *name).collect();
    let games = catalogue().games().map(|info| info.name);
    let games = games.filter(|_| outermost);
    let error = InputError::unknown(place, key, &say!("a known key"), &names);
    error.with_nearest(key, names.into_iter().chain(games))
}

/// A value as the option would take it; lists (of `set`) are joined by commas.
fn plain_text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(switch) => Some(switch.to_string()),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| plain_text(item.get_ref()));
            items.collect::<Option<Vec<_>>>().map(|texts| texts.join(","))
        }
        _ => None,
    }
}
