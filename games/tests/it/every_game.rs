//! All games, including one that exists only in the tests. The tests of general properties run with all of them.

use ludex_games::CATALOGUE;
use ludex_kit::{GameInfo, InputError, Variant, Visitor};

/// The catalogue that a crate with additional games declares.
pub(crate) mod own {
    use crate::einstein;
    ludex_kit::catalogue!(einstein);
}

/// Every game.
pub(crate) fn infos() -> impl Iterator<Item = &'static GameInfo> {
    CATALOGUE.games().chain(own::CATALOGUE.games())
}

/// Opens a game of either catalogue.
pub(crate) fn open<V: Visitor>(
    name: &str,
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    if own::CATALOGUE.info(name).is_ok() {
        own::visit(name, variant, position, visitor)
    } else {
        ludex_games::visit(name, variant, position, visitor)
    }
}
