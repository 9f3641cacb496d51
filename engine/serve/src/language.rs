//! The language of a request: that of the tab which sends it, otherwise the one that the user chose on the page, otherwise the one that the
//! browser prefers.

use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::{HeaderMap, Uri};
use ludex_kit::Language;

/// The cookie with the code of the language that the user chose.
const CHOSEN: &str = "ludex_language";

/// The parameter of an address with the code of the language of the tab. A web socket can send no header.
const OF_TAB: &str = "language=";

/// The language of the answer to a request.
pub(super) fn preferred(uri: &Uri, headers: &HeaderMap) -> Language {
    of_tab(uri).or_else(|| chosen(headers)).unwrap_or_else(|| {
        let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Language::from_accepted(accepted.unwrap_or_default())
    })
}

/// The language in an address.
fn of_tab(uri: &Uri) -> Option<Language> {
    let mut parameters = uri.query()?.split('&');
    parameters.find_map(|parameter| Language::from_code(parameter.strip_prefix(OF_TAB)?))
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

    fn language(path: &'static str, cookie: &'static str, accepted: &'static str) -> Language {
        let mut headers = HeaderMap::new();
        let cookie = HeaderValue::from_bytes(cookie.as_bytes()).expect("a header");
        headers.insert(COOKIE, cookie);
        headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
        preferred(&Uri::from_static(path), &headers)
    }

    #[test]
    fn a_choice_is_stronger_than_the_browser() {
        assert_eq!(language("/", "a=b; ludex_language=pl", "ru"), Language::Polish);
        assert_eq!(language("/", "ludex_language=xx", "ru-RU,en;q=0.5"), Language::Russian);
        assert_eq!(language("/", "a", "en"), Language::English);
        let cookie = "theme=т; ludex_language=xx; ludex_language=ru";
        assert_eq!(language("/", cookie, "en"), Language::Russian);
        assert_eq!(preferred(&Uri::from_static("/"), &HeaderMap::new()), Language::English);
    }

    #[test]
    fn the_language_of_the_tab_is_stronger_than_a_choice() {
        let cookie = "ludex_language=pl";
        assert_eq!(language("/api/view?language=ru", cookie, "en"), Language::Russian);
        assert_eq!(language("/api/view?a=b&language=en", cookie, "ru"), Language::English);
        assert_eq!(language("/api/view?language=xx", cookie, "en"), Language::Polish);
        assert_eq!(language("/api/view?other", cookie, "en"), Language::Polish);
    }
}
