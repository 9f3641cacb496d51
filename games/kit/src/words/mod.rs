//! Texts for people, in English, Russian and Polish.
//!
//! The English text is in the code and is the key of its translations: `say!("no walls left")`. Each crate has one table for each other
//! language, `words/ru.json` and `words/pl.json`, which [`crate::words!`] makes known to it. A value of a table is a text, or an object
//! with a text for each plural form of the language (`one`, `few`, `many`, `other`):
//!
//! ```json
//! {
//!   "no walls left": "стен не осталось",
//!   "{count} wall": { "one": "{count} стена", "few": "{count} стены", "many": "{count} стен", "other": "{count} стены" }
//! }
//! ```
//!
//! A name in braces is replaced by a value. If an English text needs two translations, what follows `|` distinguishes them and is never
//! shown: `say!("light|not dark")`. JSON, protocols and files know no language: their texts are not made by this module.
//! [`crate::testing::check_words`] checks that no message is missing or unused.

mod language;
mod table;

use std::fmt::Display;

pub use language::{InLanguage, Language};
pub(crate) use table::Entry;
use table::Table;

/// The translations of a crate.
#[derive(Debug)]
pub struct Words {
    russian: Table,
    polish: Table,
}

/// The value that replaces a name in braces.
pub type Value<'a> = (&'a str, &'a dyn Display);

impl Words {
    /// Takes the texts of the two tables. [`crate::words!`] calls it with the files of a crate.
    pub const fn new(russian: &'static str, polish: &'static str) -> Self {
        Self { russian: Table::new(russian), polish: Table::new(polish) }
    }

    /// A text in the current language.
    pub fn say(&self, text: &str, values: &[Value<'_>]) -> String {
        fill(self.translate(text), values)
    }

    /// A text with a count in the current language. `one` and `other` are the English forms; `{count}` is replaced by the count.
    pub fn say_count(&self, count: u64, one: &str, other: &str, values: &[Value<'_>]) -> String {
        let english = if count == 1 { one } else { other };
        let form = self.table().and_then(|table| table.form(one, Language::current(), count));
        let values: Vec<Value<'_>> =
            values.iter().copied().chain([("count", &count as &dyn Display)]).collect();
        fill(form.unwrap_or_else(|| without_context(english)), &values)
    }

    /// The translation of a text without values, such as a constant. A text without a translation remains English.
    pub fn translate<'a>(&'a self, text: &'a str) -> &'a str {
        self.translation(text).unwrap_or_else(|| without_context(text))
    }

    /// Like [`translate`](Self::translate), but `None` for a text without a translation.
    pub fn translation(&self, text: &str) -> Option<&str> {
        self.table().and_then(|table| table.text(text))
    }

    /// The table of the current language.
    fn table(&self) -> Option<&Table> {
        self.table_of(Language::current())
    }

    pub(crate) fn table_of(&self, language: Language) -> Option<&Table> {
        match language {
            Language::English => None,
            Language::Russian => Some(&self.russian),
            Language::Polish => Some(&self.polish),
        }
    }
}

/// The text without the words that distinguish it from an equal one.
fn without_context(text: &str) -> &str {
    text.rsplit_once('|').map_or(text, |(text, _)| text)
}

/// Replaces the names in braces by their values. Other braces remain.
fn fill(text: &str, values: &[Value<'_>]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let named = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        if let Some((value, after)) = named {
            filled.push_str(&value.to_string());
            rest = after;
        } else {
            filled.push('{');
            rest = after;
        }
    }
    filled.push_str(rest);
    filled
}

/// Makes the tables `words/ru.json` and `words/pl.json` of a crate known as `crate::WORDS`, and tests them with
/// [`check_words`](crate::testing::check_words). Belongs in the crate's `lib.rs`. If the tables contain texts besides those of the macros,
/// such as descriptions of parameters from other crates, a function of the tests returns them: `words!(tests::parameters)`. `words!(@tables)` leaves the test to the crate.
#[macro_export]
macro_rules! words {
    () => {
        $crate::words!(::std::vec::Vec::new);
    };
    (@tables) => {
        /// The translations of this crate's texts.
        pub(crate) static WORDS: $crate::words::Words = $crate::words::Words::new(
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/words/ru.json")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/words/pl.json")),
        );
    };
    ($constants:path) => {
        $crate::words!(@tables);

        #[cfg(test)]
        #[test]
        fn no_text_is_missing_or_unused() {
            let constants: ::std::vec::Vec<::std::string::String> = $constants();
            $crate::testing::check_words(&WORDS, env!("CARGO_MANIFEST_DIR"), &constants);
        }
    };
}

/// A text for people in their language: `say!("{name} wins", name)`, `say!("{name} wins", name = self.name())`. Returns a `String`.
#[expect(clippy::crate_in_macro_def, reason = "each crate has its own words")]
#[macro_export]
macro_rules! say {
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        crate::WORDS.say($text, &[$((stringify!($name), &$crate::said!($name $(= $value)?))),*])
    };
}

/// A text with a count: `say_count!(n, "{count} move", "{count} moves")`. The two texts are the English forms; the count is a `u64`, and
/// further values follow as in [`say!`]. Returns a `String`.
#[expect(clippy::crate_in_macro_def, reason = "each crate has its own words")]
#[macro_export]
macro_rules! say_count {
    ($count:expr, $one:literal, $other:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        crate::WORDS.say_count(
            $count,
            $one,
            $other,
            &[$((stringify!($name), &$crate::said!($name $(= $value)?))),*],
        )
    };
}

/// Marks a constant text that is translated where it is shown, with [`Words::translate`]. Its value is the English text.
#[macro_export]
macro_rules! message {
    ($text:literal) => {
        $text
    };
}

/// The value of a name in [`say!`].
#[doc(hidden)]
#[macro_export]
macro_rules! said {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Language, Words};

    /// Texts of the crate of searches, which has no tables.
    pub(crate) fn texts_of_searches() -> Vec<String> {
        use ludex_search::{ParameterSet as _, alphabeta, expectimax, mcts, multiplayer, proof};

        let parameters = alphabeta::Parameters::default().list();
        let nodes =
            [alphabeta::NODES, expectimax::NODES, mcts::NODES, multiplayer::NODES, proof::NODES];
        let texts = parameters.iter().map(|parameter| parameter.about).chain(nodes);
        texts.map(str::to_owned).collect()
    }

    static WORDS: Words = Words::new(
        r#"{"{name} wins": "Побеждает {name}", "light|not dark": "светлая",
            "{count} wall": {"one": "{count} стена", "few": "{count} стены", "many": "{count} стен", "other": "{count} стены"}}"#,
        "{}",
    );

    #[test]
    fn texts_are_translated_and_filled() {
        let name = "Ada";
        let say = || WORDS.say("{name} wins", &[("name", &name)]);
        assert_eq!(say(), "Ada wins");
        assert_eq!(Language::Russian.scope(say), "Побеждает Ada");
        assert_eq!(Language::Polish.scope(say), "Ada wins");
        assert_eq!(WORDS.translate("light|not dark"), "light");
        assert_eq!(Language::Russian.scope(|| WORDS.translate("light|not dark")), "светлая");
        assert_eq!(WORDS.say("{} {other} {", &[("name", &name)]), "{} {other} {");
    }

    #[test]
    fn counts_have_the_plural_forms_of_the_language() {
        let walls = |count| WORDS.say_count(count, "{count} wall", "{count} walls", &[]);
        assert_eq!([0, 1, 2].map(walls), ["0 walls", "1 wall", "2 walls"]);
        let russian = |count| Language::Russian.scope(|| walls(count));
        assert_eq!(
            [1, 2, 5, 11, 21, 112].map(russian),
            ["1 стена", "2 стены", "5 стен", "11 стен", "21 стена", "112 стен"]
        );
    }
}
