//! The actor of a room: one task that owns the room and handles its messages and deadlines one after the other. It saves the room and sends
//! its messages to the guests. Since only this task changes the room, the room needs no locks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use axum::http::StatusCode;
use ludex_search::StopFlag;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{block_in_place, spawn_blocking};
use tokio::time::{sleep_until, timeout};

use super::job::Job;
use super::message::{Message, Outbox};
use super::registry::{RoomRegistry, is_small, no_memory};
use super::room::{GuestId, Room};
use super::store::ROOM_LIFETIME;
use crate::client::Client;
use crate::refusal::Refusal;

/// A room without guests falls asleep after this time. A guest who reloads the page returns sooner and finds it
/// awake.
const SLEEP_DELAY: Duration = Duration::from_secs(10);

/// The task that owns a room.
pub(super) struct RoomActor {
    room: Room,
    registry: Arc<RoomRegistry>,
    guests: HashMap<GuestId, Outbox>,
    /// Running searches.
    searches: Vec<RunningSearch>,
    /// The room's own inbox, for the results of searches. The sender is weak, so that it does not keep the room awake.
    inbox: mpsc::WeakSender<Message>,
    /// The client that woke the room. All work of the room uses this client's permits.
    client: Client,
    /// Whether the room is saved to a file.
    is_kept: bool,
}

/// A running search, or one that waits for a permit; dropping this cancels the wait.
struct RunningSearch {
    stamp: u64,
    stop: StopFlag,
    _cancel_on_drop: oneshot::Sender<()>,
}

impl RoomActor {
    pub(super) fn new(
        room: Room,
        registry: Arc<RoomRegistry>,
        inbox: mpsc::WeakSender<Message>,
        client: Client,
    ) -> Self {
        Self {
            is_kept: registry.saves_rooms(),
            room,
            registry,
            guests: HashMap::new(),
            searches: Vec::new(),
            inbox,
            client,
        }
    }

    /// Runs the room until it falls asleep or expires.
    pub(super) async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        let event_permits = Arc::clone(&self.registry.event_permits);
        let turn = event_permits.acquire(self.client).await;
        self.apply_effects().await;
        drop(turn);
        loop {
            let deadline = self.room.deadline();
            let waited = async {
                match deadline {
                    Some(deadline) => sleep_until(deadline.into()).await,
                    None => std::future::pending().await,
                }
            };
            let patience = if self.room.can_sleep() { SLEEP_DELAY } else { ROOM_LIFETIME };
            let message = tokio::select! {
                message = timeout(patience, messages.recv()) => Some(message),
                () = waited => None,
            };
            // If many rooms are busy, the clients that woke them take turns.
            let _turn = event_permits.acquire(self.client).await;
            match message {
                Some(Ok(Some(Message::Sleep)) | Err(_)) if self.room.can_sleep() => {
                    if self.sleep(&messages) {
                        break;
                    }
                }
                Some(Ok(Some(message))) => self.handle(message),
                Some(Ok(None)) => break,
                Some(Err(_)) if self.room.is_empty() => {
                    self.registry.drop_room(&self.room.id);
                    break;
                }
                Some(Err(_)) => {}
                None => block_in_place(|| self.room.tick(Instant::now())),
            }
            self.apply_effects().await;
        }
        self.stop_searches(None);
    }

    /// Puts the room to sleep, unless a guest is about to join.
    fn sleep(&self, messages: &mpsc::Receiver<Message>) -> bool {
        // A room without a file is kept in memory as text.
        let is_kept = self.is_kept;
        let text = (!is_kept).then(|| block_in_place(|| self.room.to_saved(Instant::now())));
        let is_alone = || messages.sender_strong_count() <= 1 && messages.is_empty();
        self.registry.put_to_sleep(&self.room.id, text, is_alone)
    }

    fn handle(&mut self, message: Message) {
        let now = Instant::now();
        let room = &mut self.room;
        match message {
            Message::Join { guest, join, to, reply, language } => {
                let name = join.name.as_deref();
                let join = || room.join(guest, &join.key, name, now);
                let joined = block_in_place(|| language.scope(join));
                if joined.is_ok() {
                    self.guests.insert(guest, to);
                }
                // An error is ignored: if the guest has disconnected meanwhile, a leave message follows.
                let _ = reply.send(joined);
            }
            Message::Do { guest, .. } if self.registry.is_full() && !is_small(room.n_bytes()) => {
                let error = room.language_of(guest).scope(no_memory);
                let refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error);
                self.send(guest, refusal.to_json().to_string().into());
            }
            Message::Do { guest, act } => {
                let language = room.language_of(guest);
                let act = || room.handle_action(guest, &act, now);
                if let Some(answer) = block_in_place(|| language.scope(act)) {
                    self.send(guest, answer.to_string().into());
                }
            }
            Message::Leave(guest) => {
                self.guests.remove(&guest);
                room.leave(guest);
            }
            Message::Sleep => {}
            Message::Found(job, found) => block_in_place(|| room.apply_findings(&job, found, now)),
        }
    }

    /// Carries out all pending effects. The room is saved before anything is sent, so guests never see a state
    /// that a crash could lose.
    async fn apply_effects(&mut self) {
        loop {
            let effects = block_in_place(|| self.room.effects(Instant::now()));
            if let Some(text) = effects.keep {
                self.save(text).await;
            }
            let n_guests = self.guests.len();
            for (guest, text) in effects.messages {
                self.send(guest, text);
            }
            self.stop_searches(Some(self.room.stamp()));
            for job in effects.jobs {
                self.start_search(job);
            }
            // If a slow guest was dropped, the other guests must be informed as well.
            if self.guests.len() == n_guests {
                self.registry.update_entry(&self.room);
                return;
            }
        }
    }

    /// Saves the room. If saving fails, the game continues unsaved.
    async fn save(&mut self, text: String) {
        if !self.is_kept {
            return;
        }
        let (registry, id) = (Arc::clone(&self.registry), self.room.id.clone());
        let written = spawn_blocking(move || registry.save(&id, &text)).await;
        if let Ok(Err(error)) = written {
            tracing::error!(cause = format!("{error:#}"), "a room cannot be saved");
            self.is_kept = false;
        }
    }

    /// Sends a message to a guest. A guest whose queue is full is dropped: the room never waits for a slow guest.
    fn send(&mut self, guest: GuestId, text: Utf8Bytes) {
        let Some(to) = self.guests.get(&guest) else {
            return;
        };
        if to.send(text).is_none() {
            self.guests.remove(&guest);
            self.room.leave(guest);
        }
    }

    /// Starts a search. It waits for a permit among the searches of all rooms.
    fn start_search(&mut self, job: Job) {
        let stop = StopFlag::default();
        let (cancel, cancelled) = oneshot::channel();
        self.searches.push(RunningSearch {
            stamp: job.stamp,
            stop: stop.clone(),
            _cancel_on_drop: cancel,
        });
        let (registry, inbox) = (Arc::clone(&self.registry), self.inbox.clone());
        let client = self.client;
        tokio::spawn(async move {
            let found = registry.run_search(job.clone(), client, stop, cancelled).await;
            if let Some(inbox) = inbox.upgrade() {
                let _ = inbox.send(Message::Found(Box::new(job), found)).await;
            }
        });
    }

    /// Stops all searches except those for this state of the table.
    fn stop_searches(&mut self, stamp: Option<u64>) {
        self.searches.retain(|search| {
            let is_current = Some(search.stamp) == stamp;
            if !is_current {
                search.stop.stop();
            }
            is_current
        });
    }
}
