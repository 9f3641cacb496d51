//! The language in which texts are shown: one for the process, and for a server another for each request.

use std::cell::Cell;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};

use icu_locale_core::{Locale, locale};
use icu_plurals::{PluralCategory, PluralRules};

/// A language of the texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Language {
    /// English, the language of the code.
    #[default]
    English,
    /// Russian.
    Russian,
    /// Polish.
    Polish,
}

/// The language of the process.
static PROCESS: AtomicU8 = AtomicU8::new(0);

thread_local! {
    /// The language of the work that this thread does, if it differs from that of the process.
    static THREAD: Cell<Option<Language>> = const { Cell::new(None) };
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::English, Self::Russian, Self::Polish];

    /// The code of the language (ISO 639-1): `en`, `ru` or `pl`.
    pub fn code(self) -> &'static str {
        ["en", "ru", "pl"][self as usize]
    }

    /// The language with this code. A region may follow: `pl-PL`.
    pub fn from_code(code: &str) -> Option<Self> {
        let primary = code.trim().split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(primary))
    }

    /// The language that the header `Accept-Language` prefers; English if it names none of ours.
    pub fn from_accepted(header: &str) -> Self {
        let quality = |parameters: &str| {
            parameters.trim().strip_prefix("q=").map_or(Some(1.0), |text| text.parse::<f64>().ok())
        };
        let mut best = (0.0, Self::English);
        for part in header.split(',') {
            let (code, parameters) = part.split_once(';').unwrap_or((part, ""));
            if let (Some(language), Some(quality)) = (Self::from_code(code), quality(parameters))
                && quality > best.0
            {
                best = (quality, language);
            }
        }
        best.1
    }

    /// The language of the texts that this thread makes now.
    pub fn current() -> Self {
        THREAD.get().unwrap_or_else(|| {
            Self::ALL[usize::from(PROCESS.load(Ordering::Relaxed)) % Self::ALL.len()]
        })
    }

    /// Makes this the language of the process.
    pub fn use_always(self) {
        PROCESS.store(self as u8, Ordering::Relaxed);
    }

    /// Does `work` in this language. Threads that it starts are not included.
    pub fn scope<T>(self, work: impl FnOnce() -> T) -> T {
        /// Restores the language, also after a panic.
        struct Restored(Option<Language>);
        impl Drop for Restored {
            fn drop(&mut self) {
                THREAD.set(self.0);
            }
        }
        let _before = Restored(THREAD.replace(Some(self)));
        work()
    }

    /// A future that does all its work in this language, on whichever threads it runs.
    pub fn scope_future<F: Future>(self, future: F) -> InLanguage<F> {
        InLanguage { language: self, future: Box::pin(future) }
    }

    /// The plural form for a count, as tables name it: `one`, `few`, `many` or `other`.
    pub(super) fn plural_form(self, count: u64) -> &'static str {
        const LOCALES: [Locale; 3] = [locale!("en"), locale!("ru"), locale!("pl")];
        let rules = PluralRules::try_new_cardinal(LOCALES[self as usize].clone().into());
        match rules.map(|rules| rules.category_for(count)) {
            Ok(PluralCategory::One) => "one",
            Ok(PluralCategory::Few) => "few",
            Ok(PluralCategory::Many) => "many",
            _ => "other",
        }
    }
}

/// A future that works in a language.
#[derive(Debug)]
pub struct InLanguage<F> {
    language: Language,
    future: Pin<Box<F>>,
}

impl<F: Future> Future for InLanguage<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let language = self.language;
        language.scope(|| self.future.as_mut().poll(context))
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_preferred_language_is_found() {
        for (header, language) in [
            ("", Language::English),
            ("ru", Language::Russian),
            ("de-DE,de;q=0.9,pl;q=0.7,en;q=0.8", Language::English),
            ("pl-PL,pl;q=0.9,en-US;q=0.8", Language::Polish),
            ("de, ru-RU;q=0.3", Language::Russian),
            ("ru;q=0", Language::English),
            ("ru;q=x, *", Language::English),
        ] {
            assert_eq!(Language::from_accepted(header), language, "{header}");
        }
    }

    #[test]
    fn a_scope_ends_with_its_work() {
        assert_eq!(Language::Polish.scope(Language::current), Language::Polish);
        let nested = Language::Polish.scope(|| Language::Russian.scope(Language::current));
        assert_eq!(nested, Language::Russian);
        assert_eq!(Language::current(), Language::English);
    }
}
