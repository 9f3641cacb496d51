//! The options of a game: `size=6,komi=2`.

use std::fmt;
use std::str::FromStr;

use crate::interface::input_error::InputError;
use crate::say;

/// Options as `key=value` pairs in order, each key once. The game interprets them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variant(Vec<(String, String)>);

impl Variant {
    /// No options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a key. A key that is already set keeps its position.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        let (key, value) = (key.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some(pair) => pair.1 = value,
            None => self.0.push((key, value)),
        }
    }

    /// [`set`](Self::set) for chained calls.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.set(key, value);
        self
    }

    /// The options without a key.
    #[must_use]
    pub fn without(&self, key: &str) -> Self {
        let others = self.0.iter().filter(|(known, _)| known != key);
        Self(others.cloned().collect())
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The pairs, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Whether no option is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These options, with the options of `defaults` for keys that are not set.
    #[must_use]
    pub fn over(&self, defaults: &Self) -> Self {
        let mut merged = defaults.clone();
        for (key, value) in self.iter() {
            merged.set(key, value);
        }
        merged
    }
}

impl FromStr for Variant {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let mut variant = Self::new();
        if text.trim().is_empty() {
            return Ok(variant);
        }
        for part in text.split(',') {
            let error = |expected: String| InputError::new("variant", part, expected);
            let (key, value) = part.split_once('=').ok_or_else(|| error(say!("key=value")))?;
            let (key, value) = (key.trim(), value.trim());
            if value.contains('=') {
                let parts = part.split([' ', ';', '\t']).filter(|part| !part.is_empty());
                let commas = parts.collect::<Vec<_>>().join(",");
                let error = error(say!("key=value, with commas between options"));
                return Err(error.with_hint(say!("did you mean {text}?", text = commas)));
            }
            if key.is_empty() || value.is_empty() {
                return Err(error(say!("key=value with a key and a value")));
            }
            if variant.get(key).is_some() {
                return Err(error(say!("each key only once")));
            }
            variant.set(key, value);
        }
        Ok(variant)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, value)) in self.iter().enumerate() {
            write!(f, "{}{key}={value}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}
