//! The address under which people reach the server through a reverse proxy, such as `https://host/ludex/`.

use axum::http::Uri;
use axum::http::uri::{Authority, PathAndQuery};

/// A public address: origin and prefix of all paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// Scheme, host and port, as browsers send them in `Origin`.
    origin: String,
    /// Host and port, as browsers send them in `Host`.
    authority: String,
    /// The prefix without a slash at the end; empty if the page is at the root.
    prefix: String,
}

impl PublicUrl {
    /// Reads an address `https://host[:port][/prefix/]`.
    pub fn new(text: &str) -> Result<Self, String> {
        let wrong = || "an address such as https://host/ or https://host/ludex/".to_owned();
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme));
        let authority = uri.authority().map(Authority::as_str);
        let (Some(scheme), Some(authority)) = (scheme, authority) else {
            return Err(wrong());
        };
        let prefix = uri.path().trim_end_matches('/');
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        if authority.contains('@')
            || uri.query().is_some()
            || text.contains('#')
            || prefix.contains("//")
            || !prefix.bytes().all(fits)
        {
            return Err(wrong());
        }
        let authority = authority.to_ascii_lowercase();
        let origin = format!("{scheme}://{authority}");
        Ok(Self { origin, authority, prefix: prefix.to_owned() })
    }

    /// The address of the page.
    pub(super) fn link(&self) -> String {
        format!("{}{}/", self.origin, self.prefix)
    }

    /// Whether a `Host` header names this address.
    pub(super) fn is_host(&self, host: &str) -> bool {
        host.eq_ignore_ascii_case(&self.authority)
    }

    /// Whether an `Origin` header names this address.
    pub(super) fn is_origin(&self, origin: &str) -> bool {
        origin.eq_ignore_ascii_case(&self.origin)
    }

    /// The prefix of all paths, without a slash at the end.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The URI without the prefix; `None` if it has no prefix, because the proxy has removed it already.
    pub(super) fn without_prefix(&self, uri: &Uri) -> Option<Uri> {
        let rest = uri.path_and_query()?.as_str().strip_prefix(&self.prefix)?;
        let path = match rest.chars().next() {
            Some('/') if !self.prefix.is_empty() => rest.to_owned(),
            None => "/".to_owned(),
            _ => return None,
        };
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = Some(PathAndQuery::try_from(path).ok()?);
        Uri::from_parts(parts).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_an_origin_and_a_prefix() {
        let url = PublicUrl::new("https://Host.example:8443/ludex/").expect("a valid address");
        assert_eq!(url.link(), "https://host.example:8443/ludex/");
        assert!(url.is_host("host.example:8443") && !url.is_host("host.example"));
        assert!(url.is_origin("https://host.example:8443"));
        assert!(!url.is_origin("http://host.example:8443"));
        let rest = |path: &'static str| {
            url.without_prefix(&Uri::from_static(path)).map(|uri| uri.to_string())
        };
        assert_eq!(rest("/ludex/takt/play").as_deref(), Some("/takt/play"));
        assert_eq!(rest("/ludex").as_deref(), Some("/"));
        assert_eq!(rest("/ludexes/x"), None);
        assert_eq!(rest("/takt"), None);
        assert_eq!(PublicUrl::new("http://host").expect("a valid address").link(), "http://host/");
        for wrong in [
            "host",
            "ftp://host/",
            "https://a@host/",
            "https://host/?x",
            "https://host/#x",
            "/ludex/",
            "https://host/a b",
        ] {
            assert!(PublicUrl::new(wrong).is_err(), "{wrong}");
        }
    }
}
