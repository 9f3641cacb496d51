//! The limit on connections, with a quota for each client. A connection that has presented the server's token keeps its slot. Other slots
//! can be reclaimed: when all slots are taken, a client with fewer connections takes over the oldest connection of the client that has the
//! most connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::counter::Counter;
use tokio::sync::Notify;

use super::client::Client;

/// All connections of a server.
#[derive(Debug)]
pub(super) struct Connections {
    /// Maximum for one client.
    each: usize,
    /// Maximum for all clients together.
    all: usize,
    state: Mutex<State>,
    /// Connections for which there was no slot.
    pub(super) refused: Counter,
}

#[derive(Debug, Default)]
struct State {
    /// The occupied slots, oldest first.
    taken: Vec<Slot>,
    next: u64,
}

#[derive(Debug)]
struct Slot {
    number: u64,
    client: Client,
    has_token: bool,
    evicted: Arc<Notify>,
}

/// The slot of a connection, freed when dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    connections: Arc<Connections>,
    number: u64,
    evicted: Arc<Notify>,
}

impl Connections {
    pub(super) fn new(each: usize, all: usize) -> Arc<Self> {
        Arc::new(Self { each, all, state: Mutex::default(), refused: Counter::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of open connections.
    pub(super) fn n_open(&self) -> usize {
        self.state().taken.len()
    }

    /// Takes a slot for a client; `None` if no slot is free and none can be reclaimed.
    pub(super) fn take(self: &Arc<Self>, client: Client) -> Option<ConnectionSlot> {
        let slot = self.find_slot(client);
        if slot.is_none() {
            self.refused.inc();
        }
        slot
    }

    fn find_slot(self: &Arc<Self>, client: Client) -> Option<ConnectionSlot> {
        let mut state = self.state();
        let own = state.taken.iter().filter(|taken| taken.client == client);
        let own = own.count();
        if own >= self.each {
            return None;
        }
        if state.taken.len() >= self.all {
            let index = state.slot_to_reclaim(own)?;
            // The reclaimed slot no longer counts, and its connection is notified.
            state.taken.remove(index).evicted.notify_one();
        }
        let (number, evicted) = (state.next, Arc::new(Notify::new()));
        state.next += 1;
        state.taken.push(Slot { number, client, has_token: false, evicted: Arc::clone(&evicted) });
        drop(state);
        Some(ConnectionSlot { connections: Arc::clone(self), number, evicted })
    }
}

impl State {
    /// The slot to reclaim. Only slots without a token are considered, of clients that have more than `own` slots. Among them, the client
    /// with the most slots loses its oldest one.
    fn slot_to_reclaim(&self, own: usize) -> Option<usize> {
        let mut each: HashMap<Client, usize> = HashMap::new();
        for taken in &self.taken {
            *each.entry(taken.client).or_default() += 1;
        }
        let slot_to_reclaim = self.taken.iter().enumerate();
        let slot_to_reclaim =
            slot_to_reclaim.filter(|(_, taken)| !taken.has_token && each[&taken.client] > own);
        // `max_by_key` returns the last of equal items. The order is reversed, so this is the oldest slot.
        let (index, _) = slot_to_reclaim.rev().max_by_key(|(_, taken)| each[&taken.client])?;
        Some(index)
    }
}

impl ConnectionSlot {
    /// Marks that the client has presented the token: the slot can no longer be reclaimed.
    pub(super) fn pin(&self) {
        let mut state = self.connections.state();
        let mut taken = state.taken.iter_mut();
        if let Some(own) = taken.find(|taken| taken.number == self.number) {
            own.has_token = true;
        }
    }

    /// Waits until another client reclaims the slot.
    pub(super) async fn reclaimed(&self) {
        self.evicted.notified().await;
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut state = self.connections.state();
        state.taken.retain(|taken| taken.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(text: &str) -> Client {
        Client::at(text.parse().expect("an address"))
    }

    fn is_gone(connected: &ConnectionSlot) -> bool {
        let state = connected.connections.state();
        let mut taken = state.taken.iter();
        !taken.any(|taken| taken.number == connected.number)
    }

    #[test]
    fn slots_without_the_token_can_be_reclaimed() {
        let connections = Connections::new(3, 4);
        let take = |text| connections.take(client(text));
        let kept = take("10.0.0.1").expect("a slot is free");
        kept.pin();
        let slot_to_reclaim = [(); 2].map(|()| take("10.0.0.1").expect("a slot is free"));
        assert!(take("10.0.0.1").is_none(), "the client has reached its limit");
        let other = take("10.0.0.2").expect("a slot is free");
        let third = take("10.0.0.3").expect("the client with the most connections loses one");
        assert_eq!(
            [&kept, &slot_to_reclaim[0], &slot_to_reclaim[1], &other].map(is_gone),
            [false, true, false, false]
        );
        let _fourth = take("10.0.0.4").expect("again");
        assert!(is_gone(&slot_to_reclaim[1]) && !is_gone(&kept));
        // A client keeps its slots if it has no more of them than the new client.
        other.pin();
        assert!(take("10.0.0.2").is_none());
        drop(third);
        assert!(take("10.0.0.2").is_some());
    }

    #[test]
    fn a_network_of_one_customer_is_one_client() {
        assert_eq!(client("2001:db8:1:2::1"), client("2001:db8:1:2:ffff::"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_ne!(client("10.0.0.1"), client("10.0.0.2"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
    }
}
