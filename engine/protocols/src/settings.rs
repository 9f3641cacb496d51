//! What an engine of a protocol is set to.

use std::time::Duration;

use ludex_kit::{GameInfo, SearchSetup, Variant};

use super::Strength;
use ludex_base::numbers::{MAX_HASH_MIB, MAX_THREADS};

/// What the engine is set to.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The game.
    pub game: &'static GameInfo,
    /// The options of the variant that were set.
    pub variant: Variant,
    /// The name of the search; the game's default if none.
    pub search: Option<String>,
    /// Threads, hash and the like; the level in force.
    pub setup: SearchSetup,
    /// Level and rating as they were set.
    pub strength: Strength,
    /// The word for the book that is open.
    pub book: String,
    /// What a move costs of a clock beyond the search.
    pub overhead: Duration,
    /// Whether a proven result is reported as a score in hundredths too, for programs that know no other.
    pub shows_cp: bool,
    /// How far the peer may go.
    pub bounds: Bounds,
}

impl ServerSettings {
    /// The same for a peer who is not the user: a page in his browser, say. He gets no more of the machine than the command
    /// was given, and opens no file, whose name or contents an error could tell.
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

/// How far a peer may go with the options of an engine.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The largest table, in MiB.
    pub hash_mib: usize,
    /// The most threads.
    pub threads: usize,
    /// Words for an evaluator or a book that may be files; any if none.
    words: Option<Vec<String>>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { hash_mib: MAX_HASH_MIB, threads: MAX_THREADS, words: None }
    }
}

impl Bounds {
    /// Whether what this word names may be opened.
    pub(super) fn allows_file(&self, word: &str) -> bool {
        let is_known = |words: &Vec<String>| words.iter().any(|known| known == word);
        self.words.as_ref().is_none_or(is_known)
    }
}
