//! The catalogue of games that this program offers, chosen once when the program starts.

use std::sync::OnceLock;

use ludex_kit::registry::Catalogue;

static CHOSEN: OnceLock<&'static Catalogue> = OnceLock::new();

/// The games that this program offers.
///
/// # Panics
///
/// Before the first call of [`choose`].
pub fn catalogue() -> &'static Catalogue {
    CHOSEN.get().expect("`choose` is called first")
}

/// Sets the games that this program offers. Only the first call has an effect.
pub fn choose(games: &'static Catalogue) {
    CHOSEN.get_or_init(|| games);
}
