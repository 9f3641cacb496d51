//! Who keeps a room: he gives it one message after the other and the time, writes it down, and sends what it says.

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
use ludex_base::output;

/// A room without guests sleeps after this time: a guest who loads a page anew comes back at once.
const SLEEP_DELAY: Duration = Duration::from_secs(10);

/// The keeper of a room.
pub(super) struct RoomActor {
    room: Room,
    registry: Arc<RoomRegistry>,
    guests: HashMap<GuestId, Outbox>,
    /// The searches, each with the state of the table that it is about.
    searches: Vec<RunningSearch>,
    /// The way back to the room, for searches.
    inbox: mpsc::WeakSender<Message>,
    /// Who woke the room: what happens here takes a turn of his.
    client: Client,
    /// Whether a file keeps the room.
    is_kept: bool,
}

/// A search under way, or one that waits for its turn until this is dropped.
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

    /// Keeps the room until no guest has been there for a while, or the hall gives it up.
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
            // Where much happens in many rooms, those who woke them take turns.
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

    /// Lays the room aside, unless a guest is about to come.
    fn sleep(&self, messages: &mpsc::Receiver<Message>) -> bool {
        // What no file keeps is kept in memory.
        let is_kept = self.is_kept;
        let text = (!is_kept).then(|| block_in_place(|| self.room.kept(Instant::now())));
        let is_alone = || messages.sender_strong_count() <= 1 && messages.is_empty();
        self.registry.put_to_sleep(&self.room.id, text, is_alone)
    }

    fn handle(&mut self, message: Message) {
        let now = Instant::now();
        let room = &mut self.room;
        match message {
            Message::JoinRequest { guest, join, to, reply } => {
                let name = join.name.as_deref();
                let joined = block_in_place(|| room.join(guest, &join.key, name, now));
                if joined.is_ok() {
                    self.guests.insert(guest, to);
                }
                // Whoever has gone meanwhile says so.
                let _ = reply.send(joined);
            }
            Message::Do { guest, .. } if self.registry.is_full() && !is_small(room.n_bytes()) => {
                let refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, no_memory());
                self.send(guest, refusal.to_json().to_string().into());
            }
            Message::Do { guest, act } => {
                if let Some(answer) = block_in_place(|| room.handle_action(guest, &act, now)) {
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

    /// Does what is to be done now. What is told is kept before.
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
            // The others see that somebody was sent away.
            if self.guests.len() == n_guests {
                self.registry.update_entry(&self.room);
                return;
            }
        }
    }

    /// Writes the room down. What cannot be kept is played all the same.
    async fn save(&mut self, text: String) {
        if !self.is_kept {
            return;
        }
        let (registry, id) = (Arc::clone(&self.registry), self.room.id.clone());
        let written = spawn_blocking(move || registry.save(&id, &text)).await;
        if let Ok(Err(error)) = written {
            output::remark(&format!("a room cannot be saved: {error:#}"));
            self.is_kept = false;
        }
    }

    /// Sends a message, if the guest takes it: nobody is waited for.
    fn send(&mut self, guest: GuestId, text: Utf8Bytes) {
        let Some(to) = self.guests.get(&guest) else {
            return;
        };
        if to.send(text).is_none() {
            self.guests.remove(&guest);
            self.room.leave(guest);
        }
    }

    /// Lets the engine think, when its turn has come among all that think.
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

    /// Ends the searches about other states of the table than this one.
    fn stop_searches(&mut self, of_use: Option<u64>) {
        self.searches.retain(|search| {
            let is_of_use = Some(search.stamp) == of_use;
            if !is_of_use {
                search.stop.stop();
            }
            is_of_use
        });
    }
}
