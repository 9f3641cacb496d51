//! The options of a game, typed: one table from which texts are read, and help, protocols, JSON and forms are made.
//!
//! **Invariant:** An option of a game is defined once, by its [`VariantKey`]. No program extracts information from help or error texts.

use std::fmt::{self, Write as _};

use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;
use serde::Serialize;

/// One option of a variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantKey {
    /// The key in `key=value`.
    pub name: &'static str,
    /// The values that are accepted.
    pub kind: OptionKind,
    /// The value where nothing is said.
    pub default: OptionDefault,
    /// What it does.
    pub about: &'static str,
    /// The name as a whole number in wire protocols: `HalfKomi`. Without one it is a text there, by a name made of its own.
    pub wire: Option<&'static str>,
}

/// The values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number within these bounds.
    Int(i64, i64),
    /// A number within these bounds, which are in halves.
    Half(i64, i64),
    /// `off`, or a whole number within these bounds.
    Limit(i64, i64),
    /// A text that the game reads, described in words.
    Text(&'static str),
}

/// The value of an option where nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionDefault {
    /// This value.
    Is(&'static str),
    /// One of these, by another key: `10, 7 or 5 by the number of players`.
    By(&'static [&'static str], &'static str),
    /// What these words say.
    Described(&'static str),
}

impl fmt::Display for OptionDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(text) | Self::Described(text) => f.write_str(text),
            Self::By(values, key) => write!(f, "{} by {key}", one_of(values)),
        }
    }
}

impl OptionDefault {
    /// The values that it may be; none where words describe it.
    pub fn values(&self) -> &[&'static str] {
        match self {
            Self::Is(value) => std::slice::from_ref(value),
            Self::By(values, _) => values,
            Self::Described(_) => &[],
        }
    }

    /// The value, where it is always the same.
    pub fn value(&self) -> Option<&'static str> {
        match self {
            Self::Is(value) => Some(value),
            _ => None,
        }
    }
}

/// A value that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue<'a> {
    /// The index of the word.
    Choice(usize),
    /// The number, in halves where the option has halves.
    Number(i64),
    /// `off`.
    Off,
    /// The text, unread.
    Text(&'a str),
}

impl OptionValue<'_> {
    /// The index of the word that was chosen.
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

    /// The number; none where it is switched off.
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
        Self { name, kind, default, about, wire: None }
    }

    /// One of these words; the first is the default.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Choice(words), words[0], about)
    }

    /// A whole number from `min` to `max`.
    pub const fn int(
        name: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Int(min, max), default, about)
    }

    /// A number with halves; the bounds are in halves.
    pub const fn half(
        name: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Half(min, max), default, about)
    }

    /// `off`, or a whole number from `min` to `max`.
    pub const fn limit(
        name: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Limit(min, max), default, about)
    }

    /// A text that the game reads itself; `values` describes it.
    pub const fn text(
        name: &'static str,
        values: &'static str,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Text(values), default, about)
    }

    /// The same, with a name by which wire protocols know it as a whole number.
    #[must_use]
    pub const fn with_wire(self, name: &'static str) -> Self {
        Self { wire: Some(name), ..self }
    }

    /// The same, with a default that follows from another key.
    #[must_use]
    pub const fn by(self, values: &'static [&'static str], key: &'static str) -> Self {
        let default = OptionDefault::By(values, key);
        Self { default, ..self }
    }

    /// The same, with a default that words describe.
    #[must_use]
    pub const fn described(self, default: &'static str) -> Self {
        let default = OptionDefault::Described(default);
        Self { default, ..self }
    }

    /// The values that are accepted, in words: `3 to 8`.
    pub fn values(&self) -> String {
        match self.kind {
            OptionKind::Choice(words) => one_of(words),
            OptionKind::Int(min, max) => format!("{min} to {max}"),
            OptionKind::Half(min, max) => {
                format!("{} to {}, halves such as 2.5 allowed", min / 2, max / 2)
            }
            OptionKind::Limit(min, max) => format!("off, or {min} to {max}"),
            OptionKind::Text(values) => values.to_owned(),
        }
    }

    /// Reads a value. The error names the key, what was found and what was expected.
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

    /// The option as a whole number of a wire protocol, if it is one.
    pub fn wire_option(&self) -> Option<WireOption> {
        let name = self.wire?;
        let usual = self.default.value();
        let usual = usual.and_then(|value| value.parse::<f64>().ok()).unwrap_or_default();
        let (default, min, max) = match self.kind {
            // A number below all others stands for a default that depends on other keys.
            OptionKind::Int(min, max) if self.default.value().is_none() => (min - 1, min - 1, max),
            OptionKind::Int(min, max) => (usual as i64, min, max),
            OptionKind::Half(min, max) => ((usual * 2.0) as i64, min, max),
            OptionKind::Limit(_, max) => (usual as i64, 0, max),
            OptionKind::Choice(_) | OptionKind::Text(_) => return None,
        };
        Some(WireOption { name, key: self.name, default, min, max, kind: self.kind })
    }
}

/// One option of a variant as a wire protocol knows it: `option name HalfKomi type spin default 0 min -20 max 20`.
#[derive(Clone, Copy, Debug)]
pub struct WireOption {
    /// The name in the protocol.
    pub name: &'static str,
    /// The key of the variant that it sets.
    pub key: &'static str,
    /// The value when nothing is said.
    pub default: i64,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    kind: OptionKind,
}

impl WireOption {
    /// The value as the variant writes it; none where the number stands for the game's own default.
    pub fn text(&self, number: i64) -> Option<String> {
        match self.kind {
            OptionKind::Half(..) => Some(halves(number)),
            OptionKind::Int(min, _) => (number >= min).then(|| number.to_string()),
            OptionKind::Limit(..) => (number > 0).then(|| number.to_string()),
            OptionKind::Choice(_) | OptionKind::Text(_) => None,
        }
    }

    /// The number that stands for what a variant says; none if it says nothing, or nothing that has a number.
    pub fn number(&self, variant: &Variant) -> Option<i64> {
        let wanted = variant.get(self.key)?;
        (self.min..=self.max).find(|&value| self.text(value).as_deref() == Some(wanted))
    }
}

/// An option of a variant as programs and players read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatedOption {
    /// The key.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Whether the game has this value where nothing is said.
    pub usual: bool,
    /// The option in words: `size 6`, and of one that is switched on or off `opening` and `no opening`.
    pub label: String,
}

/// A number of halves as a number: `2.5`.
pub fn halves(number: i64) -> String {
    (number as f64 / 2.0).to_string()
}

/// Words as a choice: `a, b or c`.
fn one_of(words: &[&str]) -> String {
    let mut text = String::new();
    for (index, word) in words.iter().enumerate() {
        let between = match index {
            0 => "",
            _ if index + 1 == words.len() => " or ",
            _ => ", ",
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{between}{word}");
    }
    text
}

impl Variant {
    /// The options that are stated, in their order.
    pub fn stated(&self, keys: &[VariantKey]) -> Vec<StatedOption> {
        let stated = |(name, value): (&str, &str)| {
            let key = keys.iter().find(|key| key.name == name);
            StatedOption {
                name: name.to_owned(),
                value: value.to_owned(),
                usual: key.is_some_and(|key| key.default.values().contains(&value)),
                label: match value {
                    "yes" | "on" => name.to_owned(),
                    "no" | "off" => format!("no {name}"),
                    _ => format!("{name} {value}"),
                },
            }
        };
        self.iter().map(stated).collect()
    }

    /// Reads every option by its kind, in the order of the variant. A key that is not among these is an error.
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
    let expected = match &names[..] {
        [] => "no option: the game has one variant".to_owned(),
        names => format!("one of {}", names.join(", ")),
    };
    let error = InputError::new("variant", name, expected);
    error.with_nearest(name, names.iter().copied())
}
