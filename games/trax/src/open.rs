//! Opening the game.

use ludex_search::Game;

use ludex_kit::registry::{Erase, Session};
use ludex_kit::{InputError, Variant, Visitor};

use crate::notation::setup::Setup;
use crate::rules::game::Trax;
use crate::rules::options::Options;

/// Opens Trax with a variant and a position.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let Some(text) = position else {
        let game = Trax::with_options(Options::parse(variant, Options::default())?);
        let start = game.start();
        return Ok(visitor.visit(game, start));
    };
    let setup = Setup::read(text)?;
    let game = Trax::with_options(Options::parse(variant, setup.words)?);
    let start = setup.position(&game)?;
    Ok(visitor.visit(game, start))
}

/// Opens Trax as a [`Session`].
pub(crate) fn session(
    variant: &Variant,
    position: Option<&str>,
) -> Result<Box<dyn Session>, InputError> {
    open(variant, position, Erase)
}
