//! Words of tables in the current language.

use ludex_base::output::{Align, TextTable};

use crate::WORDS;

/// A table with these headings, marked by `message!`.
pub(crate) fn table(headings: &[(&str, Align)]) -> TextTable {
    let translated = headings.iter().map(|&(name, align)| (WORDS.translate(name), align));
    TextTable::new(&translated.collect::<Vec<_>>())
}

/// A table of two columns without headings: labels and texts.
#[derive(Debug)]
pub(crate) struct Labelled(TextTable);

impl Labelled {
    /// An empty table.
    pub(crate) fn new() -> Self {
        Self(TextTable::plain(&[Align::Left, Align::Left]))
    }

    /// Adds a row with a label of this crate, marked by `message!`.
    pub(crate) fn row(&mut self, label: &str, text: impl Into<String>) {
        self.row_as(WORDS.translate(label), text);
    }

    /// Adds a row with a label that is in the current language already.
    pub(crate) fn row_as(&mut self, label: &str, text: impl Into<String>) {
        self.0.row(vec![label.to_owned(), text.into()]);
    }

    /// The table as text.
    pub(crate) fn render(&self) -> String {
        self.0.render()
    }
}
