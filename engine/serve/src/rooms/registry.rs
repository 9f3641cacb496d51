//! The shared state of all rooms: the list of rooms, limits on memory and files, and permits for guests and searches.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use ludex_kit::registry::Findings;
use ludex_kit::{InputError, say};
use ludex_search::StopFlag;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::entry::{Entry, EntryState, droppable, first_to_drop};
use super::job::Job;
use super::message::Message;
use super::room::Room;
use super::store::{RoomStore, StoredRoom};
use crate::client::Client;
use crate::fair_semaphore::FairSemaphore;
use crate::limits::Limits;
use crate::quota::Quota;
use crate::refusal::Refusal;

/// Maximum number of rooms if they are not saved to files.
pub(crate) const MOST_ROOMS: usize = 1_000;
/// Maximum number of rooms if they are saved to files.
pub(crate) const MOST_SAVED: usize = 5_000;
/// One client may have created at most one in `SHARES` of these rooms.
pub(crate) const SHARES: usize = 5;
/// Maximum number of awake rooms. It is larger than the number of connections, so rooms with guests can never reach it.
const MOST_AWAKE: usize = 1_000;
/// Maximum number of guests in all rooms.
pub(crate) const MOST_SOCKETS: usize = 1_000;
/// Maximum number of guests from one client.
pub(crate) const MOST_SOCKETS_EACH: usize = 256;

/// The state that all rooms share.
pub(super) struct RoomRegistry {
    pub(super) store: Option<RoomStore>,
    /// All rooms, including those that exist only as files.
    rooms: Mutex<HashMap<String, Entry>>,
    /// Maximum number of rooms.
    most: usize,
    /// Maximum bytes of all files.
    most_file_bytes: usize,
    next_number: AtomicU64,
    /// Quota for guests.
    pub(super) sockets: Arc<Quota>,
    /// Permits for searches.
    searches: Arc<FairSemaphore>,
    /// Permits for handling messages and deadlines.
    pub(super) event_permits: Arc<FairSemaphore>,
    /// Approximate memory of awake rooms and of the texts of sleeping ones, in bytes.
    n_bytes: AtomicUsize,
    /// Bytes of all files.
    n_file_bytes: AtomicUsize,
    /// The stop flags of running searches, by number.
    stops: Mutex<HashMap<u64, StopFlag>>,
}

impl RoomRegistry {
    /// Opens the rooms, with an optional folder to save them in; at most `threads` searches run at once.
    /// Unreadable files are reported and left unchanged.
    pub(super) fn open(folder: Option<&Path>, threads: usize) -> anyhow::Result<Self> {
        let store = folder.map(RoomStore::open).transpose()?;
        let mut rooms = HashMap::new();
        if let Some(store) = &store {
            let (kept, errors) = store.rooms()?;
            for error in errors {
                tracing::error!(cause = error.to_string(), "a room cannot be loaded");
            }
            rooms.extend(kept.into_iter().map(|room| (room.id.clone(), entry(&room))));
        }
        let most = store.as_ref().map_or(MOST_ROOMS, |_| MOST_SAVED);
        let registry = Self {
            store,
            rooms: Mutex::new(rooms),
            most,
            most_file_bytes: Limits::ROOM_FILES,
            next_number: AtomicU64::new(1),
            sockets: Quota::new(MOST_SOCKETS_EACH, MOST_SOCKETS),
            searches: FairSemaphore::new(threads.max(1)),
            event_permits: FairSemaphore::new(Limits::SHORT_AT_ONCE),
            n_bytes: AtomicUsize::new(0),
            n_file_bytes: AtomicUsize::new(0),
            stops: Mutex::default(),
        };
        registry.drop_surplus();
        Ok(registry)
    }

    pub(super) fn rooms(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops all searches.
    pub(super) fn stop_searches(&self) {
        self.searches.close();
        self.stops().values().for_each(StopFlag::stop);
    }

    fn stops(&self) -> MutexGuard<'_, HashMap<u64, StopFlag>> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The numbers of searches that run, and of searches that wait for a permit.
    pub(super) fn count_searches(&self) -> (usize, usize) {
        self.searches.count()
    }

    pub(super) fn next_number(&self) -> u64 {
        self.next_number.fetch_add(1, Ordering::Relaxed)
    }

    /// An error if there is not enough memory for another room of `more` bytes. In that case, rooms without guests are also asked to sleep.
    pub(super) fn check_memory(
        &self,
        rooms: &HashMap<String, Entry>,
        more: usize,
    ) -> Result<(), Refusal> {
        let is_awake = |entry: &&Entry| matches!(entry.state, EntryState::Awake(_));
        let n_awake = rooms.values().filter(is_awake).count();
        if n_awake < MOST_AWAKE && has_memory(self.count_bytes(rooms), more) {
            return Ok(());
        }
        for entry in rooms.values().filter(|entry| entry.empty_since.is_some()) {
            if let EntryState::Awake(to) = &entry.state {
                // A room whose inbox is full is busy, so it stays awake.
                let _ = to.try_send(Message::Sleep);
            }
        }
        Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, no_memory()))
    }

    /// The memory of all rooms, in bytes.
    fn count_bytes(&self, rooms: &HashMap<String, Entry>) -> usize {
        let n_bytes = rooms.values().map(|entry| entry.n_bytes).sum();
        self.n_bytes.store(n_bytes, Ordering::Relaxed);
        n_bytes
    }

    /// The bytes of the files of all rooms.
    fn count_file_bytes(&self, rooms: &HashMap<String, Entry>) -> usize {
        let n_file_bytes = rooms.values().map(|entry| entry.n_file_bytes).sum();
        self.n_file_bytes.store(n_file_bytes, Ordering::Relaxed);
        n_file_bytes
    }

    /// Whether memory or file space is used up. If so, games in large rooms pause until some is free.
    pub(super) fn is_full(&self) -> bool {
        self.n_bytes.load(Ordering::Relaxed) >= Limits::ROOM_MEMORY
            || self.n_file_bytes.load(Ordering::Relaxed) >= self.most_file_bytes
    }

    /// Saves a room to its file, if there is a folder. If that fails, the room stays in memory.
    pub(super) fn save(&self, id: &str, text: &str) -> anyhow::Result<()> {
        let Some(store) = &self.store else {
            return Ok(());
        };
        store.write(id, text)?;
        let mut rooms = self.rooms();
        let Some(entry) = rooms.get_mut(id) else {
            // The room was dropped while its file was being written.
            store.remove(id);
            return Ok(());
        };
        entry.n_file_bytes = text.len();
        if let EntryState::Asleep(text) = &mut entry.state {
            (*text, entry.n_bytes) = (None, 0);
        }
        // If no other room may be dropped, `is_full` stops this room from growing.
        let _ = self.free_file_space(&mut rooms, 0);
        Ok(())
    }

    /// Whether rooms are saved to files.
    pub(super) fn saves_rooms(&self) -> bool {
        self.store.is_some()
    }

    /// Puts a room to sleep if `is_alone` is true: from now on the room exists only as its file or as `text`. Returns false if the room
    /// stays awake because a guest is about to join.
    pub(super) fn put_to_sleep(
        &self,
        id: &str,
        text: Option<String>,
        is_alone: impl FnOnce() -> bool,
    ) -> bool {
        let mut rooms = self.rooms();
        let Some(entry) = rooms.get_mut(id) else {
            return true;
        };
        let sleeps = is_alone();
        if sleeps {
            entry.state = EntryState::Asleep(text);
            entry.n_bytes = entry.state.n_bytes();
            self.count_bytes(&rooms);
        }
        sleeps
    }

    /// Drops rooms until there is space for another room of this client, with a file of `n_bytes`.
    pub(super) fn make_space(
        &self,
        rooms: &mut HashMap<String, Entry>,
        client: Option<Client>,
        n_bytes: usize,
    ) -> Result<(), Refusal> {
        let of_client = |entry: &&Entry| entry.client == client;
        if client.is_some() && rooms.values().filter(of_client).count() >= self.most / SHARES {
            self.drop_one_room(rooms, client)?;
        }
        if rooms.len() >= self.most {
            self.drop_one_room(rooms, None)?;
        }
        self.free_file_space(rooms, n_bytes)
    }

    /// Drops rooms until there is space for another `n_bytes` in the folder.
    fn free_file_space(
        &self,
        rooms: &mut HashMap<String, Entry>,
        n_bytes: usize,
    ) -> Result<(), Refusal> {
        while self.count_file_bytes(rooms) + n_bytes > self.most_file_bytes {
            self.drop_one_room(rooms, None)?;
        }
        Ok(())
    }

    /// Drops the room that is first in the order of dropping, with its file. Considers the rooms of one client, or of all clients.
    fn drop_one_room(
        &self,
        rooms: &mut HashMap<String, Entry>,
        client: Option<Client>,
    ) -> Result<(), Refusal> {
        if let Some(id) = first_to_drop(rooms, client, Instant::now()) {
            self.remove(rooms, &id);
            return Ok(());
        }
        let (status, sentence) = match client {
            Some(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                say!(
                    "your address has reached its limit of rooms, and none of them can be removed now: each has a guest or a game in \
                     progress, or was used in the last minute"
                ),
            ),
            None => (
                StatusCode::SERVICE_UNAVAILABLE,
                say!(
                    "the server has reached its limit of rooms, and none of them can be removed now: each has a guest or a game in \
                     progress, or was used in the last minute"
                ),
            ),
        };
        let error = InputError::sentence("rooms", sentence);
        let error = error.with_hint(say!("leave a room, or try again in an hour"));
        Err(Refusal::new(status, error))
    }

    /// Drops all rooms beyond the limits at once.
    fn drop_surplus(&self) {
        let mut rooms = self.rooms();
        let mut n_rooms = rooms.len();
        let mut n_file_bytes = self.count_file_bytes(&rooms);
        if n_rooms <= self.most && n_file_bytes <= self.most_file_bytes {
            return;
        }
        let mut may_go: Vec<_> = droppable(&rooms, None, Instant::now()).collect();
        may_go.sort_unstable();
        let ids: Vec<String> = may_go.into_iter().map(|(_, id)| id.clone()).collect();
        for id in ids {
            if n_rooms <= self.most && n_file_bytes <= self.most_file_bytes {
                break;
            }
            n_rooms -= 1;
            n_file_bytes -= rooms[&id].n_file_bytes;
            self.remove(&mut rooms, &id);
        }
        self.count_file_bytes(&rooms);
    }

    pub(super) fn remove(&self, rooms: &mut HashMap<String, Entry>, id: &str) {
        rooms.remove(id);
        if let Some(store) = &self.store {
            store.remove(id);
        }
    }

    /// Drops a room with its file.
    pub(super) fn drop_room(&self, id: &str) {
        self.remove(&mut self.rooms(), id);
    }

    /// Updates the registry entry of a room: its guests, status and size.
    pub(super) fn update_entry(&self, room: &Room) {
        let mut rooms = self.rooms();
        if let Some(entry) = rooms.get_mut(&room.id) {
            let since = entry.empty_since.take();
            entry.is_visited |= !room.is_empty();
            entry.empty_since = room.is_empty().then(|| since.unwrap_or_else(Instant::now));
            entry.status = room.status();
            entry.n_bytes = room.n_bytes();
        }
        self.count_bytes(&rooms);
    }

    /// Runs a search on a blocking thread, once its client has a permit. An error if the search is cancelled before it starts.
    pub(super) async fn run_search(
        &self,
        job: Job,
        client: Client,
        stop: StopFlag,
        cancelled: oneshot::Receiver<()>,
    ) -> anyhow::Result<Findings> {
        let turn = tokio::select! {
            turn = self.searches.acquire(client) => turn,
            _ = cancelled => None,
        };
        let turn = turn.ok_or_else(|| {
            anyhow::anyhow!(say!("the search was cancelled: the position has changed"))
        })?;
        let number = self.next_number();
        self.stops().insert(number, stop.clone());
        let found = spawn_blocking(move || {
            let _turn = turn;
            job.search(&stop)
        });
        let found = found.await;
        self.stops().remove(&number);
        found?
    }
}

/// The registry entry of a room in the folder.
fn entry(room: &StoredRoom) -> Entry {
    let now = Instant::now();
    Entry {
        n_file_bytes: room.n_bytes,
        empty_since: Some(now.checked_sub(room.age).unwrap_or(now)),
        ..Entry::new(None, room.status, EntryState::Asleep(None))
    }
}

/// Whether a room needs at most the memory that is available if [`MOST_AWAKE`] rooms share it equally. Such rooms can always wake and
/// continue.
pub(super) fn is_small(n_bytes: usize) -> bool {
    n_bytes <= Limits::ROOM_MEMORY / MOST_AWAKE
}

/// Whether there is memory for `more` bytes when `taken` bytes are in use.
fn has_memory(taken: usize, more: usize) -> bool {
    taken + more <= Limits::ROOM_MEMORY || is_small(more)
}

/// The error when the rooms have used up their memory.
pub(super) fn no_memory() -> InputError {
    let (memory, folder) = (Limits::ROOM_MEMORY >> 20, Limits::ROOM_FILES >> 20);
    let sentence = say!(
        "the memory for rooms is used up: all rooms together may use at most {memory} MiB of memory and {folder} MiB of files",
        memory,
        folder
    );
    let error = InputError::sentence("rooms", sentence);
    error.with_hint(say!("try again in a moment"))
}

#[cfg(test)]
mod tests;
