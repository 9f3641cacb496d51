//! The settings of a protocol server.

use std::time::Duration;

use ludex_kit::{GameInfo, SearchSetup, Variant};

use super::Strength;
use ludex_base::numbers::{MAX_HASH_MIB, MAX_THREADS};

/// The settings of a protocol server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The game.
    pub game: &'static GameInfo,
    /// The options of the variant that were set.
    pub variant: Variant,
    /// The name of the search; `None` for the game's default.
    pub search: Option<String>,
    /// Threads, hash and other options of the search, with the level in force.
    pub setup: SearchSetup,
    /// Level and rating as they were set.
    pub strength: Strength,
    /// The book in use: `none`, `default` or the name of a file.
    pub book: String,
    /// Time lost per move outside the search (lag), which clocks allow for.
    pub overhead: Duration,
    /// Whether a proven result also has a score in hundredths, for clients that do not understand `mate`.
    pub shows_cp: bool,
    /// The limits for the peer's options.
    pub bounds: Bounds,
}

impl ServerSettings {
    /// The settings for an untrusted peer, such as a web page in the user's browser. It gets no more resources
    /// than the command was given, and cannot open files, since an error could reveal their names or contents.
    #[must_use]
    pub fn for_untrusted_peer(mut self) -> Self {
        let options = &self.setup.options;
        let words = [self.setup.evaluator.clone(), Some(self.book.clone())];
        self.bounds = Bounds {
            hash_mib: options.hash_mib,
            threads: options.threads,
            words: Some(words.into_iter().flatten().collect()),
        };
        self
    }
}

/// The limits for a peer's options.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Maximum table size in MiB.
    pub hash_mib: usize,
    /// Maximum number of threads.
    pub threads: usize,
    /// The allowed words for an evaluator or a book; `None` allows all, including files.
    words: Option<Vec<String>>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { hash_mib: MAX_HASH_MIB, threads: MAX_THREADS, words: None }
    }
}

impl Bounds {
    /// Whether the evaluator or book of this name may be opened.
    pub(super) fn allows_file(&self, word: &str) -> bool {
        let is_known = |words: &Vec<String>| words.iter().any(|known| known == word);
        self.words.as_ref().is_none_or(is_known)
    }
}
