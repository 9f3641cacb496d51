//! Checks that the variant a game reports opens the same game.

use super::variants;
use crate::interface::catalogue::GameInfo;
use crate::interface::options::{OptionDefault, OptionKind, VariantKey};
use crate::interface::variant::Variant;
use crate::registry::{Catalogue, Session};

/// Checks all games of a catalogue in the variants that they list, and with every option changed: the variant that the game reports
/// contains every option that differs from its default, and opens a game with the same start and the same moves.
///
/// # Panics
/// If a game breaks the contract; the message says how.
pub fn check_variants(catalogue: &Catalogue) {
    for info in catalogue.games() {
        variants(info).for_each(|variant| check_variant(catalogue, info, &variant, true));
        for key in info.variant_keys {
            for value in values(key.kind) {
                let variant = Variant::new().with(key.name, value);
                check_variant(catalogue, info, &variant, false);
            }
        }
    }
}

/// Values of an option, as far as its type lists them.
fn values(kind: OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Choice(words) => words.iter().map(ToString::to_string).collect(),
        OptionKind::Int(min, max) => [min, max].map(|value| value.to_string()).into(),
        OptionKind::Half(min, max) => [min, max].map(|halves| (halves / 2).to_string()).into(),
        OptionKind::Limit(min, max) => vec!["off".into(), min.to_string(), max.to_string()],
        OptionKind::Text(_) => Vec::new(),
    }
}

/// Checks a variant. Only a listed one must open: two options may exclude each other.
fn check_variant(catalogue: &Catalogue, info: &GameInfo, variant: &Variant, is_listed: bool) {
    let place = format!("Game: {} {variant}", info.name);
    let open = |variant: &Variant| catalogue.session(info.name, variant, None);
    let session = match open(variant) {
        Ok(session) => session,
        Err(_) if !is_listed => return,
        Err(error) => panic!(
            "`INFO.variants` lists a variant that the game rejects ({error}); list only variants that can be opened. {place}"
        ),
    };
    let reported = session.variant();
    for (name, value) in variant.iter() {
        let key = info.variant_keys.iter().find(|key| key.name == name);
        let is_kept = match reported.get(name) {
            Some(found) => found == value || key.is_some_and(is_text),
            None => key.is_some_and(|key| may_be_default(key, value)),
        };
        assert!(
            is_kept,
            "`variant` reports \"{reported}\" for {name}={value}; report every option that differs from its default, as it was given. {place}"
        );
    }
    let again = open(&reported).unwrap_or_else(|error| {
        panic!("`variant` reports \"{reported}\", which the game rejects ({error}); report options that open the same game. {place}")
    });
    let both = [&session, &again].map(|session| start_of(&**session));
    assert!(
        both[0] == both[1] && again.variant() == reported,
        "`variant` reports \"{reported}\", which opens another game, {:?} instead of {:?}; report every option that differs from its \
         default. {place}",
        (again.variant(), &both[1]),
        (&reported, &both[0])
    );
}

/// Whether the game may report the value in another form.
fn is_text(key: &VariantKey) -> bool {
    matches!(key.kind, OptionKind::Text(_))
}

/// Whether a value may be the default of an option.
fn may_be_default(key: &VariantKey, value: &str) -> bool {
    matches!(key.default, OptionDefault::Described(_)) || key.default.values().contains(&value)
}

/// The number of players, the position, and the moves at the start of a game.
fn start_of(session: &dyn Session) -> (usize, String, Vec<String>) {
    (session.players(), session.position(), session.legal_moves())
}
