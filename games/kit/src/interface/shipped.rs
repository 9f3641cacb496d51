//! Books and openings that a game brings along.

use std::sync::Arc;

use crate::support::book::Book;

/// A text about a variant that is a part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The variant in full, as the game writes it.
    pub variant: &'static str,
    /// The text.
    pub text: &'static str,
}

/// The book that a player opens.
#[derive(Clone, Debug, Default)]
pub enum BookChoice {
    /// None.
    #[default]
    None,
    /// The one that the game brings along for the variant, where the game's own search plays as it is.
    Shipped,
    /// This one.
    Given(Arc<Book>),
}
