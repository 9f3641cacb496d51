//! A guest of a room at the other end of a socket.

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
use ludex_kit::InputError;
use serde::de::DeserializeOwned;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::message::{Message, Outbox, Parcel};
use super::order::{Act, Joining, Order};
use super::room::GuestId;
use crate::answer::{Asked, compute, malformed};
use crate::client::Client;
use crate::connections::Connected;
use crate::limits::Limits;
use crate::pace::Pace;
use crate::pulse::Pulse;
use crate::refusal::{JSON, Refusal};
use crate::server::{Server, Shared};
use crate::socket::BUFFER;

/// The longest message of a guest, in bytes.
const LONGEST: usize = 16 << 10;

/// Where rooms are ordered, and where guests come in.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/rooms", post(order))
        .route("/api/rooms/{id}", get(is_there))
        .route("/api/rooms/{id}/socket", get(come_in))
}

async fn order(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    Asked { question: order, share }: Asked<Order>,
) -> Response {
    let pace = Pace::of(share.as_ref());
    let secrets = compute(server, client, pace, move |server| {
        let _share = share;
        server.rooms.order(&order, client)
    })
    .await;
    match secrets {
        Ok(secrets) => ([(CONTENT_TYPE, JSON)], secrets.to_string()).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// Whether there is such a room: a browser does not say why a socket was refused, and one that was only too many must not make
/// its room count as gone. Nothing of the game is told, and nobody wakes.
async fn is_there(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Response {
    let (asked, pace) = (id.clone(), server.rooms.pace(&id));
    let there = compute(server, client, pace, move |server| Ok(server.rooms.has(&asked)));
    match there.await {
        Ok(there) => {
            let told = serde_json::json!({"room": id, "there": there});
            ([(CONTENT_TYPE, JSON)], told.to_string()).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

async fn come_in(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    Extension(connected): Extension<Arc<Connected>>,
    Path(id): Path<String>,
    socket: WebSocketUpgrade,
) -> Response {
    let pace = server.rooms.pace(&id);
    let room = if let Some(room) = server.rooms.awake(&id) {
        Ok(room)
    } else {
        let find = move |server: &Server| server.rooms.find(&id, client);
        compute(server.clone(), client, pace, find).await
    };
    let room = match room {
        Ok(room) => room,
        Err(refusal) => return refusal.into_response(),
    };
    let Some(place) = server.rooms.0.sockets.take(client) else {
        let error = InputError::sentence("server", "there are too many guests at once");
        return Refusal::new(StatusCode::TOO_MANY_REQUESTS, error).into_response();
    };
    let socket = socket.max_message_size(LONGEST).max_frame_size(LONGEST).read_buffer_size(BUFFER);
    socket.on_upgrade(async move |socket| {
        let _place = place;
        let guest = Guest { id: server.rooms.next_guest(), socket, room };
        guest.stay(&server, &connected).await;
    })
}

/// Somebody at the other end.
struct Guest {
    id: GuestId,
    socket: WebSocket,
    room: mpsc::Sender<Message>,
}

impl Guest {
    /// Lets him in, and passes on what he says and what he is told, until one of the two ends.
    async fn stay(mut self, server: &Shared, connected: &Connected) {
        let (to, outbox) = Outbox::new();
        match self.join(server, connected, to).await {
            Ok(()) => {
                self.converse(outbox, connected).await;
                let _ = self.room.send(Message::Leave(self.id)).await;
            }
            Err(Some(refusal)) => {
                let _ = self.send(refusal.to_json().to_string().into()).await;
            }
            Err(None) => {}
        }
        let _ = timeout(Limits::PATIENCE, self.socket.send(Frame::Close(None))).await;
    }

    /// The first thing that he says is who he is. Nothing at all is nobody's mistake.
    async fn join(
        &mut self,
        server: &Shared,
        connected: &Connected,
        to: Outbox,
    ) -> Result<(), Option<Refusal>> {
        let first = tokio::select! {
            first = timeout(Limits::PATIENCE, self.socket.recv()) => first,
            () = connected.is_taken_over() => return Err(None),
        };
        let Ok(Some(Ok(Frame::Text(text)))) = first else {
            return Err(None);
        };
        let Joining { join } = parse(&text)?;
        if !server.guard.is_token(join.token.as_deref()) {
            let error =
                InputError::sentence("token", "this is not the token of this server's link");
            return Err(Some(Refusal::new(StatusCode::FORBIDDEN, error)));
        }
        server.guard.keep_socket(connected);
        let (reply, joined) = oneshot::channel();
        let message = Message::Join { guest: self.id, join, to, reply };
        self.room.send(message).await.map_err(|_| None)?;
        let joined = joined.await.map_err(|_| None)?;
        Ok(joined.map_err(Refusal::from)?)
    }

    async fn converse(&mut self, mut outbox: mpsc::Receiver<Parcel>, connected: &Connected) {
        let mut budget = Budget::new(Instant::now());
        let mut pulse = Pulse::new();
        loop {
            let goes_on = tokio::select! {
                // What has come is heard before anybody asks whether something has.
                biased;
                () = connected.is_taken_over() => false,
                frame = self.socket.recv() => {
                    pulse.is_heard();
                    match frame {
                        Some(Ok(Frame::Text(text))) => self.hear(&text, &mut budget).await,
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => true,
                        _ => false,
                    }
                }
                parcel = outbox.recv() => match parcel {
                    Some(parcel) => self.send(parcel.text.clone()).await,
                    None => false,
                },
                is_there = pulse.beat() => is_there && self.ping().await,
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Passes on what he says; false once there is nobody to hear it. Who says too much is heard later.
    async fn hear(&mut self, text: &str, budget: &mut Budget) -> bool {
        match parse::<Act>(text) {
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

    async fn send(&mut self, text: Utf8Bytes) -> bool {
        let sent = timeout(Limits::STALLED, self.socket.send(Frame::Text(text))).await;
        matches!(sent, Ok(Ok(())))
    }

    async fn ping(&mut self) -> bool {
        let ping = Frame::Ping(axum::body::Bytes::new());
        let sent = timeout(Limits::STALLED, self.socket.send(ping)).await;
        matches!(sent, Ok(Ok(())))
    }
}

/// Reads a message.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| malformed("message", &error).into())
}

/// What an act costs; a message that is none costs 1.
const ACT: u32 = 40;

/// How much a guest may say: so much a second, and a little at once.
struct Budget {
    left: f64,
    at: Instant,
}

impl Budget {
    const RATE: f64 = 1_000.0;
    const MOST: f64 = 3_000.0;

    fn new(now: Instant) -> Self {
        Self { left: Self::MOST, at: now }
    }

    /// Waits until there is so much to be spent.
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
