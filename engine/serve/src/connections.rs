//! Connections: their number is limited, and each client has a share of them. One that has brought the token keeps its place. The
//! others lend theirs: where all are taken, a client with fewer takes over the oldest of the client that has the most.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::client::Client;

/// The connections of a server.
#[derive(Debug)]
pub(super) struct Connections {
    /// The most of one client.
    each: usize,
    /// The most of all.
    all: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The oldest first.
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

/// A connection, which gives its place back when it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    connections: Arc<Connections>,
    number: u64,
    evicted: Arc<Notify>,
}

impl Connections {
    pub(super) fn new(each: usize, all: usize) -> Arc<Self> {
        let state = Mutex::default();
        Arc::new(Self { each, all, state })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place for a client, if there is one.
    pub(super) fn take(self: &Arc<Self>, client: Client) -> Option<ConnectionSlot> {
        let mut state = self.state();
        let own = state.taken.iter().filter(|taken| taken.client == client);
        let own = own.count();
        if own >= self.each {
            return None;
        }
        if state.taken.len() >= self.all {
            let index = state.slot_to_reclaim(own)?;
            // It is gone for all who count, and hears of it.
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
    /// The oldest place without the token of the client that has most of them, if that is more than `own`.
    fn slot_to_reclaim(&self, own: usize) -> Option<usize> {
        let mut each: HashMap<Client, usize> = HashMap::new();
        for taken in &self.taken {
            *each.entry(taken.client).or_default() += 1;
        }
        let slot_to_reclaim = self.taken.iter().enumerate();
        let slot_to_reclaim =
            slot_to_reclaim.filter(|(_, taken)| !taken.has_token && each[&taken.client] > own);
        // The first of equal ones is the oldest.
        let (index, _) = slot_to_reclaim.rev().max_by_key(|(_, taken)| each[&taken.client])?;
        Some(index)
    }
}

impl ConnectionSlot {
    /// The client has brought the token of the server: the place is its own from now on.
    pub(super) fn pin(&self) {
        let mut state = self.connections.state();
        let mut taken = state.taken.iter_mut();
        if let Some(own) = taken.find(|taken| taken.number == self.number) {
            own.has_token = true;
        }
    }

    /// Waits until another client takes the place.
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
    fn places_without_the_token_are_lent() {
        let connections = Connections::new(3, 4);
        let take = |text| connections.take(client(text));
        let kept = take("10.0.0.1").expect("there is room");
        kept.pin();
        let slot_to_reclaim = [(); 2].map(|()| take("10.0.0.1").expect("there is room"));
        assert!(take("10.0.0.1").is_none(), "a client has a share");
        let other = take("10.0.0.2").expect("there is room");
        let third = take("10.0.0.3").expect("the client with the most connections loses one");
        assert_eq!(
            [&kept, &slot_to_reclaim[0], &slot_to_reclaim[1], &other].map(is_gone),
            [false, true, false, false]
        );
        let _fourth = take("10.0.0.4").expect("again");
        assert!(is_gone(&slot_to_reclaim[1]) && !is_gone(&kept));
        // Those who have no more than the newcomer keep what they have.
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
