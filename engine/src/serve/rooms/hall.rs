//! All rooms of a server.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
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
use super::room::{GuestId, Room, Standing};
use super::shelf::Shelf;
use crate::output;
use crate::serve::shares::Shares;
use crate::serve::{Client, Refusal};

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
    state: EntryState,
}

impl Entry {
    /// A room in which nobody is yet.
    fn new(client: Option<Client>, standing: Standing, state: EntryState) -> Self {
        Self {
            // Whoever is told of in a file, or asks for one, is somebody who comes.
            is_visited: client.is_none(),
            client,
            empty_since: Some(Instant::now()),
            standing,
            state,
        }
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
                let (id, standing) = (room.id.clone(), room.standing());
                let asleep = EntryState::Asleep(Box::new(room));
                rooms.insert(id, Entry::new(None, standing, asleep));
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
        let secrets = room.secrets();
        let mut rooms = self.0.rooms();
        let of_client = |entry: &&Entry| entry.client == Some(client);
        if rooms.values().filter(of_client).count() >= MOST_ROOMS_EACH {
            self.0.make_room(&mut rooms, Some(client))?;
        }
        self.0.insert(&mut rooms, Some(client), room)?;
        Ok(secrets)
    }

    /// The way to a room.
    pub(super) fn find(&self, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        if let Some(to) = self.0.awake(&mut self.0.rooms(), id) {
            return Ok(to);
        }
        let shelf = self.0.shelf.as_ref();
        let Some(room) = shelf.and_then(|shelf| block_in_place(|| shelf.room(id))) else {
            let expected = "a room of this server: it may have been dropped";
            let error = InputError::new("room", id, expected);
            return Err(Refusal::new(StatusCode::NOT_FOUND, error));
        };
        let mut rooms = self.0.rooms();
        // Another guest may have been quicker.
        match self.0.awake(&mut rooms, id) {
            Some(to) => Ok(to),
            None => self.0.insert(&mut rooms, None, room),
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

    /// Gives a room its keeper.
    fn wake(self: &Arc<Self>, room: Room) -> mpsc::Sender<Message> {
        let (to, messages) = mpsc::channel(WAITING);
        let keeper = Keeper::new(room, Arc::clone(self), to.downgrade());
        tokio::spawn(keeper.keep(messages));
        to
    }

    /// The way to a room that is in memory, to which somebody is about to come.
    fn awake(
        self: &Arc<Self>,
        rooms: &mut HashMap<String, Entry>,
        id: &str,
    ) -> Option<mpsc::Sender<Message>> {
        let mut entry = rooms.remove(id)?;
        let to = match entry.state {
            EntryState::Asleep(room) => self.wake(*room),
            EntryState::Awake(to) => to,
        };
        entry.state = EntryState::Awake(to.clone());
        entry.empty_since = entry.empty_since.map(|_| Instant::now());
        entry.is_visited = true;
        rooms.insert(id.to_owned(), entry);
        Some(to)
    }

    /// Takes a room in, if there is room for it.
    fn insert(
        self: &Arc<Self>,
        rooms: &mut HashMap<String, Entry>,
        client: Option<Client>,
        room: Room,
    ) -> Result<mpsc::Sender<Message>, Refusal> {
        if rooms.len() >= MOST_ROOMS {
            self.make_room(rooms, None)?;
        }
        let (id, standing) = (room.id.clone(), room.standing());
        let to = self.wake(room);
        let awake = EntryState::Awake(to.clone());
        rooms.insert(id, Entry::new(client, standing, awake));
        Ok(to)
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
        if let Some(entry) = self.rooms().get_mut(&room.id) {
            let since = entry.empty_since.take();
            entry.is_visited |= !room.is_empty();
            entry.empty_since = room.is_empty().then(|| since.unwrap_or_else(Instant::now));
            entry.standing = room.standing();
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
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const CLIENT: Client = Client(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST));

    fn hall(rooms: &[(&str, Standing, Option<Client>)]) -> HashMap<String, Entry> {
        let entry = |&(id, standing, client): &(&str, Standing, Option<Client>)| {
            let (to, _) = mpsc::channel(1);
            let mut entry = Entry::new(client, standing, EntryState::Awake(to));
            entry.is_visited = true;
            (id.to_owned(), entry)
        };
        rooms.iter().map(entry).collect()
    }

    #[test]
    fn untouched_rooms_go_first_and_games_under_way_last() {
        let mut rooms = hall(&[
            ("a", Standing::UnderWay, None),
            ("b", Standing::Over, None),
            ("c", Standing::Untouched, None),
            ("d", Standing::Untouched, Some(CLIENT)),
            ("e", Standing::Untouched, Some(CLIENT)),
        ]);
        let somebody_is_there = None;
        rooms.get_mut("e").expect("it is there").empty_since = somebody_is_there;
        let first = |rooms: &_, client, is_kept, now| {
            least_missed(rooms, client, is_kept, now).map(|(_, id)| id)
        };
        assert_eq!(
            first(&rooms, None, true, Instant::now()),
            None,
            "all are new"
        );
        let now = Instant::now() + GRACE;
        let mut next = |client, is_kept, now, expected: Option<&str>| {
            assert_eq!(first(&rooms, client, is_kept, now).as_deref(), expected);
            rooms.remove(expected.unwrap_or_default());
        };
        next(Some(CLIENT), true, now, Some("d"));
        next(Some(CLIENT), true, now, None);
        next(None, true, now, Some("c"));
        next(None, true, now, Some("b"));
        next(None, false, now, None);
        // A game that a file keeps comes back from there; another one has longer.
        next(None, true, now, Some("a"));
    }

    #[test]
    fn a_game_that_no_file_keeps_may_go_when_nobody_was_there_for_long() {
        let rooms = hall(&[("a", Standing::UnderWay, Some(CLIENT))]);
        let after = |time| least_missed(&rooms, Some(CLIENT), false, Instant::now() + time);
        assert_eq!(after(LONG_GRACE / 2), None);
        assert_eq!(
            after(LONG_GRACE),
            Some((Standing::UnderWay, "a".to_owned()))
        );
    }

    #[test]
    fn rooms_that_nobody_ever_joined_go_at_once_the_oldest_first() {
        let mut rooms = hall(&[
            ("old", Standing::Untouched, Some(CLIENT)),
            ("new", Standing::Untouched, Some(CLIENT)),
            ("left", Standing::Untouched, Some(CLIENT)),
        ]);
        let begin = Instant::now();
        for (id, second) in [("old", 0), ("new", 1)] {
            let entry = rooms.get_mut(id).expect("it is there");
            entry.is_visited = false;
            entry.empty_since = Some(begin + Duration::from_secs(second));
        }
        let now = begin + Duration::from_secs(2);
        for expected in [Some("old"), Some("new"), None] {
            let found = least_missed(&rooms, Some(CLIENT), false, now).map(|(_, id)| id);
            assert_eq!(found.as_deref(), expected);
            rooms.remove(expected.unwrap_or_default());
        }
    }
}
