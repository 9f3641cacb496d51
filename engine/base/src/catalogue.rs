//! The games of this process.

use std::sync::OnceLock;

use ludex_kit::registry::Catalogue;

static CHOSEN: OnceLock<&'static Catalogue> = OnceLock::new();

/// The games of this process.
///
/// # Panics
///
/// Before they are [chosen](choose).
pub fn catalogue() -> &'static Catalogue {
    CHOSEN.get().expect("the program chooses its games before anything else")
}

/// Chooses the games of this process. Only the first call has an effect.
pub fn choose(games: &'static Catalogue) {
    CHOSEN.get_or_init(|| games);
}
