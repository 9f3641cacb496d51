//! Who keeps a room: he gives it one message after the other and the time, writes it down, and sends what it says.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use ludex_games::InputError;
use ludex_games::registry::Findings;
use ludex_search::StopFlag;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{block_in_place, spawn_blocking};
use tokio::time::{sleep_until, timeout};

use super::hall::Hall;
use super::job::Job;
use super::order::{Act, Join};
use super::room::{GuestId, Room};
use super::shelf::{KEPT_FOR, Shelf};
use crate::output;

/// What reaches a room.
pub(super) enum Message {
    /// Somebody comes, and is told whether he may stay.
    Join {
        guest: GuestId,
        join: Join,
        to: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<(), InputError>>,
    },
    /// Somebody does something.
    Do { guest: GuestId, act: Act },
    /// Somebody has gone.
    Leave(GuestId),
    /// The engine has found something.
    Found(Box<Job>, anyhow::Result<Findings>),
}

/// Messages that wait for a room; more wait with their senders.
pub(super) const WAITING: usize = 64;
/// Messages that wait for a guest; who lets more pile up is sent away.
pub(super) const OUTBOX: usize = 64;

/// The keeper of a room.
pub(super) struct Keeper {
    room: Room,
    hall: Arc<Hall>,
    guests: HashMap<GuestId, mpsc::Sender<Utf8Bytes>>,
    /// The searches under way, each with the state of the table that it is about.
    thinking: Vec<(u64, StopFlag)>,
    /// The way back to the room, for searches.
    inbox: mpsc::WeakSender<Message>,
    shelf: Option<Shelf>,
}

impl Keeper {
    pub(super) fn new(room: Room, hall: Arc<Hall>, inbox: mpsc::WeakSender<Message>) -> Self {
        Self {
            shelf: hall.shelf.clone(),
            room,
            hall,
            guests: HashMap::new(),
            thinking: Vec::new(),
            inbox,
        }
    }

    /// Keeps the room until nobody has been there for long, or the hall gives it up.
    pub(super) async fn keep(mut self, mut messages: mpsc::Receiver<Message>) {
        self.act().await;
        loop {
            let deadline = self.room.deadline();
            let waited = async {
                match deadline {
                    Some(deadline) => sleep_until(deadline.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = timeout(KEPT_FOR, messages.recv()) => match message {
                    Ok(Some(message)) => self.hear(message),
                    Ok(None) => break,
                    Err(_) if self.room.is_empty() => {
                        self.hall.drop_room(&self.room.id);
                        break;
                    }
                    Err(_) => {}
                },
                () = waited => block_in_place(|| self.room.tick(Instant::now())),
            }
            self.act().await;
        }
        self.stop_thinking(None);
    }

    fn hear(&mut self, message: Message) {
        let now = Instant::now();
        let room = &mut self.room;
        match message {
            Message::Join {
                guest,
                join,
                to,
                reply,
            } => {
                let name = join.name.as_deref();
                let joined = block_in_place(|| room.join(guest, &join.key, name, now));
                if joined.is_ok() {
                    self.guests.insert(guest, to);
                }
                // Whoever has gone meanwhile says so.
                let _ = reply.send(joined);
            }
            Message::Do { guest, act } => {
                if let Some(answer) = block_in_place(|| room.obey(guest, &act, now)) {
                    self.send(guest, answer.to_string());
                }
            }
            Message::Leave(guest) => {
                self.guests.remove(&guest);
                room.leave(guest);
            }
            Message::Found(job, found) => block_in_place(|| room.answer(&job, found, now)),
        }
    }

    /// Does what is to be done now. What is told is kept before.
    async fn act(&mut self) {
        loop {
            let effects = block_in_place(|| self.room.effects(Instant::now()));
            if let Some(text) = effects.keep {
                self.write(text).await;
            }
            let n_guests = self.guests.len();
            for (guest, text) in effects.messages {
                self.send(guest, text);
            }
            self.stop_thinking(Some(self.room.stamp()));
            for job in effects.jobs {
                self.think(job);
            }
            // The others see that somebody was sent away.
            if self.guests.len() == n_guests {
                self.hall.note(&self.room);
                return;
            }
        }
    }

    /// Writes the room down. What cannot be kept is played all the same.
    async fn write(&mut self, text: String) {
        let Some(shelf) = self.shelf.clone() else {
            return;
        };
        let id = self.room.id.clone();
        let written = spawn_blocking(move || shelf.write(&id, &text)).await;
        if let Ok(Err(error)) = written {
            output::remark(&format!("a room is not kept: {error:#}"));
            self.shelf = None;
        }
    }

    /// Sends a message, if the guest takes it: nobody is waited for.
    fn send(&mut self, guest: GuestId, text: String) {
        let Some(to) = self.guests.get(&guest) else {
            return;
        };
        if to.try_send(text.into()).is_err() {
            self.guests.remove(&guest);
            self.room.leave(guest);
        }
    }

    /// Lets the engine think, when its turn has come among all that think.
    fn think(&mut self, job: Job) {
        let stop = StopFlag::default();
        self.thinking.push((job.stamp, stop.clone()));
        let (hall, inbox) = (Arc::clone(&self.hall), self.inbox.clone());
        tokio::spawn(async move {
            let found = hall.think(job.clone(), stop).await;
            if let Some(inbox) = inbox.upgrade() {
                let _ = inbox.send(Message::Found(Box::new(job), found)).await;
            }
        });
    }

    /// Ends the searches about other states of the table than this one.
    fn stop_thinking(&mut self, of_use: Option<u64>) {
        self.thinking.retain(|(stamp, stop)| {
            let is_of_use = Some(*stamp) == of_use;
            if !is_of_use {
                stop.stop();
            }
            is_of_use
        });
    }
}
