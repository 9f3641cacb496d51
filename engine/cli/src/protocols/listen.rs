//! `--listen`: a protocol over WebSockets instead of standard input and output.

use std::net::SocketAddr;

use clap::Args;
use ludex_kit::{InputError, say};

use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::output;
use ludex_protocols::{Dialect, ServerSettings};
use ludex_serve::{Engines, Guard};

/// The web origin that may connect by default: PTN Ninja, which uses TEI over WebSockets.
const USUAL_ORIGIN: &str = "https://ptn.ninja";

/// Options for serving a protocol over WebSockets.
#[derive(Args, Debug)]
#[command(next_help_heading = "WebSocket")]
pub(super) struct ListenArgs {
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        value_parser = address,
        allow_hyphen_values = true,
        help = "Listen for WebSockets on this loopback address, with one engine for each connection and one line a message; \
                port 0 selects a free one"
    )]
    listen: Option<SocketAddr>,
    #[arg(
        long,
        value_name = "ORIGIN",
        requires = "listen",
        value_parser = origin,
        allow_hyphen_values = true,
        help = "Origin of a web page that may connect; can be repeated. Clients other than browsers \
                may always connect [default: https://ptn.ninja]"
    )]
    allow_origin: Vec<String>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let expected = say!("a loopback address with a port, such as 127.0.0.1:7731");
    let text = text.replace("localhost:", "127.0.0.1:");
    let address: SocketAddr = text.parse().map_err(|_| expected.clone())?;
    if address.ip().is_loopback() { Ok(address) } else { Err(expected) }
}

fn origin(text: &str) -> Result<String, String> {
    let expected = say!("an origin such as https://ptn.ninja or http://localhost:8080");
    let host = text.strip_prefix("https://").or(text.strip_prefix("http://"));
    let is_host = |host: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        !host.is_empty() && host.bytes().all(fits)
    };
    let is_origin = host.is_some_and(is_host);
    is_origin.then(|| text.to_ascii_lowercase()).ok_or(expected)
}

impl ListenArgs {
    /// Serves the protocol over WebSockets until Ctrl-C, if requested.
    pub(super) fn serve(
        &self,
        dialect: &'static Dialect,
        settings: &ServerSettings,
    ) -> anyhow::Result<bool> {
        let Some(wanted) = self.listen else {
            return Ok(false);
        };
        let listening = ludex_serve::open(wanted.ip(), wanted.port()).map_err(|error| {
            let sentence = format!("the server cannot listen on this port: {error:#}");
            let refused = InputError::sentence("--listen", sentence);
            if ludex_serve::is_in_use(&error) {
                refused.with_hint("port 0 selects a free one")
            } else {
                refused
            }
        })?;
        let mut origins = self.allow_origin.clone();
        if origins.is_empty() {
            origins.push(USUAL_ORIGIN.to_owned());
        }
        let engines = Engines {
            dialect,
            settings: settings.clone(),
            guard: Guard::new(listening.address, None, None),
            origins,
        };
        let link = format!("ws://{}", listening.address);
        let stop = stop_on_interrupt();
        output::line(&format!("listening on {link}"))?;
        ludex_serve::serve_engines(listening, engines, &stop)?;
        // There are no results to report at the end.
        output::set_quiet();
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_refused() {
        assert!(address("127.0.0.1:7731").is_ok() && address("[::1]:0").is_ok());
        assert!(address("localhost:7731").is_ok());
        for wrong in ["0.0.0.0:7731", "192.168.0.2:1", "7731", "127.0.0.1", "x:1", ""] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
        assert_eq!(origin("https://PTN.ninja").as_deref(), Ok("https://ptn.ninja"));
        for wrong in ["*", "ptn.ninja", "https://", "https://a/b", "null", "https://a b"] {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }
}
