//! Books and openings that are part of the program.

use std::sync::Arc;

use crate::support::book::Book;

/// A text about one variant that is part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The full variant, as the game writes it.
    pub variant: &'static str,
    /// The text.
    pub text: &'static str,
}

/// The opening book that a player uses.
#[derive(Clone, Debug, Default)]
pub enum BookChoice {
    /// No book.
    #[default]
    None,
    /// The book that ships with the game for this variant, if the game's default search plays at full strength.
    Shipped,
    /// A book that the user chose.
    Given(Arc<Book>),
}
