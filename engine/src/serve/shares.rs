//! Shares: how many of something each client has, and all together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Client;

/// What clients share.
#[derive(Debug)]
pub(super) struct Shares {
    /// The most of one client.
    each: usize,
    /// The most of all.
    all: usize,
    taken: Mutex<HashMap<Client, usize>>,
}

/// A share, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    shares: Arc<Shares>,
    client: Client,
}

impl Shares {
    pub(super) fn new(each: usize, all: usize) -> Arc<Self> {
        let taken = Mutex::default();
        Arc::new(Self { each, all, taken })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one more for a client, if there is one.
    pub(super) fn take(self: &Arc<Self>, client: Client) -> Option<Share> {
        let mut taken = self.taken();
        let own = taken.get(&client).copied().unwrap_or(0);
        if own >= self.each || taken.values().sum::<usize>() >= self.all {
            return None;
        }
        taken.insert(client, own + 1);
        let shares = Arc::clone(self);
        Some(Share { shares, client })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.shares.taken();
        if let Some(own) = taken.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn nobody_has_more_than_a_share_and_all_have_no_more_than_there_is() {
        let client = |number: u8| Client(IpAddr::from([10, 0, 0, number]));
        let shares = Shares::new(2, 3);
        let first = shares.take(client(1)).expect("there is one");
        let _second = shares.take(client(1)).expect("there is one");
        assert!(shares.take(client(1)).is_none(), "two are a client's share");
        let _third = shares.take(client(2)).expect("there is one");
        assert!(shares.take(client(2)).is_none(), "three are all");
        drop(first);
        assert!(shares.take(client(2)).is_some());
    }
}
