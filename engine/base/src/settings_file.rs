//! Code that all settings files share: errors that name the line and the nearest key, and comparison.

use std::collections::BTreeMap;
use std::path::Path;

use ludex_kit::{InputError, say};
use serde::{Deserialize, Deserializer, Serialize};

use crate::input::put_back;
use crate::numbers;

/// The first setting that differs: its path and both values.
pub fn difference<T: Serialize>(one: &T, other: &T) -> Option<(String, String, String)> {
    let tree = |settings: &T| serde_json::to_value(settings).unwrap_or_default();
    first_difference("", &tree(one), &tree(other))
}

/// The path of the first difference of two trees, with both values.
fn first_difference(
    path: &str,
    one: &serde_json::Value,
    other: &serde_json::Value,
) -> Option<(String, String, String)> {
    use serde_json::Value;
    let within = |key: &str| {
        if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
    };
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let missing = &Value::Null;
                let (a, b) = (a.get(key).unwrap_or(missing), b.get(key).unwrap_or(missing));
                first_difference(&within(key), a, b)
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(index, (a, b))| {
                first_difference(&within(&(index + 1).to_string()), a, b)
            })
        }
        (Value::Array(a), Value::Array(b)) => {
            let count = |list: &Vec<Value>| say!("{n} of them", n = list.len());
            Some((path.to_owned(), count(a), count(b)))
        }
        _ => (one != other).then(|| (path.to_owned(), value_text(one), value_text(other))),
    }
}

/// A value as the user writes it: `size=5`, `elo0=0,elo1=5`; `none` for null.
pub fn value_text(value: &serde_json::Value) -> String {
    use serde_json::Value;
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => {
            let real = number.as_f64().filter(|_| number.is_f64());
            real.map_or_else(|| number.to_string(), |real| real.to_string())
        }
        Value::Bool(yes) => yes.to_string(),
        Value::Array(list) => list.iter().map(value_text).collect::<Vec<_>>().join(","),
        Value::Object(entries) => {
            let word = |(key, value)| format!("{key}={}", value_text(value));
            entries.iter().map(word).collect::<Vec<_>>().join(",")
        }
    }
}

/// The error for a malformed JSON file that an earlier run has written. The file has been cut off or changed since then.
pub fn json_error(path: &Path, error: &serde_json::Error, expected: &str) -> InputError {
    use serde_json::error::Category;
    let place = path.display().to_string();
    let in_line = match error.line() {
        0 => place.clone(),
        line => format!("{place}, line {line}"),
    };
    let error = match error.classify() {
        Category::Eof => InputError::sentence(
            place,
            say!("{expected} cannot be read: the file is cut off", expected),
        ),
        Category::Syntax => InputError::sentence(
            in_line,
            say!("{expected} cannot be read: the file is damaged", expected),
        ),
        Category::Data | Category::Io => {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            let expected = match message.split_once(", expected one of ") {
                Some((_, names)) => say!("one of {names}", names = names.replace('`', "")),
                None => expected_words(message, expected),
            };
            match message.strip_prefix("missing field ") {
                Some(field) => InputError::sentence(
                    in_line,
                    say!("the key {key} is missing", key = field.trim_matches('`')),
                ),
                None => InputError::new(in_line, found_value(message), expected),
            }
        }
    };
    error.with_hint(put_back())
}

/// The value in a message such as ``invalid type: string "x", expected u32``.
fn found_value(message: &str) -> String {
    let end = message.rfind(", expected ").unwrap_or(message.len());
    let found = &message[..end];
    let quoted = |quote: char| {
        let (_, value) = found.split_once(quote)?;
        value.rsplit_once(quote).map(|(value, _)| value.to_owned())
    };
    let value = quoted('"').or_else(|| quoted('`'));
    value.unwrap_or_else(|| found.rsplit(": ").next().unwrap_or_default().to_owned())
}

/// An error of the TOML parser, with its line and, for an unknown key, the nearest known one. `what` describes what
/// the file should contain.
pub fn toml_error(error: &toml::de::Error, text: &str, place: &str, what: &str) -> InputError {
    let line =
        error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
    let place = format!("{place}, line {line}");
    let message = error.message();
    let Some(rest) = message.strip_prefix("unknown field `") else {
        let found = text.lines().nth(line - 1).unwrap_or_default().trim();
        return InputError::new(place, found, expected_words(message, what));
    };
    let mut words = rest.split('`').step_by(2);
    let found = words.next().unwrap_or_default();
    let known: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let unknown = InputError::problem(
        place,
        found,
        say!("is not a known key; the keys are {keys}", keys = known.join(", ")),
    );
    match numbers::nearest(found, known) {
        Some(near) => unknown.with_hint(say!("did you mean {near}?", near)),
        None => unknown,
    }
}

/// What the TOML parser expected, in plain words instead of Rust types.
fn expected_words(message: &str, what: &str) -> String {
    let message = message.lines().next().unwrap_or_default();
    let kind = message.rsplit_once(", expected ").map(|(_, kind)| kind);
    match kind {
        Some("u8" | "u16" | "u32" | "u64" | "usize") => say!("a whole number, 0 or more"),
        Some("i8" | "i16" | "i32" | "i64" | "isize") => say!("a whole number"),
        Some("f32" | "f64") => say!("a number"),
        Some("a boolean") => say!("true or false"),
        Some("a string") => say!("a text in quotation marks"),
        Some("a sequence") => say!("a list"),
        _ => match message.strip_prefix("expected ") {
            Some("a text or a number") => say!("a text or a number"),
            Some(expected) => expected.into(),
            None => format!("{what} ({message})"),
        },
    }
}

/// A value that the option of the command line takes as text. In a settings file it may also be a number without quotation marks.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a number")]
enum Word {
    Text(String),
    Whole(i64),
    Real(f64),
}

impl From<Word> for String {
    fn from(word: Word) -> Self {
        match word {
            Word::Text(text) => text,
            Word::Whole(number) => number.to_string(),
            Word::Real(number) => number.to_string(),
        }
    }
}

/// Deserialises a text or a number as text.
pub fn word<'de, D: Deserializer<'de>>(source: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<Word>::deserialize(source)?.map(String::from))
}

/// Deserialises a table whose values are texts or numbers, each as text.
pub fn words<'de, D: Deserializer<'de>>(source: D) -> Result<BTreeMap<String, String>, D::Error> {
    let words = BTreeMap::<String, Word>::deserialize(source)?;
    let text = |(key, word): (String, Word)| (key, word.into());
    Ok(words.into_iter().map(text).collect())
}

/// Parses a value; the error names its place.
pub fn parsed<T>(
    place: &str,
    text: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, InputError> {
    parse(text).map_err(|expected| InputError::new(place, text, expected))
}
