//! Games as job lines: each contains all that another machine needs to play the game. That machine answers with a line of the results file.

use std::sync::Arc;

use ludex_kit::{InputError, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::arena::BookLine;
use super::schedule::GameJob;
use super::settings::TournamentSettings;
use ludex_base::program;
use ludex_base::settings_file::value_text;

/// A game to play, with everything needed to play it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobLine {
    /// The key of the run that the game belongs to.
    pub run: String,
    /// The seed of the run.
    pub seed: u64,
    /// The identity of the game within the run.
    #[serde(flatten)]
    pub job: GameJob,
    /// Its opening from the book, if the run has a book; so workers do not need the file of the book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Players and rules; a worker may get them from a file instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Arc<TournamentSettings>>,
}

impl JobLine {
    /// Parses a line. An error names the first invalid or missing key.
    pub fn read(line: &str) -> Result<Self, InputError> {
        serde_json::from_str(line).map_err(|_| {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            let (key, found) = match Self::wrong_key(&value) {
                Some(key) => {
                    let found = value.get(&key).map(value_text).unwrap_or_default();
                    (key, found)
                }
                None => (String::new(), line.to_owned()),
            };
            let expected = say!("a job in JSON, as `ludex tournament --jobs` prints it");
            let expected = program::own_words(&expected);
            InputError::new(key, found.chars().take(60).collect::<String>(), expected)
        })
    }

    /// The first key of a job whose value in this object is invalid. A missing value counts as null.
    fn wrong_key(object: &Value) -> Option<String> {
        let right = Self {
            run: String::new(),
            seed: 0,
            job: GameJob::default(),
            opening: Some(String::new()),
            settings: Some(Arc::new(TournamentSettings::new(Vec::new(), Vec::new()))),
        };
        let right = serde_json::to_value(right).ok()?;
        let fits = |key: &&String| {
            let mut line = right.clone();
            line[key.as_str()] = object[key.as_str()].clone();
            Self::deserialize(line).is_ok()
        };
        object.as_object()?;
        right.as_object()?.keys().find(|key| !fits(key)).cloned()
    }
}

/// The key of a run. It depends only on settings and books, so it is the same on every machine. It stays the same when the run is extended.
pub fn run_key(settings: &TournamentSettings, books: &[Vec<BookLine>]) -> String {
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

/// A hash that is the same in all versions and on all machines, unlike that of the standard library. CITE: Fowler,
/// Noll, Vo, FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
