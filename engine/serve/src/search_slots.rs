//! Slots for searches: their number is limited, and each client has a quota.
//!
//! Requests for searches do not queue. When all slots are taken, a client with fewer searches takes over the oldest search of the client
//! that has the most searches. A live analysis is stopped when its page closes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use ludex_kit::registry::Session;
use ludex_kit::{InputError, say};
use ludex_search::StopFlag;

use super::client::Client;
use super::limits::Limits;
use super::refusal::Refusal;

/// The search slots of a server.
pub(super) struct SearchSlots {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Running searches, oldest first.
    taken: Vec<RunningSearch>,
    /// Sessions whose search has finished: their tables speed up the search of the next position in the same
    /// game.
    kept: Vec<KeptSession>,
    next: u64,
}

struct RunningSearch {
    number: u64,
    client: Client,
    threads: usize,
    hash_mib: usize,
    stop: StopFlag,
}

/// A session kept for the next request about its game.
struct KeptSession {
    /// The options that a search must have to reuse the session.
    key: String,
    hash_mib: usize,
    since: Instant,
    session: Box<dyn Session>,
}

/// The resources that a search asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchResources {
    pub(super) threads: usize,
    pub(super) hash_mib: usize,
}

/// A slot, freed when dropped.
pub(super) struct SearchSlot {
    slots: Arc<SearchSlots>,
    number: u64,
    /// Threads granted to the search.
    pub(super) threads: usize,
    /// Memory granted to the search, in MiB.
    pub(super) hash_mib: usize,
    /// Raised when the search must end.
    pub(super) stop: StopFlag,
}

impl SearchSlots {
    pub(super) fn new(limits: Limits) -> Self {
        let state = Mutex::default();
        Self { limits, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot. The slot gets the requested threads and memory, or fewer if fewer are available.
    pub(super) fn take(
        self: &Arc<Self>,
        client: Client,
        wish: SearchResources,
    ) -> Result<SearchSlot, Refusal> {
        let mut state = self.state();
        state.admit(client)?;
        let busy: usize = state.running().map(|taken| taken.threads).sum();
        let idle = self.limits.threads.saturating_sub(busy);
        let threads = wish.threads.clamp(1, idle.max(1));
        // A search gets at most half of the remaining memory, so that some is left for later searches. Kept sessions are dropped to make
        // space.
        let in_use = state.taken.iter().map(|taken| taken.hash_mib).sum();
        let rest = self.limits.hash_mib.saturating_sub(in_use);
        let hash_mib = wish.hash_mib.min(rest / 2).max(1);
        let mut dropped = Vec::new();
        while state.kept_mib() + hash_mib > rest && !state.kept.is_empty() {
            dropped.push(state.kept.remove(0));
        }
        let number = state.next;
        let stop = StopFlag::default();
        state.next += 1;
        state.taken.push(RunningSearch { number, client, threads, hash_mib, stop: stop.clone() });
        drop(state);
        // Freeing a large table takes time, so it is done without holding the lock.
        drop(dropped);
        Ok(SearchSlot { slots: Arc::clone(self), number, threads, hash_mib, stop })
    }

    /// The number of running searches.
    pub(super) fn n_running(&self) -> usize {
        self.state().running().count()
    }

    /// The number of other running searches if all of them together use more threads than the limit for one search, which is the number
    /// of cores by default; otherwise 0.
    fn n_sharing(&self) -> usize {
        let state = self.state();
        let threads: usize = state.running().map(|taken| taken.threads).sum();
        if threads > self.limits.threads { state.running().count().saturating_sub(1) } else { 0 }
    }

    /// Drops the sessions that were kept for longer than [`Limits::SESSION_LIFETIME`].
    pub(super) fn drop_expired(&self, now: Instant) {
        let mut state = self.state();
        let is_fresh =
            |kept: &KeptSession| now.duration_since(kept.since) < Limits::SESSION_LIFETIME;
        // `kept` is sorted by age, the oldest first.
        let n_old = state.kept.partition_point(|kept| !is_fresh(kept));
        let old: Vec<KeptSession> = state.kept.drain(..n_old).collect();
        drop(state);
        drop(old);
    }

    /// Stops all searches.
    pub(super) fn stop_all(&self) {
        for taken in &self.state().taken {
            taken.stop.stop();
        }
    }
}

impl State {
    /// Memory of the tables of kept sessions, in MiB.
    fn kept_mib(&self) -> usize {
        self.kept.iter().map(|kept| kept.hash_mib).sum()
    }

    /// Admits another search of this client. If necessary, stops the oldest search of the client with the most searches. An error if no
    /// slot can be freed.
    fn admit(&mut self, client: Client) -> Result<(), Refusal> {
        let mut each: HashMap<Client, usize> = HashMap::new();
        for taken in self.running() {
            *each.entry(taken.client).or_default() += 1;
        }
        let own = each.get(&client).copied().unwrap_or(0);
        let with_ending = self.taken.iter().filter(|taken| taken.client == client);
        if own >= Limits::SEARCHES_EACH || with_ending.count() >= 2 * Limits::SEARCHES_EACH {
            let status = StatusCode::TOO_MANY_REQUESTS;
            return Err(too_many(Limits::SEARCHES_EACH, status));
        }
        if each.values().sum::<usize>() < Limits::SEARCHES {
            return Ok(());
        }
        let most = each.values().max().copied().unwrap_or(0);
        let is_greediest = |taken: &&RunningSearch| each.get(&taken.client) == Some(&most);
        match self.running().find(is_greediest) {
            Some(greediest) if most > own + 1 => {
                greediest.stop.stop();
                Ok(())
            }
            _ => Err(too_many(Limits::SEARCHES, StatusCode::SERVICE_UNAVAILABLE)),
        }
    }

    /// The searches that have not been asked to stop. Stopped searches are about to end, so they do not count.
    fn running(&self) -> impl Iterator<Item = &RunningSearch> {
        self.taken.iter().filter(|taken| !taken.stop.is_stopped())
    }
}

fn too_many(most: usize, status: StatusCode) -> Refusal {
    let sentence = match most {
        1 => say!("only 1 search may run at a time"),
        _ => say!("the limit of {most} searches at once is reached", most),
    };
    let error = InputError::sentence("searches", sentence);
    Refusal::new(status, error.with_hint(say!("close another page to end its search")))
}

impl SearchSlot {
    /// The number of other searches that share the cores with this one.
    pub(super) fn n_sharing(&self) -> usize {
        self.slots.n_sharing()
    }

    /// Takes the session kept under this key, with its tables. The slot then accounts for their memory.
    pub(super) fn take_kept_session(&mut self, key: &str) -> Option<Box<dyn Session>> {
        let mut state = self.slots.state();
        let serves = |kept: &KeptSession| kept.key == key && kept.hash_mib >= self.hash_mib;
        let index = state.kept.iter().position(serves)?;
        let kept = state.kept.remove(index);
        let own = state.taken.iter_mut().find(|taken| taken.number == self.number);
        if let Some(own) = own {
            own.hash_mib = kept.hash_mib;
        }
        self.hash_mib = kept.hash_mib;
        Some(kept.session)
    }

    /// Keeps the session in case the game continues, and frees the slot.
    pub(super) fn keep_session(self, key: String, session: Box<dyn Session>) {
        let mut state = self.slots.state();
        let hash_mib = self.hash_mib;
        state.kept.push(KeptSession { key, hash_mib, since: Instant::now(), session });
        let oldest = (state.kept.len() > Limits::KEPT_SESSIONS).then(|| state.kept.remove(0));
        drop(state);
        drop(oldest);
    }
}

impl Drop for SearchSlot {
    fn drop(&mut self) {
        let mut state = self.slots.state();
        state.taken.retain(|taken| taken.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> Client {
        Client(IpAddr::from([10, 0, 0, number]))
    }

    const WISH: SearchResources = SearchResources { threads: 2, hash_mib: 64 };

    fn slots() -> Arc<SearchSlots> {
        Arc::new(SearchSlots::new(Limits { threads: 4, hash_mib: 256 }))
    }

    fn take(slots: &Arc<SearchSlots>, number: u8, n: usize) -> Vec<SearchSlot> {
        let take = |_| slots.take(client(number), WISH);
        (0..n).map(take).collect::<Result<_, _>>().expect("a slot is free")
    }

    #[test]
    fn each_search_gets_a_share_of_cores_and_memory() {
        let slots = slots();
        let taken = take(&slots, 1, 4);
        let threads: Vec<_> = taken.iter().map(|slot| slot.threads).collect();
        assert_eq!(threads, [2, 2, 1, 1]);
        let hash: Vec<_> = taken.iter().map(|slot| slot.hash_mib).collect();
        assert_eq!(hash, [64, 64, 64, 32]);
        assert_eq!(taken[0].n_sharing(), 3, "six threads on four cores");
        drop(taken);
        let first = take(&slots, 1, 1).remove(0);
        assert_eq!((first.threads, first.hash_mib), (2, 64));
        assert_eq!(first.n_sharing(), 0);
    }

    #[test]
    fn a_session_is_kept_for_a_while() {
        let slots = slots();
        let open =
            || ludex_base::catalogue::catalogue().session("takt", &ludex_kit::Variant::new(), None);
        let keep = || {
            take(&slots, 1, 1).remove(0).keep_session("a game".into(), open().expect("a game"));
        };
        let n_kept = || slots.state().kept.len();
        keep();
        slots.drop_expired(Instant::now());
        assert_eq!(n_kept(), 1);
        slots.drop_expired(Instant::now() + Limits::SESSION_LIFETIME);
        assert_eq!(n_kept(), 0);
        keep();
        assert!(take(&slots, 1, 1)[0].take_kept_session("a game").is_some());
    }

    #[test]
    fn a_client_has_a_bounded_number_of_searches() {
        let slots = slots();
        let _taken = take(&slots, 1, Limits::SEARCHES_EACH);
        assert!(slots.take(client(1), WISH).is_err());
        assert!(slots.take(client(2), WISH).is_ok());
    }

    #[test]
    fn with_all_slots_taken_the_client_with_most_loses_one() {
        let slots = slots();
        let first = take(&slots, 1, Limits::SEARCHES_EACH);
        let second = take(&slots, 2, Limits::SEARCHES - Limits::SEARCHES_EACH);
        let third = take(&slots, 3, 1);
        assert!(
            first[0].stop.is_stopped(),
            "the oldest search of the client with the most searches"
        );
        let stopped = first[1..].iter().chain(&second).chain(&third);
        assert_eq!(stopped.filter(|slot| slot.stop.is_stopped()).count(), 0);
        drop(first);
        assert_eq!(take(&slots, 4, 40).len(), 40);
    }
}
