//! The games of this program.

use std::sync::OnceLock;

use ludex_kit::registry::Catalogue;

static CHOSEN: OnceLock<&'static Catalogue> = OnceLock::new();

/// The games that [`run`](crate::run) was called with; the five of Ludex before it is called.
pub fn catalogue() -> &'static Catalogue {
    CHOSEN.get_or_init(|| &ludex_games::CATALOGUE)
}

/// Chooses the games of this process. The first choice stays.
pub(crate) fn choose(games: &'static Catalogue) {
    CHOSEN.get_or_init(|| games);
}
