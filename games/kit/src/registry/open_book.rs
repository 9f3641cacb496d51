//! The opening book of a session.

use std::sync::{Arc, OnceLock};

use crate::support::book::Book;

/// The book of an opened game, and the seed that chooses its moves.
#[derive(Default)]
pub(super) struct OpenBook {
    /// Filled on first use.
    pub(super) book: OnceLock<Option<Arc<Book>>>,
    pub(super) seed: u64,
    /// Whether searches ignore the book for now.
    pub(super) is_suspended: bool,
}

impl OpenBook {
    pub(super) fn new(seed: u64) -> Self {
        let book = OnceLock::new();
        Self { book, seed, is_suspended: false }
    }
}
