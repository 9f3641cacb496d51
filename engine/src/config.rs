//! Defaults from the environment and from `ludex.toml`: option over environment over file.
//!
//! The keys of the file are the long options. A table named after a game holds for that game alone:
//!
//! ```toml
//! threads = 4
//! time = "5s"
//! [takt]
//! variant = "size=6,komi=2"
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ludex_games::InputError;

use crate::input::read_file;
use crate::numbers::nearest;

/// The keys that may be set, in the order of the help text.
pub const KEYS: &[&str] = &[
    "variant",
    "time",
    "nodes",
    "depth",
    "clock",
    "overhead",
    "threads",
    "hash",
    "multipv",
    "search",
    "evaluator",
    "seed",
    "deterministic",
    "workers",
    "set",
    "json",
];

/// The file that is read where none is named.
const FILE: &str = "ludex.toml";

/// A default and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Default {
    /// The value as text, as the option would take it.
    pub text: String,
    /// For errors: `LUDEX_THREADS`, or `ludex.toml, threads`.
    pub place: String,
}

/// One source of defaults.
pub type Layer = BTreeMap<String, Default>;

/// The sources of defaults, the strongest first.
#[derive(Clone, Debug, std::default::Default)]
pub struct Config {
    layers: Vec<Layer>,
}

impl Config {
    /// Reads the environment, and the file if there is one. `game` is the name of the game at hand.
    pub fn load(file: Option<&Path>, game: &str) -> Result<Self, InputError> {
        let environment = |key: &str| std::env::var_os(key);
        let mut layers = vec![environment_layer(environment)?];
        if let Some((text, place)) = find_file(file)? {
            layers.push(file_layer(&text, &place, game)?);
        }
        Ok(Self { layers })
    }

    /// Defaults from given layers, the strongest first.
    pub fn from_layers(layers: Vec<Layer>) -> Self {
        Self { layers }
    }

    /// The default of a key.
    pub fn get(&self, key: &str) -> Option<&Default> {
        self.layers.iter().find_map(|layer| layer.get(key))
    }

    /// The first layer that sets any of these keys: what belongs together is not mixed from two sources.
    pub fn layer_with(&self, keys: &[&str]) -> Option<&Layer> {
        let sets = |layer: &&Layer| keys.iter().any(|&key| layer.contains_key(key));
        self.layers.iter().find(sets)
    }

    /// The value of an option: as given, or from the defaults.
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

    /// A switch: as given, or from the defaults.
    pub fn switch(&self, given: bool, key: &str) -> Result<bool, InputError> {
        let default = self.or(None, key, |text| match text {
            "true" | "1" | "yes" => Ok(true),
            "false" | "0" | "no" => Ok(false),
            _ => Err("expected true or false".into()),
        })?;
        Ok(given || default.unwrap_or(false))
    }
}

impl Default {
    /// Reads the value; the error names its place.
    pub fn parse<T>(&self, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, InputError> {
        parse(&self.text).map_err(|error| {
            let expected = error.strip_prefix("expected ").unwrap_or(&error).to_owned();
            InputError::new(&self.place, &self.text, expected)
        })
    }
}

/// The defaults of the environment: `LUDEX_THREADS=2`.
fn environment_layer(
    variable: impl Fn(&str) -> Option<std::ffi::OsString>,
) -> Result<Layer, InputError> {
    let mut layer = Layer::new();
    for &key in KEYS {
        let place = format!("LUDEX_{}", key.to_ascii_uppercase());
        match variable(&place).map(std::ffi::OsString::into_string) {
            Some(Ok(text)) if !text.is_empty() => {
                layer.insert(key.to_owned(), Default { text, place });
            }
            Some(Err(_)) => {
                return Err(InputError::new(
                    place,
                    "bytes that are no text",
                    "text in UTF-8",
                ));
            }
            _ => {}
        }
    }
    Ok(layer)
}

/// The text of the file that was named, or of the first one that is found where files of this kind live.
fn find_file(named: Option<&Path>) -> Result<Option<(String, String)>, InputError> {
    if let Some(path) = named {
        return Ok(Some((read_file(path)?, path.display().to_string())));
    }
    let home = std::env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config")));
    let mut places = vec![PathBuf::from(FILE)];
    places.extend(home.map(|home| home.join("ludex").join(FILE)));
    match places.into_iter().find(|path| path.is_file()) {
        Some(path) => Ok(Some((read_file(&path)?, path.display().to_string()))),
        None => Ok(None),
    }
}

/// The defaults of a file's text for one game.
pub fn file_layer(text: &str, place: &str, game: &str) -> Result<Layer, InputError> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| {
            1 + text[..span.start.min(text.len())].matches('\n').count()
        });
        let found = text.lines().nth(line - 1).unwrap_or("").trim().to_owned();
        InputError::new(format!("{place}, line {line}"), found, "a line of TOML")
            .with_hint(error.message().replace('\n', " "))
    })?;
    let mut layer = Layer::new();
    read_table(&table, place, true, &mut layer)?;
    let mut own = Layer::new();
    for (name, value) in &table {
        if let (Some(info), toml::Value::Table(table)) = (known_game(name), value) {
            let mut settings = Layer::new();
            read_table(table, &format!("{place}, [{name}]"), false, &mut settings)?;
            if info.answers_to(game) {
                own.extend(settings);
            }
        }
    }
    layer.extend(own);
    Ok(layer)
}

fn known_game(name: &str) -> Option<&'static ludex_games::GameInfo> {
    let found = ludex_games::GAMES.iter().find(|info| info.answers_to(name));
    found.copied()
}

fn read_table(
    table: &toml::Table,
    place: &str,
    outermost: bool,
    layer: &mut Layer,
) -> Result<(), InputError> {
    for (key, value) in table {
        if outermost && value.is_table() && known_game(key).is_some() {
            continue;
        }
        if !KEYS.contains(&key.as_str()) {
            return Err(unknown_key(key, place, outermost));
        }
        let place = format!("{place}, {key}");
        let text = plain_text(value).ok_or_else(|| {
            InputError::new(&place, value.type_str(), "a word, a number, true or false")
        })?;
        layer.insert(key.clone(), Default { text, place });
    }
    Ok(())
}

fn unknown_key(key: &str, place: &str, outermost: bool) -> InputError {
    let games = ludex_games::GAMES.iter().map(|info| info.name);
    let games = games.filter(|_| outermost);
    let error = InputError::new(place, key, format!("one of {}", KEYS.join(", ")));
    match nearest(key, KEYS.iter().copied().chain(games)) {
        Some(near) => error.with_hint(format!("did you mean {near}?")),
        None => error,
    }
}

/// A value as the option would take it; lists (of `set`) are joined by commas.
fn plain_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        toml::Value::Boolean(switch) => Some(switch.to_string()),
        toml::Value::Array(items) => {
            let texts: Option<Vec<_>> = items.iter().map(plain_text).collect();
            texts.map(|texts| texts.join(","))
        }
        _ => None,
    }
}
