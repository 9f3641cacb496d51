//! The book of a game under way.

use std::sync::{Arc, OnceLock};

use crate::support::book::Book;

/// The book of an opened game, and by which seed its moves are chosen.
#[derive(Default)]
pub(super) struct OpenBook {
    /// None until it is asked for the first time.
    pub(super) book: OnceLock<Option<Arc<Book>>>,
    pub(super) seed: u64,
}

impl OpenBook {
    pub(super) fn new(seed: u64) -> Self {
        let book = OnceLock::new();
        Self { book, seed }
    }
}
