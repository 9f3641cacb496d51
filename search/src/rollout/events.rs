//! The chance events of rollouts: random, except that the first two events of the games are spread evenly over all possibilities
//! (stratified sampling).

use rand::Rng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use crate::support::random::stream;

/// Above this total weight the events are not stratified, because no realistic number of games would cover them.
const GREATEST_TOTAL: u32 = 1 << 12;

/// The source of the events of one game. Equal seeds and game numbers give equal games, on every thread.
pub(super) struct EventSource {
    rng: Pcg64,
    seed: u64,
    trial: u64,
    stratifies: bool,
    /// The number of events so far.
    n_events: u32,
    /// The sum of the weights of the first event.
    first_total: u32,
}

impl EventSource {
    pub(super) fn new(seed: u64, trial: u64, stratifies: bool) -> Self {
        Self { rng: stream(seed, trial), seed, trial, stratifies, n_events: 0, first_total: 1 }
    }

    /// The number of events so far.
    pub(super) fn n_events(&self) -> u32 {
        self.n_events
    }

    /// The index of the next event; `total` is the sum of the weights.
    pub(super) fn next_index<E>(&mut self, events: &[(E, u32)], total: u32) -> usize {
        let mut ticket = self.ticket(total);
        for (index, &(_, weight)) in events.iter().enumerate() {
            if ticket < weight {
                return index;
            }
            ticket -= weight;
        }
        unreachable!("the weights of the events add up to their sum")
    }

    /// A number below `total`.
    fn ticket(&mut self, total: u32) -> u32 {
        // Drawn in any case, so that stratification does not change the later events.
        let random = (u64::from(self.rng.next_u32()) * u64::from(total)) >> 32;
        let round = self.n_events;
        self.n_events += 1;
        if round == 0 {
            self.first_total = total;
        }
        if !self.stratifies || round > 1 || total > GREATEST_TOTAL {
            return random as u32;
        }
        // In any `first_total` successive games, every first event occurs as often as its weight requires; in `total` times as many games,
        // so does every pair of events.
        let first = u64::from(self.first_total);
        let index = match round {
            0 => self.trial % first,
            _ => (self.trial / first + self.trial % first) % u64::from(total),
        };
        permutation(self.seed, round, total)[index as usize]
    }
}

/// The numbers below `total`, in an order that depends on the seed.
fn permutation(seed: u64, round: u32, total: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..total).collect();
    order.shuffle(&mut stream(seed, u64::MAX - u64::from(round)));
    order
}
