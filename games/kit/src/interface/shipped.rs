//! Books and openings that a game brings along.

use std::sync::Arc;

use crate::interface::catalogue::GameInfo;
use crate::interface::variant::Variant;
use crate::support::book::Book;

/// A text about a variant that is a part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The variant in full, as the game writes it.
    pub variant: &'static str,
    /// The text.
    pub text: &'static str,
}

impl Shipped {
    /// The text of these of a game that is about this variant, if there is one.
    pub fn find(all: &[Self], game: &GameInfo, variant: &Variant) -> Option<Self> {
        let variant = game.for_openings(variant).to_string();
        all.iter().copied().find(|text| text.variant == variant)
    }
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
