//! The translations of one language: English texts and what they are in that language.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::Language;

/// A table, which is parsed when it is first used.
#[derive(Debug)]
pub(crate) struct Table {
    text: &'static str,
    entries: OnceLock<HashMap<String, Entry>>,
}

/// The translation of a text.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Entry {
    /// The same text for every value.
    Text(String),
    /// A text for each plural form.
    Forms(HashMap<String, String>),
}

impl Table {
    pub(super) const fn new(text: &'static str) -> Self {
        Self { text, entries: OnceLock::new() }
    }

    /// The translation of a text without a count.
    pub(super) fn text(&self, english: &str) -> Option<&str> {
        match self.entries().get(english)? {
            Entry::Text(text) => Some(text),
            Entry::Forms(_) => None,
        }
    }

    /// The translation of a text for this count.
    pub(super) fn form(&self, english: &str, language: Language, count: u64) -> Option<&str> {
        match self.entries().get(english)? {
            Entry::Text(text) => Some(text),
            Entry::Forms(forms) => forms.get(language.plural_form(count)).map(String::as_str),
        }
    }

    /// All translations.
    ///
    /// # Panics
    /// If the file is malformed; every crate's tests read its tables.
    pub(crate) fn entries(&self) -> &HashMap<String, Entry> {
        self.entries.get_or_init(|| serde_json::from_str(self.text).expect("a table of words"))
    }
}
