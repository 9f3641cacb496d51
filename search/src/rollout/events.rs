//! The chance events of rollouts: random, but the first two spread evenly over all that can happen.

use rand::Rng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use crate::support::random::stream;

/// Weights beyond this are not spread: no number of games would come near.
const GREATEST_TOTAL: u32 = 1 << 12;

/// Where the events of one game come from. Equal seeds and numbers give equal games, on whatever thread.
pub(super) struct EventSource {
    rng: Pcg64,
    seed: u64,
    trial: u64,
    stratifies: bool,
    /// Events that happened.
    n_events: u32,
    /// The sum of the weights of the first event.
    first_total: u32,
}

impl EventSource {
    pub(super) fn new(seed: u64, trial: u64, stratifies: bool) -> Self {
        Self { rng: stream(seed, trial), seed, trial, stratifies, n_events: 0, first_total: 1 }
    }

    /// The events that happened.
    pub(super) fn n_events(&self) -> u32 {
        self.n_events
    }

    /// The index of the next event, by weights that add up to `total`.
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
        // Drawn in any case, so that spreading changes nothing of the later events.
        let random = (u64::from(self.rng.next_u32()) * u64::from(total)) >> 32;
        let round = self.n_events;
        self.n_events += 1;
        if round == 0 {
            self.first_total = total;
        }
        if !self.stratifies || round > 1 || total > GREATEST_TOTAL {
            return random as u32;
        }
        // Any `first_total` games in a row have every first event as often as its weight says; and after `total` times as
        // many every pair has happened so often.
        let first = u64::from(self.first_total);
        let index = match round {
            0 => self.trial % first,
            _ => (self.trial / first + self.trial % first) % u64::from(total),
        };
        permutation(self.seed, round, total)[index as usize]
    }
}

/// The numbers below `total` in an order that depends on the seed.
fn permutation(seed: u64, round: u32, total: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..total).collect();
    order.shuffle(&mut stream(seed, u64::MAX - u64::from(round)));
    order
}
