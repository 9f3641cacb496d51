//! What all rooms of a server share: the list of them, memory, a folder, places for guests and for searches.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use ludex_kit::InputError;
use ludex_kit::registry::Findings;
use ludex_search::StopFlag;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::entry::{Entry, EntryState, dispensable, least_missed};
use super::job::Job;
use super::message::Message;
use super::room::Room;
use super::shelf::{Shelf, ShelvedRoom};
use crate::client::Client;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::shares::Shares;
use crate::turns::Turns;
use ludex_base::output;

/// The most rooms, without a folder and with one.
const MOST_ROOMS: usize = 1_000;
const MOST_KEPT: usize = 5_000;
/// The share of them that one client may have ordered.
const SHARES: usize = 5;
/// The most rooms that are awake. More than connections, so that rooms with guests never take all of them.
const MOST_AWAKE: usize = 1_000;
/// The most guests of all rooms together, and of them those from one client.
const MOST_SOCKETS: usize = 1_000;
const MOST_SOCKETS_EACH: usize = 256;

/// What the rooms share.
pub(super) struct Hall {
    pub(super) shelf: Option<Shelf>,
    /// All of them, also those that are only in their files.
    rooms: Mutex<HashMap<String, Entry>>,
    /// The most that there may be.
    most: usize,
    /// The most bytes of all files.
    most_kept: usize,
    next_number: AtomicU64,
    /// Places for guests.
    pub(super) sockets: Arc<Shares>,
    /// Places for searches.
    searches: Arc<Turns>,
    /// Places for what happens in rooms.
    pub(super) desks: Arc<Turns>,
    /// What the rooms that are awake, and the texts of those that sleep, take of the memory, about.
    n_bytes: AtomicUsize,
    /// What all files take.
    n_kept: AtomicUsize,
    /// What ends the searches under way, each under a number of its own.
    stops: Mutex<HashMap<u64, StopFlag>>,
}

impl Hall {
    /// The rooms of a folder, or none; as many searches run at once as there are threads. Files that cannot be read are told
    /// and stay as they are.
    pub(super) fn open(folder: Option<&Path>, threads: usize) -> anyhow::Result<Self> {
        let shelf = folder.map(Shelf::open).transpose()?;
        let mut rooms = HashMap::new();
        if let Some(shelf) = &shelf {
            let (kept, errors) = shelf.rooms()?;
            for error in errors {
                output::remark(&format!("{error}"));
            }
            rooms.extend(kept.into_iter().map(|room| (room.id.clone(), entry(&room))));
        }
        let most = shelf.as_ref().map_or(MOST_ROOMS, |_| MOST_KEPT);
        let hall = Self {
            shelf,
            rooms: Mutex::new(rooms),
            most,
            most_kept: Limits::KEPT_ROOMS,
            next_number: AtomicU64::new(1),
            sockets: Shares::new(MOST_SOCKETS_EACH, MOST_SOCKETS),
            searches: Turns::new(threads.max(1)),
            desks: Turns::new(Limits::SHORT_AT_ONCE),
            n_bytes: AtomicUsize::new(0),
            n_kept: AtomicUsize::new(0),
            stops: Mutex::default(),
        };
        hall.drop_surplus();
        Ok(hall)
    }

    pub(super) fn rooms(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all searches.
    pub(super) fn stop_thinking(&self) {
        self.searches.close();
        self.stops().values().for_each(StopFlag::stop);
    }

    fn stops(&self) -> MutexGuard<'_, HashMap<u64, StopFlag>> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn next_number(&self) -> u64 {
        self.next_number.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether there is memory for one more room of this many bytes. If not, the rooms without guests go to sleep.
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
                // One that has no room for a message is awake.
                let _ = to.try_send(Message::Sleep);
            }
        }
        Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, no_memory()))
    }

    /// What all rooms take of the memory.
    fn count_bytes(&self, rooms: &HashMap<String, Entry>) -> usize {
        let n_bytes = rooms.values().map(|entry| entry.n_bytes).sum();
        self.n_bytes.store(n_bytes, Ordering::Relaxed);
        n_bytes
    }

    /// What the files of all rooms take.
    fn count_kept(&self, rooms: &HashMap<String, Entry>) -> usize {
        let n_kept = rooms.values().map(|entry| entry.n_kept).sum();
        self.n_kept.store(n_kept, Ordering::Relaxed);
        n_kept
    }

    /// Whether the rooms take all of their memory, or their files all of the folder: no game in a large one goes on before some of it is
    /// free.
    pub(super) fn is_full(&self) -> bool {
        self.n_bytes.load(Ordering::Relaxed) >= Limits::ROOMS
            || self.n_kept.load(Ordering::Relaxed) >= self.most_kept
    }

    /// Writes a room into its file, if there is a folder. What cannot be written stays in memory.
    pub(super) fn keep(&self, id: &str, text: &str) -> anyhow::Result<()> {
        let Some(shelf) = &self.shelf else {
            return Ok(());
        };
        shelf.write(id, text)?;
        let mut rooms = self.rooms();
        let Some(entry) = rooms.get_mut(id) else {
            // It had to go meanwhile.
            shelf.remove(id);
            return Ok(());
        };
        entry.n_kept = text.len();
        if let EntryState::Asleep(text) = &mut entry.state {
            (*text, entry.n_bytes) = (None, 0);
        }
        // Where no other room may go, this one grows no more.
        let _ = self.make_place(&mut rooms, 0);
        Ok(())
    }

    /// Whether rooms are kept in files.
    pub(super) fn keeps(&self) -> bool {
        self.shelf.is_some()
    }

    /// Lays a room aside, as its file or this text holds it, if it `is_alone`; false if a guest is about to come.
    pub(super) fn lay_aside(
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

    /// Lets rooms go that nobody misses, until there is room for one more of this client, with a file of so many bytes.
    pub(super) fn make_room(
        &self,
        rooms: &mut HashMap<String, Entry>,
        client: Option<Client>,
        n_bytes: usize,
    ) -> Result<(), Refusal> {
        let of_client = |entry: &&Entry| entry.client == client;
        if client.is_some() && rooms.values().filter(of_client).count() >= self.most / SHARES {
            self.let_go(rooms, client)?;
        }
        if rooms.len() >= self.most {
            self.let_go(rooms, None)?;
        }
        self.make_place(rooms, n_bytes)
    }

    /// The same until there is place for so many bytes more in the folder.
    fn make_place(
        &self,
        rooms: &mut HashMap<String, Entry>,
        n_bytes: usize,
    ) -> Result<(), Refusal> {
        while self.count_kept(rooms) + n_bytes > self.most_kept {
            self.let_go(rooms, None)?;
        }
        Ok(())
    }

    /// Lets the room go that is missed least, of one client or of all, with its file.
    fn let_go(
        &self,
        rooms: &mut HashMap<String, Entry>,
        client: Option<Client>,
    ) -> Result<(), Refusal> {
        if let Some(id) = least_missed(rooms, client, Instant::now()) {
            self.remove(rooms, &id);
            return Ok(());
        }
        let (status, found) = match client {
            Some(_) => {
                (StatusCode::TOO_MANY_REQUESTS, "your address has reached its limit of rooms")
            }
            None => (StatusCode::SERVICE_UNAVAILABLE, "the server has reached its limit of rooms"),
        };
        let sentence = format!("{found}, and each has a guest or a game in progress");
        let error = InputError::sentence("rooms", sentence);
        let error = error.with_hint("leave a room, or try again in an hour");
        Err(Refusal::new(status, error))
    }

    /// Lets rooms go, where the folder has more than there may be, all at once.
    fn drop_surplus(&self) {
        let mut rooms = self.rooms();
        let mut n_rooms = rooms.len();
        let mut n_kept = self.count_kept(&rooms);
        if n_rooms <= self.most && n_kept <= self.most_kept {
            return;
        }
        let mut may_go: Vec<_> = dispensable(&rooms, None, Instant::now()).collect();
        may_go.sort_unstable();
        let ids: Vec<String> = may_go.into_iter().map(|(_, id)| id.clone()).collect();
        for id in ids {
            if n_rooms <= self.most && n_kept <= self.most_kept {
                break;
            }
            n_rooms -= 1;
            n_kept -= rooms[&id].n_kept;
            self.remove(&mut rooms, &id);
        }
        self.count_kept(&rooms);
    }

    pub(super) fn remove(&self, rooms: &mut HashMap<String, Entry>, id: &str) {
        rooms.remove(id);
        if let Some(shelf) = &self.shelf {
            shelf.remove(id);
        }
    }

    /// Forgets a room, with its file.
    pub(super) fn drop_room(&self, id: &str) {
        self.remove(&mut self.rooms(), id);
    }

    /// Notes whether somebody is in a room, and how far its game is.
    pub(super) fn note(&self, room: &Room) {
        let mut rooms = self.rooms();
        if let Some(entry) = rooms.get_mut(&room.id) {
            let since = entry.empty_since.take();
            entry.is_visited |= !room.is_empty();
            entry.empty_since = room.is_empty().then(|| since.unwrap_or_else(Instant::now));
            entry.standing = room.standing();
            entry.n_bytes = room.n_bytes();
        }
        self.count_bytes(&rooms);
    }

    /// Searches on a thread of its own, when the turn of its client has come; nothing once it is `given_up`.
    pub(super) async fn think(
        &self,
        job: Job,
        client: Client,
        stop: StopFlag,
        given_up: oneshot::Receiver<()>,
    ) -> anyhow::Result<Findings> {
        let turn = tokio::select! {
            turn = self.searches.take(client) => turn,
            _ = given_up => None,
        };
        let turn = turn.ok_or_else(|| anyhow::anyhow!("the game has moved on"))?;
        let number = self.next_number();
        self.stops().insert(number, stop.clone());
        let found = spawn_blocking(move || {
            let _turn = turn;
            job.think(&stop)
        });
        let found = found.await;
        self.stops().remove(&number);
        found?
    }
}

/// A room of the folder, as the list has it.
fn entry(room: &ShelvedRoom) -> Entry {
    let now = Instant::now();
    Entry {
        n_kept: room.n_bytes,
        empty_since: Some(now.checked_sub(room.age).unwrap_or(now)),
        ..Entry::new(None, room.standing, EntryState::Asleep(None))
    }
}

/// Whether a room takes no more than it would if all had the same: it wakes and goes on, however much the others take.
pub(super) fn is_small(n_bytes: usize) -> bool {
    n_bytes <= Limits::ROOMS / MOST_AWAKE
}

/// Whether there is memory for `more` bytes where `taken` are taken.
fn has_memory(taken: usize, more: usize) -> bool {
    taken + more <= Limits::ROOMS || is_small(more)
}

/// The error where the rooms take all of their memory.
pub(super) fn no_memory() -> InputError {
    let (memory, folder) = (Limits::ROOMS >> 20, Limits::KEPT_ROOMS >> 20);
    let sentence = format!(
        "all rooms together may use {memory} MiB of memory and {folder} MiB of files at most"
    );
    let error = InputError::sentence("rooms", sentence);
    error.with_hint("try again in a moment")
}

#[cfg(test)]
mod tests;
