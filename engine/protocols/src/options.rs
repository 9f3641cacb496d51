//! The options that an engine lists and `setoption` sets.

use std::time::Duration;

use ludex_kit::{GameInfo, InputError, Level, SearchSetup, Variant, VariantKey, WireOption};

use super::{Dialect, ServerSettings, Strength};
use ludex_base::numbers::{MAX_LINES, MAX_OVERHEAD, fits_memory, fits_threads, nearest};
use ludex_study::book;
use ludex_study::trained;

/// The lines that list all options.
pub(super) fn list(settings: &ServerSettings, searches: &[&'static str]) -> Vec<String> {
    let (options, bounds) = (&settings.setup.options, &settings.bounds);
    let spin = |name: &str, value: i128, min: i128, max: i128| {
        format!("option name {name} type spin default {value} min {min} max {max}")
    };
    let check = |name: &str, value: bool| format!("option name {name} type check default {value}");
    let strength = &settings.strength;
    let level = i128::from(strength.level.number());
    let (least, most) = Strength::ratings(settings.game);
    let mut lines = vec![
        spin("Hash", options.hash_mib as i128, 1, bounds.hash_mib as i128),
        spin("Threads", options.threads as i128, 1, bounds.threads as i128),
        spin("MultiPV", options.multipv as i128, 1, MAX_LINES as i128),
        spin("Level", level, 1, i128::from(Level::FULL.number())),
        check("UCI_LimitStrength", strength.is_limited),
        spin("UCI_Elo", strength.rating.into(), least.into(), most.into()),
        spin("Seed", i128::from(options.seed), 0, i128::from(i64::MAX)),
        check("Deterministic", options.deterministic),
        spin(
            "Overhead",
            settings.overhead.as_millis() as i128,
            0,
            MAX_OVERHEAD.as_millis() as i128,
        ),
        check("ShowCp", settings.shows_cp),
    ];
    if let Some(&first) = searches.first() {
        let chosen = settings.search.as_deref().unwrap_or(first);
        let names = searches.join(" var ");
        lines.push(format!("option name Search type combo default {chosen} var {names}"));
    }
    if let Some(kind) = settings.game.training {
        let chosen = settings.setup.evaluator.as_deref();
        let chosen = chosen.unwrap_or(kind.evaluators[0]);
        lines.push(format!("option name Evaluator type string default {chosen}"));
    }
    if has_books(settings.game) {
        let chosen = &settings.book;
        lines.push(format!("option name Book type string default {chosen}"));
    }
    for option in settings.game.wire_options() {
        let value = option.number(&settings.variant).unwrap_or(option.default);
        lines.push(spin(
            option.name,
            i128::from(value),
            i128::from(option.min),
            i128::from(option.max),
        ));
    }
    for (name, key) in keys(settings.game) {
        let usual = || key.default.value().unwrap_or(DEFAULT);
        let value = settings.variant.get(key.name).unwrap_or_else(usual);
        lines.push(format!("option name {name} type string default {value}"));
    }
    lines
}

/// Whether opening books are possible: games with dice or draws have none.
fn has_books(game: &GameInfo) -> bool {
    game.opening_plies > 0
}

/// The word for the default value of a variant key.
const DEFAULT: &str = "default";

/// The variant keys whose values are not numbers. Each is an option of the protocol, named after the key. `max-plies` becomes `MaxPlies`.
pub(super) fn keys(
    game: &'static GameInfo,
) -> impl Iterator<Item = (String, &'static VariantKey)> + use<> {
    let keys = game.variant_keys.iter().filter(|key| key.wire_option().is_none());
    keys.map(|key| {
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        (key.name.split('-').map(capital).collect(), key)
    })
}

/// The part of the engine that an option changes.
pub(super) enum OptionEffect {
    /// The search, so its tables are rebuilt.
    Search,
    /// How clocks are used or scores are shown.
    Behaviour,
    /// The variant: this key gets this value, or the game's default.
    Variant(&'static str, Option<String>),
}

/// Sets an option. A change of the variant is only returned, and the caller makes it.
pub(super) fn set(
    settings: &mut ServerSettings,
    searches: &[&'static str],
    name: &str,
    value: &str,
) -> Result<OptionEffect, InputError> {
    let place = format!("setoption {name}");
    let setup: &mut SearchSetup = &mut settings.setup;
    match name.to_ascii_lowercase().as_str() {
        "hash" => {
            let mib = spin(&place, value, 1, settings.bounds.hash_mib as i64)? as usize;
            if !fits_memory(mib) {
                let problem = "is too large: there is not enough memory";
                return Err(InputError::problem(place, value, problem));
            }
            setup.options.hash_mib = mib;
        }
        "threads" => {
            let threads = spin(&place, value, 1, settings.bounds.threads as i64)? as usize;
            if !fits_threads(threads) {
                let problem = "is too many: there is not enough memory for their stacks";
                return Err(InputError::problem(place, value, problem));
            }
            setup.options.threads = threads;
        }
        "multipv" => setup.options.multipv = spin(&place, value, 1, MAX_LINES as i64)? as usize,
        "seed" => setup.options.seed = spin(&place, value, 0, i64::MAX)? as u64,
        "level" => {
            let number = spin(&place, value, 1, Level::FULL.number().into())?;
            settings.strength.level = Level::new(number as u8).unwrap_or_default();
            setup.level = settings.strength.level_in_force(settings.game);
        }
        "uci_limitstrength" => {
            settings.strength.is_limited = check(&place, value)?;
            setup.level = settings.strength.level_in_force(settings.game);
        }
        "uci_elo" => {
            let (least, most) = Strength::ratings(settings.game);
            settings.strength.rating = spin(&place, value, least.into(), most.into())? as u16;
            setup.level = settings.strength.level_in_force(settings.game);
        }
        "deterministic" => setup.options.deterministic = check(&place, value)?,
        "overhead" => {
            let most = MAX_OVERHEAD.as_millis() as i64;
            settings.overhead = Duration::from_millis(spin(&place, value, 0, most)? as u64);
            return Ok(OptionEffect::Behaviour);
        }
        "showcp" => {
            settings.shows_cp = check(&place, value)?;
            return Ok(OptionEffect::Behaviour);
        }
        "search" => {
            if !searches.contains(&value) {
                return Err(InputError::unknown(place, value, "a search of this game", searches));
            }
            settings.search = Some(value.to_owned());
        }
        "evaluator" if settings.game.training.is_some() => {
            if trained::is_path(settings.game, value) && !settings.bounds.allows_file(value) {
                let kind = settings.game.training;
                let names = kind.map_or(&[][..], |kind| kind.evaluators);
                return Err(InputError::unknown(place, value, "an evaluator", names));
            }
            let chosen =
                SearchSetup { evaluator: Some(value.to_owned()), ..SearchSetup::default() };
            trained::resolve(settings.game, chosen)
                .map_err(|error| InputError { place, ..error })?;
            setup.evaluator = Some(value.to_owned());
        }
        "book" if has_books(settings.game) => {
            let is_file = ![book::NONE, book::SHIPPED].contains(&value);
            if is_file && !settings.bounds.allows_file(value) {
                let expected = format!("{} or {}", book::SHIPPED, book::NONE);
                return Err(InputError::new(place, value, expected));
            }
            let choice = book::choice(value, settings.game);
            setup.book = choice.map_err(|error| InputError { place, ..error })?;
            value.clone_into(&mut settings.book);
        }
        _ => {
            let option = VariantOption::find(settings.game, name);
            let option = option.ok_or_else(|| unknown(settings.game, name))?;
            let (key, value) = option.read(&place, value)?;
            return Ok(OptionEffect::Variant(key, value));
        }
    }
    Ok(OptionEffect::Search)
}

/// An option that sets a variant key.
enum VariantOption {
    /// The value of the option is a number.
    Number(WireOption),
    /// The value of the option is the value of this key, as text.
    Text(&'static VariantKey),
}

impl VariantOption {
    fn find(game: &'static GameInfo, name: &str) -> Option<Self> {
        let number = game.wire_options().find(|option| option.name.eq_ignore_ascii_case(name));
        let text = || keys(game).find(|(known, _)| known.eq_ignore_ascii_case(name));
        number.map(Self::Number).or_else(|| Some(Self::Text(text()?.1)))
    }

    /// The key and its new value; the value is `None` for the game's default.
    fn read(&self, place: &str, value: &str) -> Result<(&'static str, Option<String>), InputError> {
        match self {
            Self::Number(option) => {
                let number = spin(place, value, option.min, option.max)?;
                Ok((option.key, option.text(number)))
            }
            Self::Text(key) => Ok((key.name, (value != DEFAULT).then(|| value.to_owned()))),
        }
    }
}

/// The variant of a new game, from the words after the new-game command: `6`, or `size 6 halfkomi 4`. Keys not
/// mentioned keep their values, and unknown words are ignored.
pub(super) fn variant_of_new_game(
    dialect: &Dialect,
    settings: &ServerSettings,
    words: &[&str],
) -> Result<Variant, InputError> {
    let (game, mut variant) = (settings.game, settings.variant.clone());
    let mut rest = words;
    if let (Some(key), [value, after @ ..]) = (dialect.new_game_key, words)
        && VariantOption::find(game, value).is_none()
    {
        variant.set(key, *value);
        rest = after;
    }
    while let [name, after @ ..] = rest {
        rest = after;
        if let Some(option) = VariantOption::find(game, name) {
            let value = after.first().copied().unwrap_or_default();
            let (key, value) = option.read(&format!("{} {name}", dialect.new_game), value)?;
            variant = variant.without(key);
            if let Some(value) = value {
                variant.set(key, value);
            }
            rest = after.get(1..).unwrap_or_default();
        }
    }
    Ok(variant)
}

fn unknown(game: &'static GameInfo, name: &str) -> InputError {
    let keys: Vec<String> = keys(game).map(|(name, _)| name).collect();
    let mut names = vec![
        "Hash",
        "Threads",
        "MultiPV",
        "Level",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Seed",
        "Deterministic",
        "Overhead",
        "ShowCp",
        "Search",
    ];
    names.extend(game.training.map(|_| "Evaluator"));
    names.extend(has_books(game).then_some("Book"));
    names.extend(game.wire_options().map(|option| option.name));
    names.extend(keys.iter().map(String::as_str));
    let problem = format!("is not an option; the options are {}", names.join(", "));
    let error = InputError::problem("setoption name", name, problem);
    match nearest(name, names) {
        Some(near) => error.with_hint(format!("did you mean {near}?")),
        None => error,
    }
}

fn check(place: &str, value: &str) -> Result<bool, InputError> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(InputError::new(place, value, "true or false")),
    }
}

fn spin(place: &str, value: &str, min: i64, max: i64) -> Result<i64, InputError> {
    let number = value.parse::<i64>().ok();
    let number = number.filter(|number| (min..=max).contains(number));
    number
        .ok_or_else(|| InputError::new(place, value, format!("a whole number from {min} to {max}")))
}
