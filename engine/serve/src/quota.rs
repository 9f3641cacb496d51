//! A quota of some resource, such as bytes, with a limit for each client and for all together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::client::Client;

/// A resource that clients share.
#[derive(Debug)]
pub(super) struct Quota {
    /// Maximum for one client.
    each: usize,
    /// Maximum for all clients together.
    all: usize,
    /// Amount that a client without a share may take even when the total is used up.
    spare: usize,
    taken: Mutex<HashMap<Client, usize>>,
}

/// A share of the resource, returned when dropped.
#[derive(Debug)]
pub(super) struct QuotaShare {
    quota: Arc<Quota>,
    client: Client,
    count: usize,
}

impl Quota {
    pub(super) fn new(each: usize, all: usize) -> Arc<Self> {
        Self::with_spare(each, all, 0)
    }

    /// A quota that leaves something for every client: a client without a share may take up to `spare` even when the total is used up.
    pub(super) fn with_spare(each: usize, all: usize, spare: usize) -> Arc<Self> {
        let taken = Mutex::default();
        Arc::new(Self { each, all, spare, taken })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one unit for a client, if one is left.
    pub(super) fn take(self: &Arc<Self>, client: Client) -> Option<QuotaShare> {
        self.take_many(client, 1)
    }

    /// Takes `count` units for a client, if that many are left. A client without a share may exceed its own
    /// limit, but not the total.
    pub(super) fn take_many(self: &Arc<Self>, client: Client, count: usize) -> Option<QuotaShare> {
        let mut taken = self.taken();
        let own = taken.get(&client).copied().unwrap_or(0);
        let all: usize = taken.values().sum();
        let is_little = own == 0 && count <= self.spare;
        let is_too_much = (own > 0 && own + count > self.each) || all + count > self.all;
        if is_too_much && !is_little {
            return None;
        }
        taken.insert(client, own + count);
        let quota = Arc::clone(self);
        Some(QuotaShare { quota, client, count })
    }
}

impl Drop for QuotaShare {
    fn drop(&mut self) {
        let mut taken = self.quota.taken();
        if let Some(own) = taken.get_mut(&self.client) {
            *own -= self.count;
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
    fn quotas_limit_each_client_and_the_total() {
        let client = |number: u8| Client(IpAddr::from([10, 0, 0, number]));
        let quota = Quota::new(2, 3);
        let first = quota.take(client(1)).expect("a unit is left");
        let _second = quota.take(client(1)).expect("a unit is left");
        assert!(quota.take(client(1)).is_none(), "a client may take at most two");
        let _third = quota.take(client(2)).expect("a unit is left");
        assert!(quota.take(client(2)).is_none(), "the total is used up");
        drop(first);
        assert!(quota.take(client(2)).is_some());
    }

    #[test]
    fn a_client_without_a_share_gets_the_spare_amount() {
        let client = |number: u8| Client(IpAddr::from([10, 0, 0, number]));
        let quota = Quota::with_spare(4, 8, 2);
        let _all = [1, 2].map(|number| quota.take_many(client(number), 4));
        assert!(quota.take_many(client(3), 3).is_none(), "it is more than the spare amount");
        let little = quota.take_many(client(3), 2).expect("the spare amount");
        assert!(quota.take(client(3)).is_none(), "the client already has a share");
        drop(little);
        assert!(quota.take(client(3)).is_some());
    }

    #[test]
    fn a_client_without_a_share_may_exceed_its_own_limit() {
        let client = |number: u8| Client(IpAddr::from([10, 0, 0, number]));
        let quota = Quota::new(4, 8);
        let large = quota.take_many(client(1), 6).expect("the client has no other share");
        assert!(quota.take(client(1)).is_none(), "the client has used up its limit");
        assert!(quota.take_many(client(2), 3).is_none(), "only two units are left");
        let _rest = quota.take_many(client(2), 2).expect("only two units are left");
        assert!(quota.take(client(3)).is_none());
        drop(large);
        assert!(quota.take(client(1)).is_some());
    }
}
