//! All rooms of a server.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use ludex_games::InputError;
use ludex_games::registry::Findings;
use ludex_search::StopFlag;
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::spawn_blocking;

use super::job::Job;
use super::keeper::{Keeper, Message, WAITING};
use super::order::Order;
use super::room::{GuestId, Room};
use super::shelf::Shelf;
use crate::output;
use crate::serve::shares::Shares;
use crate::serve::{Client, Refusal};

/// The most rooms.
const MOST_ROOMS: usize = 500;
/// The most rooms that one client may have ordered.
const MOST_ROOMS_EACH: usize = 200;
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
    /// What ends the searches under way, each under a number of its own.
    stops: Mutex<HashMap<u64, StopFlag>>,
}

/// A room in the list of all.
struct Entry {
    /// Who ordered it; nobody knows any more after a restart.
    client: Option<Client>,
    /// Since when nobody is there.
    empty_since: Option<Instant>,
    state: EntryState,
}

enum EntryState {
    /// It was read, and nobody has asked for it.
    Asleep(Box<Room>),
    /// Its keeper listens here.
    Awake(mpsc::Sender<Message>),
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
            for room in kept {
                let entry = Entry {
                    client: None,
                    empty_since: Some(Instant::now()),
                    state: EntryState::Asleep(Box::new(room)),
                };
                if let EntryState::Asleep(room) = &entry.state {
                    rooms.insert(room.id.clone(), entry);
                }
            }
        }
        Ok(Self(Arc::new(Hall {
            shelf,
            rooms: Mutex::new(rooms),
            next_number: AtomicU64::new(1),
            sockets: Shares::new(MOST_SOCKETS_EACH, MOST_SOCKETS),
            searches: Arc::new(Semaphore::new(threads.max(1))),
            stops: Mutex::default(),
        })))
    }

    /// Opens a room, and gives the secrets of its seats.
    pub(super) fn order(&self, order: &Order, client: Client) -> Result<Value, Refusal> {
        let room = Room::new(order)?;
        let (id, secrets) = (room.id.clone(), room.secrets());
        let mut rooms = self.0.rooms();
        let of_client = |entry: &&Entry| entry.client == Some(client);
        if rooms.values().filter(of_client).count() >= MOST_ROOMS_EACH {
            self.0.make_room(&mut rooms, Some(client))?;
        }
        if rooms.len() >= MOST_ROOMS {
            self.0.make_room(&mut rooms, None)?;
        }
        let entry = Entry {
            client: Some(client),
            empty_since: Some(Instant::now()),
            state: EntryState::Awake(self.0.wake(room)),
        };
        rooms.insert(id, entry);
        Ok(secrets)
    }

    /// The way to a room.
    pub(super) fn find(&self, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        let mut rooms = self.0.rooms();
        let Some(mut entry) = rooms.remove(id) else {
            let expected = "a room of this server: it may have been dropped";
            let error = InputError::new("room", id, expected);
            return Err(Refusal::new(StatusCode::NOT_FOUND, error));
        };
        let to = match entry.state {
            EntryState::Asleep(room) => self.0.wake(*room),
            EntryState::Awake(to) => to,
        };
        entry.state = EntryState::Awake(to.clone());
        rooms.insert(id.to_owned(), entry);
        Ok(to)
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

    /// Gives a room its keeper.
    fn wake(self: &Arc<Self>, room: Room) -> mpsc::Sender<Message> {
        let (to, messages) = mpsc::channel(WAITING);
        let keeper = Keeper::new(room, Arc::clone(self), to.downgrade());
        tokio::spawn(keeper.keep(messages));
        to
    }

    /// Drops the room that has been empty for longest, of one client or of all.
    fn make_room(
        &self,
        rooms: &mut HashMap<String, Entry>,
        client: Option<Client>,
    ) -> Result<(), Refusal> {
        let entries = rooms.iter();
        let of_client = entries.filter(|(_, entry)| client.is_none() || entry.client == client);
        let empty = of_client.filter_map(|(id, entry)| Some((entry.empty_since?, id)));
        let Some((_, id)) = empty.min() else {
            let expected = "fewer: there is somebody in all of them";
            let error = InputError::new("rooms", rooms.len().to_string(), expected);
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error));
        };
        let id = id.clone();
        rooms.remove(&id);
        if let Some(shelf) = &self.shelf {
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

    /// Notes whether somebody is in a room.
    pub(super) fn note(&self, id: &str, is_empty: bool) {
        if let Some(entry) = self.rooms().get_mut(id) {
            let since = entry.empty_since.take();
            entry.empty_since = is_empty.then(|| since.unwrap_or_else(Instant::now));
        }
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
