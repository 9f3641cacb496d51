//! A room in the list of all, and which room goes first where there are too many.
//!
//! Rooms without any guest so far go before rooms that guests have left. In both groups the order is:
//!
//! 1. rooms of the address that has the most of them, if it has more than [`FEW`];
//! 2. untouched rooms, then finished games, then games under way;
//! 3. of those, the room that was left first.
//!
//! A room with a guest stays, and for [`GRACE`] after the guest has left. A new room also stays that long, and a game under way
//! stays for [`LONG_GRACE`], unless their address has more than [`FEW`] rooms.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::message::Message;
use super::room::RoomStatus;
use crate::client::Client;

/// How long a room stays after its last guest has left, or after it was made.
pub(super) const GRACE: Duration = Duration::from_mins(1);
/// The same for a game under way.
pub(super) const LONG_GRACE: Duration = Duration::from_hours(1);
/// An address with more rooms than this loses its own first.
pub(super) const FEW: usize = 20;

/// A room in the list of all.
pub(super) struct Entry {
    /// The client that ordered it; unknown after a restart.
    pub(super) client: Option<Client>,
    /// When the last guest left; none while a guest is there.
    pub(super) empty_since: Option<Instant>,
    /// Whether a guest has been there, or is about to come.
    pub(super) is_visited: bool,
    pub(super) status: RoomStatus,
    /// Its memory in bytes, roughly.
    pub(super) n_bytes: usize,
    /// The bytes of its file.
    pub(super) n_file_bytes: usize,
    pub(super) state: EntryState,
}

pub(super) enum EntryState {
    /// No guest is there. It is in its file, or in this text, where no file keeps it.
    Asleep(Option<String>),
    /// Its keeper listens here.
    Awake(mpsc::Sender<Message>),
}

impl EntryState {
    /// What a room that sleeps takes of the memory.
    pub(super) fn n_bytes(&self) -> usize {
        match self {
            Self::Asleep(Some(text)) => text.len(),
            Self::Asleep(None) | Self::Awake(_) => 0,
        }
    }
}

impl Entry {
    /// A room without a guest.
    pub(super) fn new(client: Option<Client>, status: RoomStatus, state: EntryState) -> Self {
        Self {
            n_bytes: state.n_bytes(),
            n_file_bytes: 0,
            // A room from a file has had guests, or is being asked for.
            is_visited: client.is_none(),
            client,
            empty_since: Some(Instant::now()),
            status,
            state,
        }
    }

    /// A guest is about to come.
    pub(super) fn expect_guest(&mut self) {
        self.empty_since = self.empty_since.map(|_| Instant::now());
        self.is_visited = true;
    }

    /// Its place in the order, if it may go now; its client has `n_rooms`.
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

/// The order in which rooms go, least first: visited or not, rooms of the client, how far the game is, when the last guest left.
type DropRank = (bool, Reverse<usize>, RoomStatus, Instant);

/// The rooms that may go, of one client or of all, each with its place in the order. An unknown client counts as having one room.
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

/// The room that may go first, of one client or of all.
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
