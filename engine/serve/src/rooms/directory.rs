//! Creates rooms, and finds or wakes them for guests.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use axum::http::StatusCode;
use ludex_kit::{InputError, say};
use serde_json::Value;
use tokio::sync::mpsc;

use super::actor::RoomActor;
use super::entry::{Entry, EntryState};
use super::message::{INBOX, Message};
use super::registry::RoomRegistry;
use super::request::RoomRequest;
use super::room::{GuestId, Room, SavedRoom};
use super::store::ROOM_LIFETIME;
use crate::client::Client;
use crate::cost::Cost;
use crate::limits::Limits;
use crate::refusal::Refusal;

/// All rooms of a server.
#[derive(Clone)]
pub struct Rooms(pub(super) Arc<RoomRegistry>);

/// The number of rooms by state, and their size in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomCount {
    pub(crate) awake: usize,
    pub(crate) asleep: usize,
    pub(crate) n_bytes: usize,
    pub(crate) n_file_bytes: usize,
}

impl std::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rooms").finish_non_exhaustive()
    }
}

impl Rooms {
    /// Opens the rooms, with an optional folder to save them in; at most `threads` searches run at once.
    /// Unreadable files are reported and left unchanged.
    pub fn open(folder: Option<&Path>, threads: usize) -> anyhow::Result<Self> {
        Ok(Self(Arc::new(RoomRegistry::open(folder, threads)?)))
    }

    /// Creates a room and returns the secrets of its seats. The room sleeps until a guest joins.
    pub(super) fn create(&self, order: &RoomRequest, client: Client) -> Result<Value, Refusal> {
        let room = Room::new(order)?;
        let (id, secrets, status) = (room.id.clone(), room.secrets(), room.status());
        let text = room.to_saved(Instant::now());
        drop(room);
        let mut rooms = self.0.rooms();
        self.0.make_space(&mut rooms, Some(client), text.len())?;
        self.0.check_memory(&rooms, text.len())?;
        let asleep = EntryState::Asleep(Some(text.clone()));
        rooms.insert(id.clone(), Entry::new(Some(client), status, asleep));
        drop(rooms);
        if let Err(error) = self.0.save(&id, &text) {
            tracing::error!(cause = format!("{error:#}"), "a room cannot be saved");
        }
        Ok(secrets)
    }

    /// The inbox of a room, if it is awake.
    pub(super) fn awake(&self, id: &str) -> Option<mpsc::Sender<Message>> {
        awake(&mut self.0.rooms(), id)
    }

    /// The inbox of a room. A sleeping room is loaded, and then uses this client's permits.
    pub(super) fn find_or_wake(
        &self,
        id: &str,
        client: Client,
    ) -> Result<mpsc::Sender<Message>, Refusal> {
        let Some(room) = self.load(id) else {
            let is_asleep = |entry: &mut Entry| matches!(entry.state, EntryState::Asleep(_));
            let mut rooms = self.0.rooms();
            if rooms.get_mut(id).is_some_and(is_asleep) {
                rooms.remove(id);
            }
            let problem = say!("is not a room of this server; it may have been removed");
            let error = InputError::problem("room", id, problem);
            return Err(Refusal::new(StatusCode::NOT_FOUND, error));
        };
        let mut rooms = self.0.rooms();
        // Another guest may have woken the room meanwhile.
        match awake(&mut rooms, id) {
            Some(to) => Ok(to),
            None => self.wake(&mut rooms, room, client),
        }
    }

    /// Deletes rooms that have slept for longer than [`ROOM_LIFETIME`].
    pub(crate) fn drop_expired(&self, now: Instant) {
        let mut rooms = self.0.rooms();
        let is_old = |(_, entry): &(&String, &Entry)| {
            let since = entry.empty_since.unwrap_or(now);
            now.duration_since(since) >= ROOM_LIFETIME
                && matches!(entry.state, EntryState::Asleep(_))
        };
        let old: Vec<String> = rooms.iter().filter(is_old).map(|(id, _)| id.clone()).collect();
        for id in old {
            self.0.remove(&mut rooms, &id);
        }
    }

    /// The cost of loading a room, or of finding that it does not exist.
    pub(crate) fn lookup_cost(&self, id: &str) -> Cost {
        match self.0.rooms().get(id) {
            Some(entry) if entry.n_file_bytes.max(entry.state.n_bytes()) <= Limits::SMALL => {
                Cost::Short
            }
            _ => Cost::Large,
        }
    }

    /// Whether a room exists in memory or in a readable file.
    pub(super) fn exists(&self, id: &str) -> bool {
        let is_open = self.0.rooms().contains_key(id);
        let store = self.0.store.as_ref().filter(|_| !is_open);
        is_open || store.is_some_and(|store| store.room(id).is_some())
    }

    /// A number that no other guest has.
    pub(super) fn next_guest_id(&self) -> GuestId {
        self.0.next_number()
    }

    /// The numbers of searches that run, and of searches that wait for a permit.
    pub(crate) fn count_searches(&self) -> (usize, usize) {
        self.0.count_searches()
    }

    /// The number of rooms and their size.
    pub(crate) fn count(&self) -> RoomCount {
        let rooms = self.0.rooms();
        let is_awake = |entry: &&Entry| matches!(entry.state, EntryState::Awake(_));
        let awake = rooms.values().filter(is_awake).count();
        RoomCount {
            awake,
            asleep: rooms.len() - awake,
            n_bytes: rooms.values().map(|entry| entry.n_bytes).sum(),
            n_file_bytes: rooms.values().map(|entry| entry.n_file_bytes).sum(),
        }
    }

    /// Stops all searches.
    pub(crate) fn stop_searches(&self) {
        self.0.stop_searches();
    }

    /// Loads a sleeping room from its text or its file.
    fn load(&self, id: &str) -> Option<Room> {
        let text = match self.0.rooms().get(id).map(|entry| &entry.state) {
            Some(EntryState::Asleep(Some(text))) => Some(text.clone()),
            _ => None,
        };
        match text {
            Some(text) => Room::from_saved(SavedRoom::read(text.as_bytes()).ok()?).ok(),
            None => self.0.store.as_ref()?.room(id),
        }
    }

    /// Starts the actor of a room, if there is enough memory.
    fn wake(
        &self,
        rooms: &mut HashMap<String, Entry>,
        room: Room,
        client: Client,
    ) -> Result<mpsc::Sender<Message>, Refusal> {
        let (id, status, n_bytes) = (room.id.clone(), room.status(), room.n_bytes());
        if !rooms.contains_key(&id) {
            self.0.make_space(rooms, None, 0)?;
        }
        self.0.check_memory(rooms, n_bytes)?;
        let (to, messages) = mpsc::channel(INBOX);
        let actor = RoomActor::new(room, Arc::clone(&self.0), to.downgrade(), client);
        tokio::spawn(actor.run(messages));
        let entry =
            rooms.entry(id).or_insert_with(|| Entry::new(None, status, EntryState::Asleep(None)));
        entry.state = EntryState::Awake(to.clone());
        entry.n_bytes = n_bytes;
        entry.expect_guest();
        Ok(to)
    }
}

/// The inbox of an awake room that a guest is about to join.
fn awake(rooms: &mut HashMap<String, Entry>, id: &str) -> Option<mpsc::Sender<Message>> {
    let entry = rooms.get_mut(id)?;
    let EntryState::Awake(to) = &entry.state else {
        return None;
    };
    let to = to.clone();
    entry.expect_guest();
    Some(to)
}
