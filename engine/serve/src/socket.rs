//! Analysis over a WebSocket, one position after the other. Browsers allow only a few HTTP connections to a server
//! for all tabs together, but many WebSockets.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use ludex_kit::{InputError, Language, say};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use super::analyse::{Question, prepare_analysis};
use super::answer::{compute, reserve_question};
use super::client::Client;
use super::connections::ConnectionSlot;
use super::cost::Cost;
use super::heartbeat::Heartbeat;
use super::limits::Limits;
use super::metrics::{Direction, StreamKind};
use super::quota::QuotaShare;
use super::refusal::Refusal;
use super::request_json::{malformed, parse};
use super::server::Shared;
use super::stream::{Event, EventReceiver};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/analyse/socket", get(socket))
}

/// Maximum bytes of a message: enough for a long line from a large position. The limit is low because messages are buffered before the
/// token is checked.
const MESSAGE: usize = Limits::MAX_BODY / 2;
/// Maximum bytes of a message's id, in JSON. The id is kept and returned with every answer.
const LONGEST_ID: usize = 200;
/// Bytes that a socket reads at once.
pub(super) const BUFFER: usize = 8 << 10;

async fn socket(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    Extension(connected): Extension<Arc<ConnectionSlot>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .read_buffer_size(BUFFER)
        .max_write_buffer_size(4 * MESSAGE);
    let language = Language::current();
    upgrade.on_upgrade(async move |socket| {
        tokio::select! {
            () = language.scope_future(converse(socket, server, client, &connected)) => {}
            () = connected.reclaimed() => {}
        }
    })
}

/// A message of the page.
#[derive(Deserialize)]
struct ClientMessage {
    /// Returned with the answers, so that the page can match them.
    #[serde(default)]
    id: Value,
    #[serde(default)]
    token: Option<String>,
    /// Whether to stop the analysis.
    #[serde(default)]
    stop: bool,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl ClientMessage {
    fn read(text: &str) -> Result<Self, Refusal> {
        let asked = parse::<Self>(text.as_bytes())?;
        let n_bytes = asked.id.to_string().len();
        if n_bytes > LONGEST_ID {
            let most = LONGEST_ID;
            let sentence =
                say!("it has {n_bytes} bytes, more than the limit of {most}", n_bytes, most);
            return Err(InputError::sentence("id", sentence).into());
        }
        Ok(asked)
    }
}

/// Analyses one position after the other: a new request replaces the current one.
async fn converse(
    mut socket: WebSocket,
    server: Shared,
    client: Client,
    connected: &ConnectionSlot,
) {
    let _open = server.metrics.open_stream(StreamKind::Analysis);
    let count = |direction| server.metrics.count_message(StreamKind::Analysis, direction);
    let mut is_known = server.guard.is_token(None);
    let mut heartbeat = Heartbeat::new();
    // The client must send its first request, with the token, before this time.
    let mut deadline = Some(Instant::now() + Limits::BODY_TIMEOUT);
    let mut receiver: Option<EventReceiver> = None;
    let mut id = Value::Null;
    loop {
        let next_event = async {
            match &mut receiver {
                Some(receiver) => receiver.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // `biased` polls in order: received messages must count as activity before the ping timer is
            // checked.
            biased;
            message = receive(&mut socket, deadline) => {
                heartbeat.note_activity();
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    _ => return,
                };
                count(Direction::Received);
                // Dropping the receiver stops the previous analysis.
                receiver = None;
                let asked = reserve_question(text.len(), &server, client)
                    .and_then(|share| Ok((ClientMessage::read(&text)?, share)));
                drop(text);
                let begun = match asked {
                    Ok((asked, share)) => {
                        if !is_known && server.guard.is_token(asked.token.as_deref()) {
                            is_known = true;
                            server.guard.keep_socket(connected);
                        }
                        id = asked.id.clone();
                        start_analysis(&server, client, (asked, share), is_known).await
                    }
                    Err(refusal) => Err(refusal),
                };
                deadline = deadline.filter(|_| !is_known);
                match begun {
                    Ok(begun) => receiver = begun,
                    Err(refusal) => {
                        if let Some(limit) = refusal.limit() {
                            server.metrics.count_refused(&limit);
                        }
                        count(Direction::Sent);
                        let event = Event { name: "error", data: refusal.to_json() };
                        if !send(&mut socket, &id, event).await || !is_known {
                            return;
                        }
                    }
                }
            }
            event = next_event => match event {
                Some(event) => {
                    count(Direction::Sent);
                    if !send(&mut socket, &id, event).await {
                        return;
                    }
                }
                None => receiver = None,
            },
            is_there = heartbeat.next_ping() => {
                let ping = Message::Ping(axum::body::Bytes::new());
                if !is_there || !send_frame(&mut socket, ping).await {
                    return;
                }
            }
        }
    }
}

/// The next message, or `None` after the deadline.
async fn receive(
    socket: &mut WebSocket,
    deadline: Option<Instant>,
) -> Option<Result<Message, axum::Error>> {
    match deadline {
        Some(deadline) => timeout_at(deadline, socket.recv()).await.ok()?,
        None => socket.recv().await,
    }
}

async fn start_analysis(
    server: &Shared,
    client: Client,
    (asked, share): (ClientMessage, Option<QuotaShare>),
    is_known: bool,
) -> Result<Option<EventReceiver>, Refusal> {
    if !is_known {
        let error =
            InputError::sentence("token", say!("this is not the token of this server's link"));
        return Err(Refusal::new(StatusCode::FORBIDDEN, error));
    }
    if asked.stop {
        return Ok(None);
    }
    let question = serde_json::from_value::<Question>(Value::Object(asked.rest));
    let question = question.map_err(|error| malformed("message", &error))?;
    let cost = Cost::from_share(share.as_ref());
    let job = compute(server.clone(), client, cost, move |server| {
        let _share = share;
        prepare_analysis(server, client, question)
    })
    .await?;
    Ok(Some(job.begin()))
}

/// Sends an event; false if the client does not read it in time.
async fn send(socket: &mut WebSocket, id: &Value, event: Event) -> bool {
    let text = json!({"event": event.name, "id": id, "data": event.data}).to_string();
    send_frame(socket, Message::Text(text.into())).await
}

async fn send_frame(socket: &mut WebSocket, message: Message) -> bool {
    let sent = timeout(Limits::STALL_TIMEOUT, socket.send(message));
    matches!(sent.await, Ok(Ok(())))
}
