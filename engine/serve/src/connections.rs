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
    taken: Vec<Taken>,
    next: u64,
}

#[derive(Debug)]
struct Taken {
    number: u64,
    client: Client,
    has_token: bool,
    goes: Arc<Notify>,
}

/// A connection, which gives its place back when it is dropped.
#[derive(Debug)]
pub(super) struct Connected {
    connections: Arc<Connections>,
    number: u64,
    goes: Arc<Notify>,
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
    pub(super) fn take(self: &Arc<Self>, client: Client) -> Option<Connected> {
        let mut state = self.state();
        let own = state.taken.iter().filter(|taken| taken.client == client);
        let own = own.count();
        if own >= self.each {
            return None;
        }
        if state.taken.len() >= self.all {
            let index = state.lent(own)?;
            // It is gone for all who count, and hears of it.
            state.taken.remove(index).goes.notify_one();
        }
        let (number, goes) = (state.next, Arc::new(Notify::new()));
        state.next += 1;
        state.taken.push(Taken { number, client, has_token: false, goes: Arc::clone(&goes) });
        drop(state);
        Some(Connected { connections: Arc::clone(self), number, goes })
    }
}

impl State {
    /// The oldest place without the token of the client that has most of them, if that is more than `own`.
    fn lent(&self, own: usize) -> Option<usize> {
        let mut each: HashMap<Client, usize> = HashMap::new();
        for taken in &self.taken {
            *each.entry(taken.client).or_default() += 1;
        }
        let lent = self.taken.iter().enumerate();
        let lent = lent.filter(|(_, taken)| !taken.has_token && each[&taken.client] > own);
        // The first of equal ones is the oldest.
        let (index, _) = lent.rev().max_by_key(|(_, taken)| each[&taken.client])?;
        Some(index)
    }
}

impl Connected {
    /// The client has brought the token of the server: the place is its own from now on.
    pub(super) fn keep(&self) {
        let mut state = self.connections.state();
        let mut taken = state.taken.iter_mut();
        if let Some(own) = taken.find(|taken| taken.number == self.number) {
            own.has_token = true;
        }
    }

    /// Waits until another client takes the place.
    pub(super) async fn is_taken_over(&self) {
        self.goes.notified().await;
    }
}

impl Drop for Connected {
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

    fn is_gone(connected: &Connected) -> bool {
        let state = connected.connections.state();
        let mut taken = state.taken.iter();
        !taken.any(|taken| taken.number == connected.number)
    }

    #[test]
    fn places_without_the_token_are_lent() {
        let connections = Connections::new(3, 4);
        let take = |text| connections.take(client(text));
        let kept = take("10.0.0.1").expect("there is room");
        kept.keep();
        let lent = [(); 2].map(|()| take("10.0.0.1").expect("there is room"));
        assert!(take("10.0.0.1").is_none(), "a client has a share");
        let other = take("10.0.0.2").expect("there is room");
        let third = take("10.0.0.3").expect("the client with the most connections loses one");
        assert_eq!([&kept, &lent[0], &lent[1], &other].map(is_gone), [false, true, false, false]);
        let _fourth = take("10.0.0.4").expect("again");
        assert!(is_gone(&lent[1]) && !is_gone(&kept));
        // Those who have no more than the newcomer keep what they have.
        other.keep();
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
