//! Engines over WebSockets, for boards in a browser such as PTN Ninja. Each message is one line of the protocol, and
//! each connection has its own engine with its own game and table.
//!
//! A malicious page that is open in the user's browser could connect as well. So the server accepts only connections
//! to this machine's own host names, and only from a fixed list of pages.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use ludex_kit::{InputError, say};
use ludex_search::StopFlag;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::BoundListener;
use super::client::Client;
use super::connections::Connections;
use super::guard::Guard;
use super::heartbeat::Heartbeat;
use super::limits::Limits;
use super::listen::{Service, run};
use super::quota::Quota;
use super::refusal::Refusal;
use ludex_base::lines::MAX_LINE;
use ludex_protocols::{Dialect, ServerSettings, Wire, serve_peer};

/// Maximum number of engines at once. Each engine allocates its own table.
const MOST_ENGINES: usize = 8;
/// Messages queued for an engine.
const INBOX: usize = 16;
/// Lines queued for a client.
const OUTBOX: usize = 256;
/// How engines are set up, and which pages may connect.
#[derive(Debug)]
pub struct Engines {
    /// The protocol that the engines speak.
    pub dialect: &'static Dialect,
    /// The settings with which each engine starts.
    pub settings: ServerSettings,
    /// Checks the host name of requests.
    pub guard: Guard,
    /// The origins of pages that may connect, such as `https://ptn.ninja`.
    pub origins: Vec<String>,
}

/// The state that all connections share.
struct EngineServer {
    engines: Engines,
    slots: Arc<Quota>,
}

/// Accepts connections and starts an engine for each, until the flag is raised.
pub fn serve_engines(
    listening: BoundListener,
    engines: Engines,
    stop: &StopFlag,
) -> anyhow::Result<()> {
    let slots = Quota::new(MOST_ENGINES, MOST_ENGINES);
    let shared = Arc::new(EngineServer { engines, slots });
    let router = Router::new().fallback(accept_engine).with_state(shared);
    let connections = Connections::new(Limits::CONNECTIONS_EACH, Limits::CONNECTIONS);
    run([Service { listening, router, connections }], stop, || {}, || {})
}

async fn accept_engine(
    State(shared): State<Arc<EngineServer>>,
    Extension(client): Extension<Client>,
    uri: Uri,
    headers: HeaderMap,
    socket: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Err(refusal) = shared.engines.check(&uri, &headers) {
        return refusal.into_response();
    }
    let socket = match socket {
        Ok(socket) => socket,
        Err(rejection) => return rejection.into_response(),
    };
    let Some(slot) = shared.slots.take(client) else {
        let sentence = say!(
            "all {most_engines} engines are in use; try again later",
            most_engines = MOST_ENGINES
        );
        let error = InputError::sentence("engines", sentence);
        return Refusal::new(StatusCode::TOO_MANY_REQUESTS, error).into_response();
    };
    let socket = socket.max_message_size(MAX_LINE).max_frame_size(MAX_LINE);
    socket.on_upgrade(async move |socket| {
        let _seat = slot;
        converse(socket, &shared.engines).await;
    })
}

impl Engines {
    /// Checks the host name and the origin of a request. Programs other than browsers send no origin and are
    /// accepted.
    fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name: HeaderName| headers.get(name).map(|v| v.to_str().unwrap_or_default());
        self.guard.check_name(uri, headers)?;
        let origin = text(ORIGIN);
        let is_known = |origin: &str| self.origins.iter().any(|known| known == origin);
        if let Some(origin) = origin.filter(|origin| !is_known(origin)) {
            let problem = say!(
                "is not an allowed origin; allowed are {origins}",
                origins = self.origins.join(", ")
            );
            let error = InputError::problem("Origin", origin, problem);
            let error =
                error.with_hint(say!("start the server with --allow-origin to allow another page"));
            return Err(Refusal::new(StatusCode::FORBIDDEN, error));
        }
        Ok(())
    }
}

/// Passes messages between a client and its engine until either of them ends.
async fn converse(mut socket: WebSocket, engines: &Engines) {
    let (inbox, messages) = mpsc::channel(INBOX);
    let (outbox, mut lines) = mpsc::channel(OUTBOX);
    let (dialect, settings) = (engines.dialect, engines.settings.clone().for_untrusted_peer());
    let wire = Wire::new(MessageWriter::new(outbox));
    let engine = thread::Builder::new().name("engine".into());
    let started = engine.spawn(move || {
        // The engine ends when the client disconnects, so there is no one to report an error to.
        let _ = serve_peer(dialect, settings, MessageReader::new(messages), &wire);
    });
    if started.is_err() {
        return;
    }
    let (mut heartbeat, mut waiting) = (Heartbeat::new(), None);
    loop {
        tokio::select! {
            line = lines.recv() => match line {
                Some(line) => if !send(&mut socket, Message::Text(line)).await {
                    return;
                },
                None => break,
            },
            place = inbox.reserve(), if waiting.is_some() => match (place, waiting.take()) {
                (Ok(place), Some(text)) => place.send(text),
                _ => break,
            },
            message = socket.recv(), if waiting.is_none() => {
                heartbeat.note_activity();
                match message {
                    Some(Ok(Message::Text(text))) => waiting = Some(text),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    _ => return,
                }
            }
            is_there = heartbeat.next_ping() => {
                let ping = Message::Ping(axum::body::Bytes::new());
                if !is_there || !send(&mut socket, ping).await {
                    return;
                }
            }
        }
    }
    let _ = timeout(Limits::BODY_TIMEOUT, socket.send(Message::Close(None))).await;
}

/// Sends a message; false if the client does not read it in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    let sent = timeout(Limits::STALL_TIMEOUT, socket.send(message)).await;
    matches!(sent, Ok(Ok(())))
}

/// The messages of a client as an input stream, one line each. After the client disconnects, the last line is `quit`,
/// which also stops a running search.
struct MessageReader {
    messages: mpsc::Receiver<Utf8Bytes>,
    bytes: Vec<u8>,
    read: usize,
    has_ended: bool,
}

impl MessageReader {
    fn new(messages: mpsc::Receiver<Utf8Bytes>) -> Self {
        Self { messages, bytes: Vec::new(), read: 0, has_ended: false }
    }
}

impl Read for MessageReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let n_read = bytes.read(into)?;
        self.consume(n_read);
        Ok(n_read)
    }
}

impl BufRead for MessageReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.bytes.len() && !self.has_ended {
            self.bytes.clear();
            self.read = 0;
            if let Some(text) = self.messages.blocking_recv() {
                self.bytes.extend_from_slice(text.as_bytes());
            } else {
                self.has_ended = true;
                self.bytes.extend_from_slice(b"quit");
            }
            self.bytes.push(b'\n');
        }
        Ok(&self.bytes[self.read..])
    }

    fn consume(&mut self, n_bytes: usize) {
        self.read += n_bytes;
    }
}

/// The output of an engine: each line becomes a message.
struct MessageWriter {
    messages: mpsc::Sender<Utf8Bytes>,
    text: Vec<u8>,
}

impl MessageWriter {
    fn new(messages: mpsc::Sender<Utf8Bytes>) -> Self {
        let text = Vec::new();
        Self { messages, text }
    }
}

impl Write for MessageWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.text)).into_owned();
        for line in text.lines() {
            let sent = self.messages.blocking_send(line.into());
            sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_lines_and_lines_messages() {
        let (inbox, messages) = mpsc::channel(4);
        for text in ["tei\nisready", "", "stop"] {
            inbox.try_send(text.into()).expect("the queue has space");
        }
        drop(inbox);
        let lines: Vec<String> =
            MessageReader::new(messages).lines().map_while(Result::ok).collect();
        assert_eq!(lines, ["tei", "isready", "", "stop", "quit"]);
        let (outbox, mut messages) = mpsc::channel(4);
        let wire = Wire::new(MessageWriter::new(outbox));
        wire.line("readyok").expect("a client is connected");
        wire.line("bestmove a1").expect("a client is connected");
        assert_eq!(messages.blocking_recv().as_deref(), Some("readyok"));
        assert_eq!(messages.blocking_recv().as_deref(), Some("bestmove a1"));
        drop(messages);
        assert!(wire.line("readyok").is_err());
    }
}
