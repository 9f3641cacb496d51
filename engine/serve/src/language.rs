//! The language of a request: the one that the user chose on the page, otherwise the one that the browser prefers.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use ludex_kit::Language;

/// The cookie with the code of the language that the user chose.
const CHOSEN: &str = "ludex_language";

/// The language of the answer to a request with these headers.
pub(super) fn preferred(headers: &HeaderMap) -> Language {
    chosen(headers).unwrap_or_else(|| {
        let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Language::from_accepted(accepted.unwrap_or_default())
    })
}

/// The language in the cookies.
fn chosen(headers: &HeaderMap) -> Option<Language> {
    // Other cookies of the same host may contain any bytes.
    let mut lists =
        headers.get_all(COOKIE).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
    lists.find_map(|list| list.split(';').find_map(language_of))
}

/// The language that a cookie names.
fn language_of(cookie: &str) -> Option<Language> {
    let (name, code) = cookie.split_once('=')?;
    (name.trim() == CHOSEN).then(|| Language::from_code(code))?
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_choice_is_stronger_than_the_browser() {
        let headers = |cookie: &'static str, accepted: &'static str| {
            let mut headers = HeaderMap::new();
            let cookie = HeaderValue::from_bytes(cookie.as_bytes()).expect("a header");
            headers.insert(COOKIE, cookie);
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
            preferred(&headers)
        };
        assert_eq!(headers("a=b; ludex_language=pl", "ru"), Language::Polish);
        assert_eq!(headers("ludex_language=xx", "ru-RU,en;q=0.5"), Language::Russian);
        assert_eq!(headers("a", "en"), Language::English);
        assert_eq!(
            headers("theme=т; ludex_language=xx; ludex_language=ru", "en"),
            Language::Russian
        );
        assert_eq!(preferred(&HeaderMap::new()), Language::English);
    }
}
