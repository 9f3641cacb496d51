//! Access control. Each request is checked here first.
//!
//! The threat is a malicious page in the user's own browser. By DNS rebinding, the page could reach this server under the page's host name;
//! or it could send requests to the address of this server. Therefore the server accepts only a fixed list of host names. Requests from
//! pages must have the origin of this server. Each request with an effect must be JSON, which a browser does not send to another origin
//! without a preflight request.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN, UPGRADE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use ludex_kit::{InputError, say};

use super::connections::ConnectionSlot;
use super::public_url::PublicUrl;
use super::refusal::{JSON, Refusal};

/// The checks that each request must pass.
#[derive(Debug)]
pub struct Guard {
    /// Accepted host names, in lower case and without port.
    names: Vec<String>,
    /// Whether any IP address is accepted as host name as well: a server that listens on all networks does not
    /// know its addresses.
    any_address: bool,
    port: u16,
    token: Option<Token>,
    /// The address behind a reverse proxy, which is accepted as well.
    public: Option<PublicUrl>,
}

/// The secret that each request must carry if the server requires one.
#[derive(Clone)]
pub struct Token(String);

/// Shorter tokens could be guessed.
const SHORTEST_TOKEN: usize = 12;
/// Longer tokens make unwieldy links.
const LONGEST_TOKEN: usize = 200;

impl Token {
    /// Checks that a token is safe in a URL and hard to guess.
    pub fn new(text: &str) -> Result<Self, String> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let is_guessed = text.len() < SHORTEST_TOKEN || text.bytes().all(|b| b.is_ascii_digit());
        if is_guessed || text.len() > LONGEST_TOKEN || !text.bytes().all(fits) {
            return Err(say!(
                "{shortest_token} to {longest_token} characters of A-Z a-z 0-9 - . _ ~, not only digits",
                shortest_token = SHORTEST_TOKEN,
                longest_token = LONGEST_TOKEN
            ));
        }
        Ok(Self(text.to_owned()))
    }

    /// Compares in constant time, so that the time reveals nothing about the token.
    fn matches(&self, other: &[u8]) -> bool {
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
    /// The guard of a server at `address`; `name` is the host name that the user gave.
    pub fn new(address: SocketAddr, name: Option<&str>, token: Option<Token>) -> Self {
        let ip = address.ip();
        let mut names = Vec::new();
        if ip.is_loopback() || ip.is_unspecified() {
            names.extend(["127.0.0.1", "localhost", "[::1]"].map(str::to_owned));
        }
        names.push(link_host(ip));
        names.extend(name.map(str::to_ascii_lowercase));
        if !ip.is_loopback()
            && let Some(own) = host_name()
        {
            let own = own.to_ascii_lowercase();
            names.push(format!("{own}.local"));
            names.push(own);
        }
        let (any_address, port) = (ip.is_unspecified(), address.port());
        Self { names, any_address, port, token, public: None }
    }

    /// Accepts requests to a public address as well, and uses it in the link.
    #[must_use]
    pub fn with_public_url(mut self, public: Option<PublicUrl>) -> Self {
        self.public = public;
        self
    }

    /// The public address, if there is one.
    pub(super) fn public_url(&self) -> Option<&PublicUrl> {
        self.public.as_ref()
    }

    /// Whether a request may proceed: the server requires no token, or `text` is the token.
    pub fn is_token(&self, text: Option<&str>) -> bool {
        let is_right = |token: &Token| text.is_some_and(|text| token.matches(text.as_bytes()));
        self.token.as_ref().is_none_or(is_right)
    }

    /// An error unless the `Authorization` header contains the token, if the server requires one.
    pub(super) fn check_token(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = value.and_then(|value| value.split_once(' '));
        let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer"));
        if self.is_token(token.map(|(_, token)| token)) {
            return Ok(());
        }
        let sentence = say!("it must be `Bearer` followed by the token from this server's link");
        let error = InputError::sentence("Authorization", sentence);
        Err(Refusal::new(StatusCode::FORBIDDEN, error))
    }

    /// Pins the slot of a connection that has presented the token.
    pub(super) fn keep_connection(&self, request: &Request) {
        let connected = request.extensions().get::<Arc<ConnectionSlot>>();
        if let (Some(_), &Method::POST, Some(connected)) =
            (&self.token, request.method(), connected)
        {
            connected.pin();
        }
    }

    /// Pins the slot of a WebSocket, which has presented the token in a message.
    pub(super) fn keep_socket(&self, connected: &ConnectionSlot) {
        if self.token.is_some() {
            connected.pin();
        }
    }

    /// The link to the page: the public address, if there is one. Otherwise it uses the host name that the user gave; if the server listens on all addresses, it
    /// uses one that other machines can reach. The token is in the fragment, which browsers do not send to
    /// servers.
    pub fn link(&self, address: SocketAddr, name: Option<&str>) -> String {
        let ip = address.ip();
        let host = match name {
            _ if ip.is_unspecified() => match (outgoing_address(ip), host_name()) {
                (Some(reached), _) => link_host(reached),
                (None, Some(name)) => name,
                (None, None) => link_host(ip),
            },
            Some(name) if name.parse::<IpAddr>().is_err() => name.to_owned(),
            _ => link_host(ip),
        };
        let token = self.token.as_ref();
        let token = token.map(|token| format!("#token={}", token.0)).unwrap_or_default();
        match &self.public {
            Some(public) => format!("{}{token}", public.link()),
            None => format!("http://{host}:{}/{token}", self.port),
        }
    }

    /// Whether `host` is an accepted host name with this server's port.
    pub(super) fn is_own_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host.as_str(), Some(80)),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let is_address = || self.any_address && bare.parse::<IpAddr>().is_ok();
        port == Some(self.port) && (self.names.iter().any(|known| known == name) || is_address())
    }

    /// Checks the host name of a request. It may be in the request line and in the `Host` header, and both must
    /// be accepted. Repeated headers are refused, since programs differ in which one they use.
    pub(super) fn check_name(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        for name in [HOST, ORIGIN, AUTHORIZATION, CONTENT_TYPE] {
            let n_values = headers.get_all(&name).iter().count();
            if n_values > 1 {
                let sentence = say!("the request contains this header {n_values} times", n_values);
                return Err(InputError::sentence(name.as_str(), sentence).into());
            }
        }
        let header = headers.get(HOST).map(|v| v.to_str().unwrap_or_default());
        let asked = uri.authority().map(Authority::as_str);
        let names: Vec<&str> = header.into_iter().chain(asked).collect();
        let is_public = |name: &str| self.public.as_ref().is_some_and(|url| url.is_host(name));
        let is_ours = |name: &str| self.is_own_host(name) || is_public(name);
        let foreign = names.iter().find(|name| !is_ours(name)).copied();
        match foreign.or(names.is_empty().then_some("")) {
            None => Ok(()),
            Some(name) => {
                let error = InputError::problem("Host", name, say!("is not a name of this server"));
                Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, error))
            }
        }
    }

    /// Checks a request: host name, origin, token and content type.
    pub(super) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        let text = |name: HeaderName| headers.get(name).map(|v| v.to_str().unwrap_or_default());
        let refuse = |status, error| Err(Refusal::new(status, error));
        self.check_name(uri, headers)?;
        let is_socket = *method == Method::GET && headers.contains_key(UPGRADE);
        if *method != Method::POST && !is_socket {
            return Ok(());
        }
        let origin = text(ORIGIN);
        let site = text(HeaderName::from_static("sec-fetch-site"));
        let is_ours = match origin {
            Some(origin) => {
                let is_public = self.public.as_ref().is_some_and(|url| url.is_origin(origin));
                let host = origin.strip_prefix("http://");
                is_public || host.is_some_and(|host| self.is_own_host(host))
            }
            None => site.is_none_or(|site| site == "same-origin"),
        };
        if !is_ours {
            let found = origin.or(site).unwrap_or_default();
            let error = InputError::problem("Origin", found, say!("is not a page of this server"));
            return refuse(StatusCode::FORBIDDEN, error);
        }
        // Browsers do not let scripts add headers to a WebSocket request, so the first message contains the token instead.
        if is_socket {
            return Ok(());
        }
        self.check_token(headers)?;
        let kind = text(CONTENT_TYPE).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case(JSON) {
            let error = InputError::new("Content-Type", kind, JSON);
            return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, error);
        }
        Ok(())
    }
}

/// The address under which other machines can reach this one. Nothing is sent: connecting a UDP socket only makes the
/// system choose a route. The target is an address reserved for documentation.
fn outgoing_address(unspecified: IpAddr) -> Option<IpAddr> {
    let documentation: IpAddr = match unspecified {
        IpAddr::V4(_) => Ipv4Addr::new(192, 0, 2, 1).into(),
        IpAddr::V6(_) => Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
    };
    let socket = UdpSocket::bind((unspecified, 0)).ok()?;
    socket.connect((documentation, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified() && !own.is_loopback()).then_some(own)
}

/// The host name of this machine.
fn host_name() -> Option<String> {
    #[cfg(unix)]
    {
        let system = rustix::system::uname();
        let name = system.nodename().to_str().ok()?;
        (!name.is_empty()).then(|| name.to_owned())
    }
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").ok()
}

/// An IP address in the form that URLs need: IPv6 in brackets.
fn link_host(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_accepted_beside_the_own_one() {
        let address = SocketAddr::from(([127, 0, 0, 1], 7730));
        let public = PublicUrl::new("https://host.example/ludex/").expect("a valid address");
        let guard = Guard::new(address, None, None).with_public_url(Some(public));
        assert_eq!(guard.link(address, None), "https://host.example/ludex/");
        let answers = |host: &'static str, origin: &'static str| {
            let headers = [(HOST, host), (ORIGIN, origin), (CONTENT_TYPE, JSON)];
            let pair = |(name, value)| (name, axum::http::HeaderValue::from_static(value));
            let headers: HeaderMap = headers.map(pair).into_iter().collect();
            guard.check(&Method::POST, &Uri::from_static("/api/games"), &headers).is_ok()
        };
        assert!(answers("host.example", "https://host.example"));
        assert!(answers("127.0.0.1:7730", "http://127.0.0.1:7730"));
        assert!(!answers("host.example", "http://host.example"));
        assert!(!answers("host.example", "https://evil.example"));
        assert!(!answers("evil.example", "https://host.example"));
    }

    #[test]
    fn a_server_for_all_networks_has_a_link_for_others() {
        let address = SocketAddr::from(([0, 0, 0, 0], 7730));
        let guard = Guard::new(address, Some("0.0.0.0"), None);
        let link = guard.link(address, Some("0.0.0.0"));
        if outgoing_address(address.ip()).is_some() || host_name().is_some() {
            assert!(!link.contains("0.0.0.0"), "{link}");
        }
        let host = link.trim_start_matches("http://").trim_end_matches('/');
        assert!(guard.is_own_host(host), "{link}");
        if let Some(name) = host_name() {
            assert!(guard.is_own_host(&format!("{name}:7730")), "{name}");
            assert!(guard.is_own_host(&format!("{name}.local:7730")), "{name}");
            assert!(!guard.is_own_host(&format!("{name}.evil.example:7730")));
        }
        let alone = SocketAddr::from(([127, 0, 0, 1], 7730));
        let guard = Guard::new(alone, None, None);
        assert_eq!(guard.link(alone, None), "http://127.0.0.1:7730/");
    }
}
