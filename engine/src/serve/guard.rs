//! Who may ask. Everything that reaches the server passes here first, and every answer on its way back.
//!
//! A page of a stranger that runs in the user's own browser is what there is to fear: by a name of its own that suddenly means
//! this machine (rebinding), or by sending requests to the address of this server. Therefore the names under which the server
//! is asked are a fixed list, what is sent from a page comes from one of ours, and everything that does something is JSON,
//! which a browser sends for no stranger without asking first.

use std::net::{IpAddr, SocketAddr};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use ludex_games::InputError;

use super::refusal::JSON;
use super::{Refusal, Shared};

/// Who may ask.
#[derive(Debug)]
pub struct Guard {
    /// The names by which the server may be called, in lower case, without the port.
    names: Vec<String>,
    /// Whether any address will do beside these names: a server for all networks of the machine does not know its own.
    any_address: bool,
    port: u16,
    token: Option<Token>,
}

/// What every request must bring, where one is asked for.
#[derive(Clone)]
pub struct Token(String);

/// Shorter ones could be guessed.
const SHORTEST_TOKEN: usize = 12;
/// Longer ones make links that nobody can pass on.
const LONGEST_TOKEN: usize = 200;

impl Token {
    /// A token that fits into a link and cannot be guessed soon.
    pub fn new(text: &str) -> Result<Self, String> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let is_guessed = text.len() < SHORTEST_TOKEN || text.bytes().all(|b| b.is_ascii_digit());
        if is_guessed || text.len() > LONGEST_TOKEN || !text.bytes().all(fits) {
            return Err(format!(
                "expected {SHORTEST_TOKEN} to {LONGEST_TOKEN} of A-Z a-z 0-9 - . _ ~, with a letter"
            ));
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether it is this one. How long the comparison takes tells nothing about where they differ.
    fn is(&self, other: &[u8]) -> bool {
        let differing = self.0.bytes().zip(other).map(|(a, b)| a ^ b);
        self.0.len() == other.len() && differing.fold(0, |sum, bits| sum | bits) == 0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Guard {
    /// The guard of a server at this address, which a user called by a name.
    pub fn new(address: SocketAddr, name: Option<&str>, token: Option<Token>) -> Self {
        let ip = address.ip();
        let mut names = Vec::new();
        if ip.is_loopback() || ip.is_unspecified() {
            names.extend(["127.0.0.1", "localhost", "[::1]"].map(str::to_owned));
        }
        names.push(host_of(ip));
        names.extend(name.map(str::to_ascii_lowercase));
        Self {
            names,
            any_address: ip.is_unspecified(),
            port: address.port(),
            token,
        }
    }

    /// Whether a request must bring a token, and brings another one or none.
    pub fn is_token(&self, text: Option<&str>) -> bool {
        let is_right = |token: &Token| text.is_some_and(|text| token.is(text.as_bytes()));
        self.token.as_ref().is_none_or(is_right)
    }

    /// The link to the page, by the name that a user gave the address; a browser keeps the token in it to itself.
    pub fn link(&self, address: SocketAddr, name: Option<&str>) -> String {
        let ip = address.ip();
        let host = match name {
            Some(name) if name.parse::<IpAddr>().is_err() => name.to_owned(),
            _ => host_of(ip),
        };
        let token = self.token.as_ref();
        let token = token
            .map(|token| format!("#token={}", token.0))
            .unwrap_or_default();
        format!("http://{host}:{}/{token}", self.port)
    }

    /// Whether this is a name of ours with our port.
    pub(super) fn knows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host.as_str(), Some(80)),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let is_address = || self.any_address && bare.parse::<IpAddr>().is_ok();
        port == Some(self.port) && (self.names.iter().any(|known| known == name) || is_address())
    }

    /// Why a request is refused, if it is.
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name: HeaderName| headers.get(name).map(|v| v.to_str().unwrap_or_default());
        let refuse = |status, place: &str, found: &str, expected: &str| {
            Err(Refusal::new(
                status,
                InputError::new(place, found, expected),
            ))
        };
        let host = uri.authority().map(Authority::as_str);
        let host = text(HOST).or(host).unwrap_or_default();
        if !self.knows(host) {
            let expected = "a name under which this server was started";
            return refuse(StatusCode::MISDIRECTED_REQUEST, "Host", host, expected);
        }
        let is_socket = *method == Method::GET && headers.contains_key(UPGRADE);
        if *method != Method::POST && !is_socket {
            return Ok(());
        }
        let origin = text(ORIGIN);
        let site = text(HeaderName::from_static("sec-fetch-site"));
        let is_ours = match origin {
            Some(origin) => origin
                .strip_prefix("http://")
                .is_some_and(|host| self.knows(host)),
            None => site.is_none_or(|site| site == "same-origin"),
        };
        if !is_ours {
            let found = origin.or(site).unwrap_or_default();
            return refuse(
                StatusCode::FORBIDDEN,
                "Origin",
                found,
                "a page of this server",
            );
        }
        // A browser lets nobody add a header to a socket: its first message brings the token.
        if is_socket {
            return Ok(());
        }
        let token = text(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        if !self.is_token(token) {
            let expected = "Bearer and the token of this server's link";
            return refuse(StatusCode::FORBIDDEN, "Authorization", "another", expected);
        }
        let kind = text(CONTENT_TYPE).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case(JSON) {
            return refuse(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Content-Type",
                kind,
                JSON,
            );
        }
        Ok(())
    }
}

/// An address as links write it.
fn host_of(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

/// What a page of ours may do: nothing but load its own files and ask this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// What stands over every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Puts the guard before everything that can be asked.
pub(super) fn before(asked: Router, server: &Shared) -> Router {
    asked.layer(from_fn_with_state(server.clone(), pass))
}

async fn pass(State(server): State<Shared>, request: Request, next: Next) -> Response {
    let checked = server
        .guard
        .check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
