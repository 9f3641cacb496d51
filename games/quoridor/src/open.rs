//! Opening the game.

use ludex_search::Game;

use ludex_kit::registry::{Erase, Session};
use ludex_kit::{InputError, Variant, Visitor};

use crate::notation::setup::Setup;
use crate::rules::game::Quoridor;
use crate::rules::options::Options;

/// Opens Quoridor with a variant and a position.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let Some(text) = position else {
        let game = Quoridor::new(Options::parse(variant)?);
        let start = game.start();
        return Ok(visitor.visit(game, start));
    };
    let setup = Setup::read(text)?;
    let game = Quoridor::new(setup.options(variant)?);
    let start = setup.validate(&game)?;
    Ok(visitor.visit(game, start))
}

/// Opens it as a [`Session`].
pub(crate) fn session(
    variant: &Variant,
    position: Option<&str>,
) -> Result<Box<dyn Session>, InputError> {
    open(variant, position, Erase)
}
