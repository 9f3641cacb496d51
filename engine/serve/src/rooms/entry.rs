//! A room in the registry, and the order in which rooms are dropped when there are too many.
//!
//! Rooms that never had a guest are dropped before rooms that guests have left. In both groups the order is:
//!
//! 1. rooms of the address that has the most of them, if it has more than [`FEW`];
//! 2. untouched rooms, then finished games, then games in progress;
//! 3. of those, the room that has been empty longest.
//!
//! A room with a guest is never dropped. An empty room is not dropped for [`GRACE`] after its last guest left or it was created. If its
//! address has at most [`FEW`] rooms, a room with a game in progress is not dropped for [`LONG_GRACE`]; if the address has more, its rooms
//! that never had a guest can be dropped at once.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::message::Message;
use super::room::RoomStatus;
use crate::client::Client;

/// Minimum time for which an empty room is kept, counted from its creation or from the time when its last guest left.
pub(super) const GRACE: Duration = Duration::from_mins(1);
/// Minimum time for which an empty room with a game in progress is kept.
pub(super) const LONG_GRACE: Duration = Duration::from_hours(1);
/// If an address has more rooms than this, its rooms are dropped before those of other addresses.
pub(super) const FEW: usize = 20;

/// A room in the registry.
pub(super) struct Entry {
    /// The client that created the room; unknown after a restart.
    pub(super) client: Option<Client>,
    /// When the last guest left; `None` while a guest is in the room.
    pub(super) empty_since: Option<Instant>,
    /// Whether a guest has joined, or is about to.
    pub(super) is_visited: bool,
    pub(super) status: RoomStatus,
    /// Approximate memory, in bytes.
    pub(super) n_bytes: usize,
    /// Size of the file, in bytes.
    pub(super) n_file_bytes: usize,
    pub(super) state: EntryState,
}

pub(super) enum EntryState {
    /// The room has no guests. It is stored in its file, or in this text if it is not saved to a file.
    Asleep(Option<String>),
    /// The inbox of the room's actor.
    Awake(mpsc::Sender<Message>),
}

impl EntryState {
    /// Memory of a sleeping room, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        match self {
            Self::Asleep(Some(text)) => text.len(),
            Self::Asleep(None) | Self::Awake(_) => 0,
        }
    }
}

impl Entry {
    /// A room without guests.
    pub(super) fn new(client: Option<Client>, status: RoomStatus, state: EntryState) -> Self {
        Self {
            n_bytes: state.n_bytes(),
            n_file_bytes: 0,
            // A room without a known client comes from a file: it has had guests, or a guest is asking for it now.
            is_visited: client.is_none(),
            client,
            empty_since: Some(Instant::now()),
            status,
            state,
        }
    }

    /// Records that a guest is about to join.
    pub(super) fn expect_guest(&mut self) {
        self.empty_since = self.empty_since.map(|_| Instant::now());
        self.is_visited = true;
    }

    /// The room's rank in the order of dropping; `None` if it must not be dropped now. Its client has `n_rooms` rooms.
    fn drop_rank(&self, now: Instant, n_rooms: usize) -> Option<DropRank> {
        let since = self.empty_since?;
        let grace = match self.status {
            _ if !self.is_visited && n_rooms > FEW => Duration::ZERO,
            RoomStatus::UnderWay if n_rooms <= FEW => LONG_GRACE,
            _ => GRACE,
        };
        let may_go = now.duration_since(since) >= grace;
        let n_rooms = n_rooms.max(FEW);
        may_go.then_some((self.is_visited, Reverse(n_rooms), self.status, since))
    }
}

/// Rank in the order of dropping, lowest first: visited or not, rooms of the client, status of the game, when the
/// last guest left.
type DropRank = (bool, Reverse<usize>, RoomStatus, Instant);

/// The rooms that may be dropped now, with their rank: those of one client, or of all clients. An unknown client counts as having one room.
pub(super) fn droppable(
    rooms: &HashMap<String, Entry>,
    client: Option<Client>,
    now: Instant,
) -> impl Iterator<Item = (DropRank, &String)> {
    let mut each: HashMap<Client, usize> = HashMap::new();
    for client in rooms.values().filter_map(|entry| entry.client) {
        *each.entry(client).or_default() += 1;
    }
    let of_client = move |entry: &Entry| client.is_none() || entry.client == client;
    rooms.iter().filter_map(move |(id, entry)| {
        let n_rooms = entry.client.map_or(1, |client| each[&client]);
        let worth = entry.drop_rank(now, n_rooms)?;
        of_client(entry).then_some((worth, id))
    })
}

/// The room to drop first, among the rooms of one client or of all clients.
pub(super) fn first_to_drop(
    rooms: &HashMap<String, Entry>,
    client: Option<Client>,
    now: Instant,
) -> Option<String> {
    let least = droppable(rooms, client, now).min();
    least.map(|(_, id)| id.clone())
}

#[cfg(test)]
mod tests;
