//! Messages to a room, and the outgoing queue of a guest.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use ludex_kit::registry::Findings;
use ludex_kit::{InputError, Language};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::job::Job;
use super::request::{Action, JoinRequest};
use super::room::GuestId;

/// A message to a room.
pub(super) enum Message {
    /// A guest joins. The reply says whether the guest may stay.
    Join {
        guest: GuestId,
        join: JoinRequest,
        to: Outbox,
        reply: oneshot::Sender<Result<(), InputError>>,
        language: Language,
    },
    /// A guest acts.
    Do { guest: GuestId, act: Action },
    /// A guest has left.
    Leave(GuestId),
    /// Memory is short: the room goes to sleep now if it has no guests.
    Sleep,
    /// A search has finished.
    Found(Box<Job>, anyhow::Result<Findings>),
}

/// Capacity of a room's inbox; senders wait when it is full.
pub(super) const INBOX: usize = 64;
/// Capacity of a guest's outbox; a guest whose outbox overflows is disconnected.
const OUTBOX: usize = 64;

/// Maximum bytes in a guest's outbox. A longer message is queued alone.
const OUTBOX_BYTES: usize = 512 << 10;

/// The outgoing queue of a guest, limited in messages and bytes.
pub(super) struct Outbox {
    to: mpsc::Sender<QueuedMessage>,
    room: Arc<Semaphore>,
}

/// A queued message, with its share of the outbox.
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

    /// Queues a message, if there is space.
    pub(super) fn send(&self, text: Utf8Bytes) -> Option<()> {
        let n_bytes = text.len().min(OUTBOX_BYTES) as u32;
        let room = Arc::clone(&self.room).try_acquire_many_owned(n_bytes).ok()?;
        self.to.try_send(QueuedMessage { text, _room: room }).ok()
    }
}
