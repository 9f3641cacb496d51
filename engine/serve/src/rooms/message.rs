//! What reaches a room, and the way back to a guest.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use ludex_kit::InputError;
use ludex_kit::registry::Findings;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::job::Job;
use super::request::{Action, JoinRequest};
use super::room::GuestId;

/// What reaches a room.
pub(super) enum Message {
    /// Somebody comes, and is told whether he may stay.
    JoinRequest {
        guest: GuestId,
        join: JoinRequest,
        to: Outbox,
        reply: oneshot::Sender<Result<(), InputError>>,
    },
    /// Somebody does something.
    Do { guest: GuestId, act: Action },
    /// Somebody has gone.
    Leave(GuestId),
    /// Memory is short: the room sleeps now, if it can.
    Sleep,
    /// The engine has found something.
    Found(Box<Job>, anyhow::Result<Findings>),
}

/// Messages that wait for a room; more wait with their senders.
pub(super) const INBOX: usize = 64;
/// Messages that wait for a guest; who lets more pile up is sent away.
const OUTBOX: usize = 64;

/// The most bytes that wait for a guest. A longer message waits alone.
const OUTBOX_BYTES: usize = 512 << 10;

/// The way to a guest: a limited number of messages and bytes waits there.
pub(super) struct Outbox {
    to: mpsc::Sender<QueuedMessage>,
    room: Arc<Semaphore>,
}

/// A message on its way, with its share of the outbox.
pub(super) struct QueuedMessage {
    pub(super) text: Utf8Bytes,
    _room: OwnedSemaphorePermit,
}

impl Outbox {
    pub(super) fn new() -> (Self, mpsc::Receiver<QueuedMessage>) {
        let (to, parcels) = mpsc::channel(OUTBOX);
        let room = Arc::new(Semaphore::new(OUTBOX_BYTES));
        (Self { to, room }, parcels)
    }

    /// Sends a message, if it finds room.
    pub(super) fn send(&self, text: Utf8Bytes) -> Option<()> {
        let n_bytes = text.len().min(OUTBOX_BYTES) as u32;
        let room = Arc::clone(&self.room).try_acquire_many_owned(n_bytes).ok()?;
        self.to.try_send(QueuedMessage { text, _room: room }).ok()
    }
}
