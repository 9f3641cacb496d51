//! Opening the game.

use ludex_search::Game;

use ludex_kit::registry::{Erase, Session};
use ludex_kit::{InputError, Variant, Visitor};

use crate::notation::setup::Setup;
use crate::rules::game::Tantrix;
use crate::rules::options::Options;

/// Opens Tantrix with a variant and a position.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let Some(text) = position else {
        let game = Tantrix::with_options(Options::parse(variant, None, None)?);
        let start = game.start();
        return Ok(visitor.visit(game, start));
    };
    let setup = Setup::read(text)?;
    let game = Tantrix::with_options(setup.options(variant)?);
    let start = setup.position(&game)?;
    Ok(visitor.visit(game, start))
}

/// Opens Tantrix as a [`Session`].
pub(crate) fn session(
    variant: &Variant,
    position: Option<&str>,
) -> Result<Box<dyn Session>, InputError> {
    open(variant, position, Erase)
}
