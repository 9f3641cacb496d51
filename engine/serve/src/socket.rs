//! Analysis over a socket, which takes one position after the other: a browser has few connections to a server for all its
//! tabs together, but many sockets.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use ludex_kit::InputError;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use super::analyse::{Question, prepare};
use super::answer::{compute, malformed, parse, question_of};
use super::client::Client;
use super::connections::Connected;
use super::limits::Limits;
use super::pace::Pace;
use super::pulse::Pulse;
use super::refusal::Refusal;
use super::server::Shared;
use super::shares::Share;
use super::stream::{Event, Hearing};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/analyse/socket", get(socket))
}

/// The longest message: a long line from a large position. It is held in memory before anybody knows whose it is.
const MESSAGE: usize = Limits::BODY / 2;
/// The longest id of a message, in JSON: it is kept, and goes out again with every answer.
const LONGEST_ID: usize = 200;
/// What a socket reads at once.
pub(super) const BUFFER: usize = 8 << 10;

async fn socket(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    Extension(connected): Extension<Arc<Connected>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .read_buffer_size(BUFFER)
        .max_write_buffer_size(4 * MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        tokio::select! {
            () = converse(socket, server, client, &connected) => {}
            () = connected.is_taken_over() => {}
        }
    })
}

/// A message of the page.
#[derive(Deserialize)]
struct Asked {
    /// What the answers are to be known by.
    #[serde(default)]
    id: Value,
    #[serde(default)]
    token: Option<String>,
    /// Whether nothing more is to be told.
    #[serde(default)]
    stop: bool,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Asked {
    fn read(text: &str) -> Result<Self, Refusal> {
        let asked = parse::<Self>(text.as_bytes())?;
        let n_bytes = asked.id.to_string().len();
        if n_bytes > LONGEST_ID {
            let sentence = format!("it has {n_bytes} bytes, more than the limit of {LONGEST_ID}");
            return Err(InputError::sentence("id", sentence).into());
        }
        Ok(asked)
    }
}

/// Answers one position after the other: a new one takes the place of that before.
async fn converse(mut socket: WebSocket, server: Shared, client: Client, connected: &Connected) {
    let mut is_known = server.guard.is_token(None);
    let mut pulse = Pulse::new();
    // He comes out soon with what he wants, and with the token.
    let mut deadline = Some(Instant::now() + Limits::PATIENCE);
    let mut hearing: Option<Hearing> = None;
    let mut id = Value::Null;
    loop {
        let told = async {
            match &mut hearing {
                Some(hearing) => hearing.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // What has come is heard before anybody asks whether something has.
            biased;
            message = hear(&mut socket, deadline) => {
                pulse.is_heard();
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    _ => return,
                };
                // Nobody listens to the analysis before any more: it ends.
                hearing = None;
                let asked = question_of(text.len(), &server, client)
                    .and_then(|share| Ok((Asked::read(&text)?, share)));
                drop(text);
                let begun = match asked {
                    Ok((asked, share)) => {
                        if !is_known && server.guard.is_token(asked.token.as_deref()) {
                            is_known = true;
                            server.guard.keep_socket(connected);
                        }
                        id = asked.id.clone();
                        begin(&server, client, (asked, share), is_known).await
                    }
                    Err(refusal) => Err(refusal),
                };
                deadline = deadline.filter(|_| !is_known);
                match begun {
                    Ok(begun) => hearing = begun,
                    Err(refusal) => {
                        let event = Event { name: "error", data: refusal.to_json() };
                        if !send(&mut socket, &id, event).await || !is_known {
                            return;
                        }
                    }
                }
            }
            event = told => match event {
                Some(event) => if !send(&mut socket, &id, event).await {
                    return;
                },
                None => hearing = None,
            },
            is_there = pulse.beat() => {
                let ping = Message::Ping(axum::body::Bytes::new());
                if !is_there || !pass_on(&mut socket, ping).await {
                    return;
                }
            }
        }
    }
}

/// The next message, which comes before the deadline if there is one.
async fn hear(
    socket: &mut WebSocket,
    deadline: Option<Instant>,
) -> Option<Result<Message, axum::Error>> {
    match deadline {
        Some(deadline) => timeout_at(deadline, socket.recv()).await.ok()?,
        None => socket.recv().await,
    }
}

async fn begin(
    server: &Shared,
    client: Client,
    (asked, share): (Asked, Option<Share>),
    is_known: bool,
) -> Result<Option<Hearing>, Refusal> {
    if !is_known {
        let error = InputError::sentence("token", "this is not the token of this server's link");
        return Err(Refusal::new(StatusCode::FORBIDDEN, error));
    }
    if asked.stop {
        return Ok(None);
    }
    let question = serde_json::from_value::<Question>(Value::Object(asked.rest));
    let question = question.map_err(|error| malformed("message", &error))?;
    let pace = Pace::of(share.as_ref());
    let job = compute(server.clone(), client, pace, move |server| {
        let _share = share;
        prepare(server, client, question)
    })
    .await?;
    Ok(Some(job.begin()))
}

/// Sends a word; false if the client takes none.
async fn send(socket: &mut WebSocket, id: &Value, event: Event) -> bool {
    let text = json!({"event": event.name, "id": id, "data": event.data}).to_string();
    pass_on(socket, Message::Text(text.into())).await
}

async fn pass_on(socket: &mut WebSocket, message: Message) -> bool {
    let sent = timeout(Limits::STALLED, socket.send(message));
    matches!(sent.await, Ok(Ok(())))
}
