//! The games, and one that only the tests know: whatever all games must keep to is asked of both.

use ludex_games::{GAMES, GameInfo, InputError, Variant, Visitor};

/// What a crate with games of its own does: it lists them.
mod own {
    use crate::einstein;
    ludex_games::catalogue!(einstein);
}

/// Every game.
pub(crate) fn infos() -> impl Iterator<Item = &'static GameInfo> {
    GAMES.iter().chain(own::GAMES).copied()
}

/// Opens any of them.
pub(crate) fn open<V: Visitor>(
    name: &str,
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    if own::GAMES.iter().any(|info| info.answers_to(name)) {
        own::open(name, variant, position, visitor)
    } else {
        ludex_games::open(name, variant, position, visitor)
    }
}
