//! The WebSocket of a guest in a room.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::Router;
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use ludex_kit::{InputError, Language, say};
use serde::de::DeserializeOwned;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::message::{Message, Outbox, QueuedMessage};
use super::request::{Action, JoinMessage, RoomRequest};
use super::room::GuestId;
use crate::answer::{RequestBody, compute};
use crate::client::Client;
use crate::connections::ConnectionSlot;
use crate::cost::Cost;
use crate::heartbeat::Heartbeat;
use crate::limits::Limits;
use crate::metrics::{Direction, StreamKind};
use crate::refusal::{JSON, Refusal};
use crate::request_json::malformed;
use crate::server::{Server, Shared};
use crate::socket::BUFFER;

/// Maximum bytes of a message from a guest.
const LONGEST: usize = 16 << 10;

/// The routes for creating and joining rooms.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/rooms", post(create_room))
        .route("/api/rooms/{id}", get(room_exists))
        .route("/api/rooms/{id}/socket", get(open_socket))
}

async fn create_room(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    RequestBody { question: order, share }: RequestBody<RoomRequest>,
) -> Response {
    let cost = Cost::from_share(share.as_ref());
    let secrets = compute(server, client, cost, move |server| {
        let _share = share;
        server.rooms.create(&order, client)
    })
    .await;
    match secrets {
        Ok(secrets) => ([(CONTENT_TYPE, JSON)], secrets.to_string()).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// Whether a room exists. Browsers do not report why a WebSocket was refused; with this request, the page can distinguish a deleted room
/// from a full one. The answer reveals nothing about the game and does not wake the room.
async fn room_exists(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Response {
    let (asked, cost) = (id.clone(), server.rooms.lookup_cost(&id));
    let there = compute(server, client, cost, move |server| Ok(server.rooms.exists(&asked)));
    match there.await {
        Ok(there) => {
            let answer = serde_json::json!({"room": id, "there": there});
            ([(CONTENT_TYPE, JSON)], answer.to_string()).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

async fn open_socket(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    Extension(connected): Extension<Arc<ConnectionSlot>>,
    Path(id): Path<String>,
    socket: WebSocketUpgrade,
) -> Response {
    let cost = server.rooms.lookup_cost(&id);
    let room = if let Some(room) = server.rooms.awake(&id) {
        Ok(room)
    } else {
        let find = move |server: &Server| server.rooms.find_or_wake(&id, client);
        compute(server.clone(), client, cost, find).await
    };
    let room = match room {
        Ok(room) => room,
        Err(refusal) => return refusal.into_response(),
    };
    let Some(place) = server.rooms.0.sockets.take(client) else {
        let error = InputError::sentence("server", say!("there are too many guests at once"));
        return Refusal::new(StatusCode::TOO_MANY_REQUESTS, error).into_response();
    };
    let socket = socket.max_message_size(LONGEST).max_frame_size(LONGEST).read_buffer_size(BUFFER);
    let language = Language::current();
    socket.on_upgrade(async move |socket| {
        let _place = place;
        let _open = server.metrics.open_stream(StreamKind::Room);
        let guest = Guest { id: server.rooms.next_guest_id(), server: &server, socket, room };
        language.scope_future(guest.run(&connected)).await;
    })
}

/// A guest and the WebSocket of their connection.
struct Guest<'a> {
    id: GuestId,
    server: &'a Server,
    socket: WebSocket,
    room: mpsc::Sender<Message>,
}

impl Guest<'_> {
    /// Joins the room and passes messages in both directions until either side ends.
    async fn run(mut self, connected: &ConnectionSlot) {
        let (to, outbox) = Outbox::new();
        match self.join(connected, to).await {
            Ok(()) => {
                self.converse(outbox, connected).await;
                let _ = self.room.send(Message::Leave(self.id)).await;
            }
            Err(Some(refusal)) => {
                let _ = self.send(refusal.to_json().to_string().into()).await;
            }
            Err(None) => {}
        }
        let _ = timeout(Limits::BODY_TIMEOUT, self.socket.send(Frame::Close(None))).await;
    }

    /// Reads the first message, which must be the join message. A connection that closes without a message is not
    /// an error.
    async fn join(
        &mut self,
        connected: &ConnectionSlot,
        to: Outbox,
    ) -> Result<(), Option<Refusal>> {
        let first = tokio::select! {
            first = timeout(Limits::BODY_TIMEOUT, self.socket.recv()) => first,
            () = connected.reclaimed() => return Err(None),
        };
        let Ok(Some(Ok(Frame::Text(text)))) = first else {
            return Err(None);
        };
        let JoinMessage { join } = parse(&text)?;
        self.count(Direction::Received);
        if !self.server.guard.is_token(join.token.as_deref()) {
            let error =
                InputError::sentence("token", say!("this is not the token of this server's link"));
            return Err(Some(Refusal::new(StatusCode::FORBIDDEN, error)));
        }
        self.server.guard.keep_socket(connected);
        let (reply, joined) = oneshot::channel();
        let language = Language::current();
        let message = Message::Join { guest: self.id, join, to, reply, language };
        self.room.send(message).await.map_err(|_| None)?;
        let joined = joined.await.map_err(|_| None)?;
        Ok(joined.map_err(Refusal::from)?)
    }

    async fn converse(
        &mut self,
        mut outbox: mpsc::Receiver<QueuedMessage>,
        connected: &ConnectionSlot,
    ) {
        let mut budget = RateLimit::new(Instant::now());
        let mut heartbeat = Heartbeat::new();
        loop {
            let goes_on = tokio::select! {
                // `biased` polls in order: received frames must count as activity before the ping
                // timer is checked.
                biased;
                () = connected.reclaimed() => false,
                frame = self.socket.recv() => {
                    heartbeat.note_activity();
                    match frame {
                        Some(Ok(Frame::Text(text))) => self.handle_text(&text, &mut budget).await,
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => true,
                        _ => false,
                    }
                }
                parcel = outbox.recv() => match parcel {
                    Some(parcel) => self.send(parcel.text.clone()).await,
                    None => false,
                },
                is_there = heartbeat.next_ping() => is_there && self.ping().await,
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Passes a message to the room; false if the connection should close. A guest that sends too much is slowed down.
    async fn handle_text(&mut self, text: &str, budget: &mut RateLimit) -> bool {
        self.count(Direction::Received);
        match parse::<Action>(text) {
            Ok(act) => {
                budget.spend(ACT).await;
                let guest = self.id;
                self.room.send(Message::Do { guest, act }).await.is_ok()
            }
            Err(refusal) => {
                budget.spend(1).await;
                self.send(refusal.to_json().to_string().into()).await
            }
        }
    }

    fn count(&self, direction: Direction) {
        self.server.metrics.count_message(StreamKind::Room, direction);
    }

    async fn send(&mut self, text: Utf8Bytes) -> bool {
        self.count(Direction::Sent);
        let sent = timeout(Limits::STALL_TIMEOUT, self.socket.send(Frame::Text(text))).await;
        matches!(sent, Ok(Ok(())))
    }

    async fn ping(&mut self) -> bool {
        let ping = Frame::Ping(axum::body::Bytes::new());
        let sent = timeout(Limits::STALL_TIMEOUT, self.socket.send(ping)).await;
        matches!(sent, Ok(Ok(())))
    }
}

/// Parses a message.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| malformed("message", &error).into())
}

/// Cost of an action, in units of [`RateLimit`]; an invalid message costs 1.
const ACT: u32 = 40;

/// Limits the messages of a guest: a number of units per second, with a small burst (a token bucket).
struct RateLimit {
    left: f64,
    at: Instant,
}

impl RateLimit {
    const RATE: f64 = 1_000.0;
    const MOST: f64 = 3_000.0;

    fn new(now: Instant) -> Self {
        Self { left: Self::MOST, at: now }
    }

    /// Spends `cost` units, and waits if there are too few.
    async fn spend(&mut self, cost: u32) {
        let now = Instant::now();
        let earned = now.duration_since(self.at).as_secs_f64() * Self::RATE;
        self.left = (self.left + earned).min(Self::MOST) - f64::from(cost);
        self.at = now;
        if self.left < 0.0 {
            tokio::time::sleep(Duration::from_secs_f64(-self.left / Self::RATE)).await;
        }
    }
}
