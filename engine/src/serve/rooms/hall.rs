//! All rooms of a server.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use ludex_games::InputError;
use ludex_games::registry::Findings;
use ludex_search::StopFlag;
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::{block_in_place, spawn_blocking};

use super::job::Job;
use super::keeper::{Keeper, Message, WAITING};
use super::order::Order;
use super::room::{GuestId, KeptRoom, Room, Standing};
use super::shelf::{KEPT_FOR, Shelf};
use crate::output;
use crate::serve::shares::Shares;
use crate::serve::{Client, Limits, Refusal};

/// The most rooms.
const MOST_ROOMS: usize = 500;
/// The most rooms that one client may have ordered.
const MOST_ROOMS_EACH: usize = 200;
/// A room that somebody has been in is kept for so long after that, for him to come back.
const GRACE: Duration = Duration::from_mins(1);
/// The same where a game is under way that no file keeps.
const LONG_GRACE: Duration = Duration::from_hours(1);
/// The most guests of all rooms together, and of them those from one client.
const MOST_SOCKETS: usize = 1_000;
const MOST_SOCKETS_EACH: usize = 256;

/// The rooms of a server.
#[derive(Clone)]
pub struct Rooms(pub(super) Arc<Hall>);

impl std::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rooms").finish_non_exhaustive()
    }
}

/// What the rooms share.
pub(super) struct Hall {
    pub(super) shelf: Option<Shelf>,
    rooms: Mutex<HashMap<String, Entry>>,
    next_number: AtomicU64,
    /// Places for guests.
    pub(super) sockets: Arc<Shares>,
    /// Places for searches.
    searches: Arc<Semaphore>,
    /// What the rooms that are awake, and the texts of those that sleep, take of the memory, about.
    n_bytes: AtomicUsize,
    /// What ends the searches under way, each under a number of its own.
    stops: Mutex<HashMap<u64, StopFlag>>,
}

/// A room in the list of all.
struct Entry {
    /// Who ordered it; nobody knows any more after a restart.
    client: Option<Client>,
    /// Since when nobody is there.
    empty_since: Option<Instant>,
    /// Whether somebody has been there, or is about to come.
    is_visited: bool,
    standing: Standing,
    /// What it takes of the memory, about.
    n_bytes: usize,
    state: EntryState,
}

impl Entry {
    /// A room in which nobody is yet.
    fn new(client: Option<Client>, standing: Standing, state: EntryState) -> Self {
        Self {
            n_bytes: state.n_bytes(),
            // Whoever is told of in a file, or asks for one, is somebody who comes.
            is_visited: client.is_none(),
            client,
            empty_since: Some(Instant::now()),
            standing,
            state,
        }
    }

    /// A guest is about to come.
    fn is_asked_for(&mut self) {
        self.empty_since = self.empty_since.map(|_| Instant::now());
        self.is_visited = true;
    }

    /// How soon it may go, the least first, if it may go now. A game that a file keeps is not lost.
    fn may_go(&self, now: Instant, is_kept: bool) -> Option<(bool, Standing, Instant)> {
        let since = self.empty_since?;
        let grace = match self.standing {
            _ if !self.is_visited => Duration::ZERO,
            Standing::UnderWay if !is_kept => LONG_GRACE,
            _ => GRACE,
        };
        let may_go = now.duration_since(since) >= grace;
        may_go.then_some((self.is_visited, self.standing, since))
    }
}

enum EntryState {
    /// No guest is there. It is in its file, or in this text, where no file keeps it.
    Asleep(Option<String>),
    /// Its keeper listens here.
    Awake(mpsc::Sender<Message>),
}

impl EntryState {
    /// What a room that sleeps takes of the memory.
    fn n_bytes(&self) -> usize {
        match self {
            Self::Asleep(Some(text)) => text.len(),
            Self::Asleep(None) | Self::Awake(_) => 0,
        }
    }
}

impl Rooms {
    /// The rooms of a folder, or none; as many searches run at once as there are threads. Files that cannot be read are told
    /// and stay as they are.
    pub fn open(folder: Option<&Path>, threads: usize) -> anyhow::Result<Self> {
        let shelf = folder.map(Shelf::open).transpose()?;
        let mut rooms = HashMap::new();
        if let Some(shelf) = &shelf {
            let (kept, errors) = shelf.rooms(MOST_ROOMS)?;
            for error in errors {
                output::remark(&format!("{error}"));
            }
            for (id, standing) in kept {
                rooms.insert(id, Entry::new(None, standing, EntryState::Asleep(None)));
            }
        }
        Ok(Self(Arc::new(Hall {
            shelf,
            rooms: Mutex::new(rooms),
            next_number: AtomicU64::new(1),
            sockets: Shares::new(MOST_SOCKETS_EACH, MOST_SOCKETS),
            searches: Arc::new(Semaphore::new(threads.max(1))),
            n_bytes: AtomicUsize::new(0),
            stops: Mutex::default(),
        })))
    }

    /// Opens a room, and gives the secrets of its seats. It sleeps until a guest comes.
    pub(super) fn order(&self, order: &Order, client: Client) -> Result<Value, Refusal> {
        let room = Room::new(order)?;
        let (id, secrets, standing) = (room.id.clone(), room.secrets(), room.standing());
        let text = room.kept(Instant::now());
        drop(room);
        let mut rooms = self.0.rooms();
        let of_client = |entry: &&Entry| entry.client == Some(client);
        if rooms.values().filter(of_client).count() >= MOST_ROOMS_EACH {
            self.0.make_room(&mut rooms, Some(client))?;
        }
        if rooms.len() >= MOST_ROOMS {
            self.0.make_room(&mut rooms, None)?;
        }
        self.0.check_memory(&rooms, text.len())?;
        let asleep = EntryState::Asleep(Some(text.clone()));
        rooms.insert(id.clone(), Entry::new(Some(client), standing, asleep));
        drop(rooms);
        self.0.write(&id, &text);
        Ok(secrets)
    }

    /// The way to a room that has a guest, or had one a moment ago.
    pub(super) fn awake(&self, id: &str) -> Option<mpsc::Sender<Message>> {
        Hall::awake(&mut self.0.rooms(), id)
    }

    /// The way to a room, which is read if it sleeps.
    pub(super) fn find(&self, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        let Some(room) = self.0.read(id) else {
            let is_asleep = |entry: &mut Entry| matches!(entry.state, EntryState::Asleep(_));
            let mut rooms = self.0.rooms();
            if rooms.get_mut(id).is_some_and(is_asleep) {
                rooms.remove(id);
            }
            let expected = "a room of this server: it may have been dropped";
            let error = InputError::new("room", id, expected);
            return Err(Refusal::new(StatusCode::NOT_FOUND, error));
        };
        let mut rooms = self.0.rooms();
        // Another guest may have been quicker.
        match Hall::awake(&mut rooms, id) {
            Some(to) => Ok(to),
            None => self.0.wake(&mut rooms, room),
        }
    }

    /// Drops the rooms that have slept for long.
    pub(in crate::serve) fn forget(&self, now: Instant) {
        let mut rooms = self.0.rooms();
        let is_old = |(_, entry): &(&String, &Entry)| {
            let since = entry.empty_since.unwrap_or(now);
            now.duration_since(since) >= KEPT_FOR && matches!(entry.state, EntryState::Asleep(_))
        };
        let old: Vec<String> = rooms
            .iter()
            .filter(is_old)
            .map(|(id, _)| id.clone())
            .collect();
        for id in old {
            rooms.remove(&id);
            if let Some(shelf) = &self.0.shelf {
                shelf.remove(&id);
            }
        }
    }

    /// Whether a room is there, in memory or in a file that can be read.
    pub(super) fn has(&self, id: &str) -> bool {
        let is_open = self.0.rooms().contains_key(id);
        let shelf = self.0.shelf.as_ref().filter(|_| !is_open);
        is_open || shelf.is_some_and(|shelf| block_in_place(|| shelf.room(id)).is_some())
    }

    /// A number that no other guest has.
    pub(super) fn next_guest(&self) -> GuestId {
        self.0.next_number()
    }

    /// Ends all searches.
    pub(in crate::serve) fn stop_thinking(&self) {
        self.0.searches.close();
        self.0.stops().values().for_each(StopFlag::stop);
    }
}

impl Hall {
    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stops(&self) -> MutexGuard<'_, HashMap<u64, StopFlag>> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_number(&self) -> u64 {
        self.next_number.fetch_add(1, Ordering::Relaxed)
    }

    /// The way to a room that is awake, to which a guest is about to come.
    fn awake(rooms: &mut HashMap<String, Entry>, id: &str) -> Option<mpsc::Sender<Message>> {
        let entry = rooms.get_mut(id)?;
        let EntryState::Awake(to) = &entry.state else {
            return None;
        };
        let to = to.clone();
        entry.is_asked_for();
        Some(to)
    }

    /// Reads a room that sleeps, from its text or its file.
    fn read(&self, id: &str) -> Option<Room> {
        let text = match self.rooms().get(id).map(|entry| &entry.state) {
            Some(EntryState::Asleep(Some(text))) => Some(text.clone()),
            _ => None,
        };
        match text {
            Some(text) => Room::from_kept(KeptRoom::read(text.as_bytes()).ok()?).ok(),
            None => self.shelf.as_ref()?.room(id),
        }
    }

    /// Gives a room its keeper, if there is room for it.
    fn wake(
        self: &Arc<Self>,
        rooms: &mut HashMap<String, Entry>,
        room: Room,
    ) -> Result<mpsc::Sender<Message>, Refusal> {
        let (id, standing, n_bytes) = (room.id.clone(), room.standing(), room.n_bytes());
        if !rooms.contains_key(&id) && rooms.len() >= MOST_ROOMS {
            self.make_room(rooms, None)?;
        }
        self.check_memory(rooms, n_bytes)?;
        let (to, messages) = mpsc::channel(WAITING);
        let keeper = Keeper::new(room, Arc::clone(self), to.downgrade());
        tokio::spawn(keeper.keep(messages));
        let entry = rooms
            .entry(id)
            .or_insert_with(|| Entry::new(None, standing, EntryState::Asleep(None)));
        entry.state = EntryState::Awake(to.clone());
        entry.n_bytes = n_bytes;
        entry.is_asked_for();
        Ok(to)
    }

    /// Whether there is memory for this many bytes more, or they are few. If not, the rooms without guests go to sleep.
    fn check_memory(&self, rooms: &HashMap<String, Entry>, more: usize) -> Result<(), Refusal> {
        if has_memory(self.count_bytes(rooms), more) {
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

    /// Whether the rooms take all of their memory: no game in a large one goes on before some of it is free.
    pub(super) fn is_full(&self) -> bool {
        self.n_bytes.load(Ordering::Relaxed) >= Limits::ROOMS
    }

    /// Writes a room that sleeps into its file. What cannot be written stays in memory.
    fn write(&self, id: &str, text: &str) {
        let Some(shelf) = &self.shelf else {
            return;
        };
        if let Err(error) = shelf.write(id, text) {
            output::remark(&format!("a room is not kept: {error:#}"));
        } else if let Some(entry) = self.rooms().get_mut(id)
            && let EntryState::Asleep(text) = &mut entry.state
        {
            (*text, entry.n_bytes) = (None, 0);
        }
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

    /// Lets a room go that nobody misses, of one client or of all. A file with moves in it stays where it is.
    fn make_room(
        &self,
        rooms: &mut HashMap<String, Entry>,
        client: Option<Client>,
    ) -> Result<(), Refusal> {
        let is_kept = self.shelf.is_some();
        let Some((standing, id)) = least_missed(rooms, client, is_kept, Instant::now()) else {
            let (status, most) = match client {
                Some(_) => (StatusCode::TOO_MANY_REQUESTS, MOST_ROOMS_EACH),
                None => (StatusCode::SERVICE_UNAVAILABLE, MOST_ROOMS),
            };
            let found = format!("{most} in which somebody is, or was a moment ago");
            let expected = "fewer: leave one, or wait a minute";
            return Err(Refusal::new(
                status,
                InputError::new("rooms", found, expected),
            ));
        };
        rooms.remove(&id);
        if let Some(shelf) = self
            .shelf
            .as_ref()
            .filter(|_| standing == Standing::Untouched)
        {
            shelf.remove(&id);
        }
        Ok(())
    }

    /// Forgets a room, with its file.
    pub(super) fn drop_room(&self, id: &str) {
        self.rooms().remove(id);
        if let Some(shelf) = &self.shelf {
            shelf.remove(id);
        }
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

    /// Searches on a thread of its own, when its turn has come.
    pub(super) async fn think(&self, job: Job, stop: StopFlag) -> anyhow::Result<Findings> {
        let turn = Arc::clone(&self.searches).acquire_owned().await?;
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

/// Whether a room takes no more than it would if all had the same: it wakes and goes on, however much the others take.
pub(super) fn is_small(n_bytes: usize) -> bool {
    n_bytes <= Limits::ROOMS / MOST_ROOMS
}

/// Whether there is memory for `more` bytes where `taken` are taken.
fn has_memory(taken: usize, more: usize) -> bool {
    taken + more <= Limits::ROOMS || is_small(more)
}

/// The error where the rooms take all of their memory.
pub(super) fn no_memory() -> InputError {
    let expected = format!("at most {} MiB", Limits::ROOMS >> 20);
    let error = InputError::new("rooms", "too much memory", expected);
    error.with_hint("try again in a moment")
}

/// The room that may go first, of one client or of all: one in which nobody ever was, then one in which nothing was ever
/// played, then one whose game is over, then one with a game under way; of those the one that has been empty for longest.
fn least_missed(
    rooms: &HashMap<String, Entry>,
    client: Option<Client>,
    is_kept: bool,
    now: Instant,
) -> Option<(Standing, String)> {
    let entries = rooms.iter();
    let of_client = entries.filter(|(_, entry)| client.is_none() || entry.client == client);
    let may_go = of_client.filter_map(|(id, entry)| Some((entry.may_go(now, is_kept)?, id)));
    let ((_, standing, _), id) = may_go.min()?;
    Some((standing, id.clone()))
}

#[cfg(test)]
mod tests;
