//! Games as lines: what another machine needs to play one, and the same line of results that it gives back.

use std::sync::Arc;

use ludex_games::InputError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::arena::BookLine;
use super::schedule::Job;
use super::settings::Settings;
use crate::settings_file::in_words;

/// A game to be played, with all that is needed to play it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobLine {
    /// The key of the run that it belongs to.
    pub run: String,
    /// The seed of the run.
    pub seed: u64,
    /// Which game it is.
    #[serde(flatten)]
    pub job: Job,
    /// The line of the book that it begins with, where there is a book: so no machine needs the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Players and rules; a worker may be told them by a file instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Arc<Settings>>,
}

impl JobLine {
    /// Reads a line; errors say what is missing.
    pub fn read(line: &str) -> Result<Self, InputError> {
        serde_json::from_str(line).map_err(|_| {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            let wrong = KEYS.iter().find(|(key, fits)| !fits(&value[key]));
            let (key, found) = match wrong {
                Some((key, _)) if value.is_object() => (*key, in_words(&value[key])),
                _ => ("", line.to_owned()),
            };
            let expected = "a job as JSON, as `ludex tournament --jobs` prints them";
            InputError::new(key, found.chars().take(60).collect::<String>(), expected)
        })
    }
}

/// A key of a line, and whether a value can be its.
type Key = (&'static str, fn(&Value) -> bool);

/// The keys of a line; a value that is missing is null.
const KEYS: [Key; 8] = [
    ("run", Value::is_string),
    ("seed", Value::is_u64),
    ("pair", Value::is_u64),
    ("game", Value::is_u64),
    ("meeting", Value::is_u64),
    ("seating", Value::is_u64),
    ("seats", |seats| {
        let list = seats.as_array();
        list.is_some_and(|seats| seats.iter().all(Value::is_u64))
    }),
    ("settings", |settings| {
        Option::<Settings>::deserialize(settings).is_ok()
    }),
];

/// The key of a run: the same for the same settings and books, on every machine, and after more pairs were added.
pub fn run_key(settings: &Settings, books: &[Vec<BookLine>]) -> String {
    let text = serde_json::to_string(&settings.as_begun()).unwrap_or_default();
    let lines = books.iter().flatten().map(|line| line.text.as_str());
    let mut hash = FNV_START;
    for part in std::iter::once(text.as_str()).chain(lines) {
        for byte in part.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }
    format!("{hash:016x}")
}

/// A hash that stays the same from version to version and machine to machine, unlike that of the standard library.
/// CITE: Fowler, Noll, Vo, FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
