//! A room in the list of all, and which room goes first where there are too many.
//!
//! First go rooms that nobody ever joined, then those that were left. Among both the rooms of the address that has the most of them go
//! first, if these are more than a few; of those that are alike in this, untouched rooms, finished games, games under way, and of these
//! the one that was left first. A room in which somebody is or was a minute ago stays, and so does a new one for a minute, unless its
//! address has more than a few. So does a game under way that was left less than an hour ago, with the same exception.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::keeper::Message;
use super::room::Standing;
use crate::serve::Client;

/// A room that somebody has been in is kept for so long after that, for him to come back, and a new one for him to come.
pub(super) const GRACE: Duration = Duration::from_mins(1);
/// The same where a game is under way, unless its address has many rooms.
pub(super) const LONG_GRACE: Duration = Duration::from_hours(1);
/// So many rooms of an address are few.
pub(super) const FEW: usize = 20;

/// A room in the list of all.
pub(super) struct Entry {
    /// Who ordered it; nobody knows any more after a restart.
    pub(super) client: Option<Client>,
    /// Since when nobody is there.
    pub(super) empty_since: Option<Instant>,
    /// Whether somebody has been there, or is about to come.
    pub(super) is_visited: bool,
    pub(super) standing: Standing,
    /// What it takes of the memory, about.
    pub(super) n_bytes: usize,
    /// The bytes of its file.
    pub(super) n_kept: usize,
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
    /// A room in which nobody is yet.
    pub(super) fn new(client: Option<Client>, standing: Standing, state: EntryState) -> Self {
        Self {
            n_bytes: state.n_bytes(),
            n_kept: 0,
            // Whoever is told of in a file, or asks for one, is somebody who comes.
            is_visited: client.is_none(),
            client,
            empty_since: Some(Instant::now()),
            standing,
            state,
        }
    }

    /// A guest is about to come.
    pub(super) fn is_asked_for(&mut self) {
        self.empty_since = self.empty_since.map(|_| Instant::now());
        self.is_visited = true;
    }

    /// How soon it may go, the least first, if it may go now; its client has `n_rooms`.
    fn may_go(&self, now: Instant, n_rooms: usize) -> Option<Worth> {
        let since = self.empty_since?;
        let grace = match self.standing {
            _ if !self.is_visited && n_rooms > FEW => Duration::ZERO,
            Standing::UnderWay if n_rooms <= FEW => LONG_GRACE,
            _ => GRACE,
        };
        let may_go = now.duration_since(since) >= grace;
        let n_rooms = n_rooms.max(FEW);
        may_go.then_some((self.is_visited, Reverse(n_rooms), self.standing, since))
    }
}

/// What is lost with a room: whether somebody was there, how many rooms its client has, how far its game is, and since when it is empty.
type Worth = (bool, Reverse<usize>, Standing, Instant);

/// The rooms that may go, of one client or of all, each with what is lost with it. A client that is not known has one.
pub(super) fn dispensable(
    rooms: &HashMap<String, Entry>,
    client: Option<Client>,
    now: Instant,
) -> impl Iterator<Item = (Worth, &String)> {
    let mut each: HashMap<Client, usize> = HashMap::new();
    for client in rooms.values().filter_map(|entry| entry.client) {
        *each.entry(client).or_default() += 1;
    }
    let of_client = move |entry: &Entry| client.is_none() || entry.client == client;
    rooms.iter().filter_map(move |(id, entry)| {
        let n_rooms = entry.client.map_or(1, |client| each[&client]);
        let worth = entry.may_go(now, n_rooms)?;
        of_client(entry).then_some((worth, id))
    })
}

/// The room that may go first, of one client or of all.
pub(super) fn least_missed(
    rooms: &HashMap<String, Entry>,
    client: Option<Client>,
    now: Instant,
) -> Option<String> {
    let least = dispensable(rooms, client, now).min();
    least.map(|(_, id)| id.clone())
}

#[cfg(test)]
mod tests;
