//! The typed options of a game. One table serves for parsing, help, protocols, JSON and forms.
//!
//! **Invariant:** An option of a game is defined once, by its [`VariantKey`]. No program extracts information from help or error texts.

use std::fmt;

use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;
use crate::words::Words;
use crate::{message, say};
use serde::Serialize;

/// One option of a variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantKey {
    /// The key in `key=value`.
    pub name: &'static str,
    /// The accepted values.
    pub kind: OptionKind,
    /// The value if the option is not given.
    pub default: OptionDefault,
    /// What the option does.
    pub about: &'static str,
    /// The name for players, written as in the middle of a sentence: `board size`, `Crawford rule`. The default is the key.
    pub title: &'static str,
    /// The names of the choices for players, in their order; empty if the choices are plain enough.
    pub titles: &'static [&'static str],
    /// The name under which wire protocols send it as an integer, such as `HalfKomi`. If `None`, protocols send it as text under a name
    /// derived from the key.
    pub wire: Option<&'static str>,
    /// The translations of its texts.
    pub words: Option<&'static Words>,
}

/// The accepted values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// An integer within these bounds.
    Int(i64, i64),
    /// A multiple of one half; the bounds count halves.
    Half(i64, i64),
    /// `off`, or an integer within these bounds.
    Limit(i64, i64),
    /// A text that the game parses; the string describes it.
    Text(&'static str),
}

/// The value of an option that is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionDefault {
    /// Always this value.
    Is(&'static str),
    /// One of these values, depending on another option, which the text names: `10, 7 or 5, depending on the number of players`.
    By(&'static [&'static str], &'static str),
    /// A value that these words describe.
    Described(&'static str),
}

impl fmt::Display for OptionDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(text) | Self::Described(text) => f.write_str(text),
            Self::By(values, key) => f.write_str(&say!(
                "{values}, depending on {key}",
                values = one_of(values),
                key = crate::WORDS.translate(key)
            )),
        }
    }
}

impl OptionDefault {
    /// All possible values; empty if the default is only described in words.
    pub fn values(&self) -> &[&'static str] {
        match self {
            Self::Is(value) => std::slice::from_ref(value),
            Self::By(values, _) => values,
            Self::Described(_) => &[],
        }
    }

    /// The value, if it is always the same.
    pub fn value(&self) -> Option<&'static str> {
        match self {
            Self::Is(value) => Some(value),
            _ => None,
        }
    }
}

/// The number of players, as the option on which a default depends.
pub const NUMBER_OF_PLAYERS: &str = message!("the number of players");

/// A parsed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue<'a> {
    /// Index of the chosen word.
    Choice(usize),
    /// The number; it counts halves if the option is in halves.
    Number(i64),
    /// `off`.
    Off,
    /// The text, not parsed.
    Text(&'a str),
}

impl OptionValue<'_> {
    /// Index of the chosen word.
    pub fn index(self) -> usize {
        match self {
            Self::Choice(index) => index,
            _ => 0,
        }
    }

    /// Whether the second word was chosen.
    pub fn is_second(self) -> bool {
        self.index() == 1
    }

    /// The number; `None` for `off`.
    pub fn number(self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl VariantKey {
    const fn new(
        name: &'static str,
        kind: OptionKind,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        let default = OptionDefault::Is(default);
        Self { name, kind, default, about, title: name, titles: &[], wire: None, words: None }
    }

    /// The options of a game whose texts are translated by this table.
    pub const fn in_words<const N: usize>(words: &'static Words, keys: [Self; N]) -> [Self; N] {
        let mut keys = keys;
        let mut index = 0;
        while index < N {
            keys[index].words = Some(words);
            index += 1;
        }
        keys
    }

    /// A text of the option in the current language.
    fn translate(&self, text: &'static str) -> &'static str {
        self.words.map_or(text, |words| words.translate(text))
    }

    /// One of these words. The first is the default.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Choice(words), words[0], about)
    }

    /// An integer from `min` to `max`.
    pub const fn int(
        name: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Int(min, max), default, about)
    }

    /// A multiple of one half; the bounds count halves.
    pub const fn half(
        name: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Half(min, max), default, about)
    }

    /// `off`, or an integer from `min` to `max`.
    pub const fn limit(
        name: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Limit(min, max), default, about)
    }

    /// A text that the game parses; `values` describes it.
    pub const fn text(
        name: &'static str,
        values: &'static str,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Text(values), default, about)
    }

    /// Adds a name for players.
    #[must_use]
    pub const fn titled(self, title: &'static str) -> Self {
        Self { title, ..self }
    }

    /// Adds names for players, one for each choice.
    #[must_use]
    pub const fn with_titles(self, titles: &'static [&'static str]) -> Self {
        Self { titles, ..self }
    }

    /// Adds the name under which wire protocols send it as an integer.
    #[must_use]
    pub const fn with_wire(self, name: &'static str) -> Self {
        Self { wire: Some(name), ..self }
    }

    /// Sets a default that depends on another key.
    #[must_use]
    pub const fn by(self, values: &'static [&'static str], key: &'static str) -> Self {
        let default = OptionDefault::By(values, key);
        Self { default, ..self }
    }

    /// Sets a default that words describe.
    #[must_use]
    pub const fn described(self, default: &'static str) -> Self {
        let default = OptionDefault::Described(default);
        Self { default, ..self }
    }

    /// The option with a value, for players: `board size 6`, `no Crawford rule`, `opening: own flats`.
    pub fn label(&self, value: &str) -> String {
        let title = self.translate(self.title);
        let words = match self.kind {
            OptionKind::Choice(words) => words,
            _ => &[],
        };
        let choice = words.iter().position(|word| *word == value);
        match (value, choice.and_then(|index| self.titles.get(index))) {
            (_, Some(choice)) => say!("{title}: {choice}", title, choice = self.translate(choice)),
            ("yes" | "on", None) => title.to_owned(),
            ("no" | "off", None) => say!("no {title}", title),
            (value, None) => {
                let word = words.iter().find(|word| **word == value);
                let value = word.map_or(value, |word| self.translate(word));
                say!("{title} {value}", title, value)
            }
        }
    }

    /// The accepted values in words, such as `3 to 8`.
    pub fn values(&self) -> String {
        match self.kind {
            OptionKind::Choice(words) => one_of(words),
            OptionKind::Int(min, max) => say!("{min} to {max}", min, max),
            OptionKind::Half(min, max) => {
                say!("{min} to {max}, halves such as 2.5 allowed", min = min / 2, max = max / 2)
            }
            OptionKind::Limit(min, max) => say!("off, or {min} to {max}", min, max),
            OptionKind::Text(values) => self.translate(values).to_owned(),
        }
    }

    /// Parses a value. The error names the key, what was found and what was expected.
    pub fn read<'a>(&self, text: &'a str) -> Result<OptionValue<'a>, InputError> {
        let within = |min: i64, max: i64| {
            let number = text.parse::<i64>().ok().filter(|_| !text.starts_with('+'));
            number.filter(|number| (min..=max).contains(number)).map(OptionValue::Number)
        };
        let read = match self.kind {
            OptionKind::Choice(words) => {
                let index = words.iter().position(|word| word.eq_ignore_ascii_case(text));
                index.map(OptionValue::Choice)
            }
            OptionKind::Half(min, max) => {
                let halves = text.parse::<f64>().ok().map(|number| number * 2.0);
                let halves = halves.filter(|halves| halves.fract() == 0.0);
                let halves = halves.filter(|halves| (min as f64..=max as f64).contains(halves));
                halves.map(|halves| OptionValue::Number(halves as i64))
            }
            OptionKind::Limit(..) if text == "off" => Some(OptionValue::Off),
            OptionKind::Int(min, max) | OptionKind::Limit(min, max) => within(min, max),
            OptionKind::Text(_) => Some(OptionValue::Text(text)),
        };
        read.ok_or_else(|| InputError::new(format!("variant, {}", self.name), text, self.values()))
    }

    /// The option as an integer of a wire protocol, if it is one.
    pub fn wire_option(&self) -> Option<WireOption> {
        let name = self.wire?;
        let usual = self.default.value();
        let usual = usual.and_then(|value| value.parse::<f64>().ok()).unwrap_or_default();
        let (default, min, max) = match self.kind {
            // The value min − 1 represents a default that depends on other keys.
            OptionKind::Int(min, max) if self.default.value().is_none() => (min - 1, min - 1, max),
            OptionKind::Int(min, max) => (usual as i64, min, max),
            OptionKind::Half(min, max) => ((usual * 2.0) as i64, min, max),
            OptionKind::Limit(_, max) => (usual as i64, 0, max),
            OptionKind::Choice(_) | OptionKind::Text(_) => return None,
        };
        Some(WireOption { name, key: self.name, default, min, max, kind: self.kind })
    }
}

/// A variant option as an integer of a wire protocol: `option name HalfKomi type spin default 0 min -20 max 20`.
#[derive(Clone, Copy, Debug)]
pub struct WireOption {
    /// The name in the protocol.
    pub name: &'static str,
    /// The variant key that it sets.
    pub key: &'static str,
    /// The value if the option is not set.
    pub default: i64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    kind: OptionKind,
}

impl WireOption {
    /// The value as the variant writes it; `None` if the number represents the game's own default.
    pub fn text(&self, number: i64) -> Option<String> {
        match self.kind {
            OptionKind::Half(..) => Some(halves(number)),
            OptionKind::Int(min, _) => (number >= min).then(|| number.to_string()),
            OptionKind::Limit(..) => (number > 0).then(|| number.to_string()),
            OptionKind::Choice(_) | OptionKind::Text(_) => None,
        }
    }

    /// The number for the variant's value; `None` if the variant does not set the key, or its value is not a number.
    pub fn number(&self, variant: &Variant) -> Option<i64> {
        let wanted = variant.get(self.key)?;
        (self.min..=self.max).find(|&value| self.text(value).as_deref() == Some(wanted))
    }
}

/// An option of a variant, for programs and readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatedOption {
    /// The key.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Whether this is the default value.
    pub usual: bool,
    /// The option with its value, for players: `board size 6`, or `Jacoby rule` and `no Jacoby rule` for a rule that is on or off.
    pub label: String,
}

/// A number of halves as a decimal: `2.5`.
pub fn halves(number: i64) -> String {
    (number as f64 / 2.0).to_string()
}

/// The words as a choice: `a, b or c`.
fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => say!("{words} or {last}", words = first.join(", "), last),
    }
}

impl Variant {
    /// The options that the variant sets, in their order.
    pub fn stated(&self, keys: &[VariantKey]) -> Vec<StatedOption> {
        let stated = |(name, value): (&str, &str)| {
            let key = keys.iter().find(|key| key.name == name);
            StatedOption {
                name: name.to_owned(),
                value: value.to_owned(),
                usual: key.is_some_and(|key| key.default.values().contains(&value)),
                label: key.map_or_else(
                    || say!("{title} {value}", title = name, value),
                    |key| key.label(value),
                ),
            }
        };
        self.iter().map(stated).collect()
    }

    /// Parses every option by its kind, in the order of the variant. An unknown key is an error.
    pub fn read<'a>(
        &'a self,
        keys: &'static [VariantKey],
    ) -> Result<Vec<(&'static str, OptionValue<'a>)>, InputError> {
        let read = |(name, value): (&str, &'a str)| match keys.iter().find(|key| key.name == name) {
            Some(key) => Ok((key.name, key.read(value)?)),
            None => Err(unknown_key(keys, name)),
        };
        self.iter().map(read).collect()
    }
}

fn unknown_key(keys: &[VariantKey], name: &str) -> InputError {
    let names: Vec<_> = keys.iter().map(|key| key.name).collect();
    let error = match &names[..] {
        [] => {
            let problem = say!("is not an option: the game has only one variant");
            InputError::problem("variant", name, problem)
        }
        names => InputError::unknown("variant", name, &say!("an option of this game"), names),
    };
    error.with_nearest(name, names.iter().copied())
}
