//! The games of this program.

use std::sync::OnceLock;

use ludex_kit::registry::Catalogue;

static CHOSEN: OnceLock<&'static Catalogue> = OnceLock::new();

/// The games that the program was started with; those of Ludex unless [`run`](crate::run) was told of others.
pub fn catalogue() -> &'static Catalogue {
    CHOSEN.get_or_init(|| &ludex_games::CATALOGUE)
}

/// Chooses the games of this process. The first choice stays.
pub(crate) fn choose(games: &'static Catalogue) {
    CHOSEN.get_or_init(|| games);
}
