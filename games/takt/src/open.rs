//! Opens a game with the options of a variant.

use ludex_kit::Notation;
use ludex_kit::registry::{Erase, Session};
use ludex_kit::{InputError, Variant, Visitor};

use crate::any_size::AnyTakt;
use crate::rules::options;

/// Opens Takt with the options of `variant`. The board size is that of the variant or the position.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let size = options::size(variant, position)?;
    let game = AnyTakt::from_variant(size, variant)?;
    let start = game.parse_start(position)?;
    Ok(visitor.visit(game, start))
}

/// Opens Takt as a [`Session`].
pub(crate) fn session(
    variant: &Variant,
    position: Option<&str>,
) -> Result<Box<dyn Session>, InputError> {
    open(variant, position, Erase)
}
