//! Opens a game with the options of a variant.

use ludex_search::Game;

use ludex_kit::registry::{Erase, Session};
use ludex_kit::{InputError, Variant, Visitor};

use crate::notation::setup::Setup;
use crate::rules::game::Tryktrak;
use crate::rules::options::Options;

/// Opens Tryktrak with the options of `variant`, and those that the position text contains.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let Some(text) = position else {
        let game = Tryktrak::with_options(Options::default().changed_by(variant)?);
        let start = game.start();
        return Ok(visitor.visit(game, start));
    };
    let setup = Setup::read(text)?;
    let game = Tryktrak::with_options(setup.options(variant)?);
    let start = setup.position(&game)?;
    Ok(visitor.visit(game, start))
}

/// Opens Tryktrak as a [`Session`].
pub(crate) fn session(
    variant: &Variant,
    position: Option<&str>,
) -> Result<Box<dyn Session>, InputError> {
    open(variant, position, Erase)
}
