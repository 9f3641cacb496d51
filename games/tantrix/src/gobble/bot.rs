//! A simulated player: what they notice, what they decide, and how long it takes.

use ludex_search::support::random::stream;
use rand::RngExt;
use rand_pcg::Pcg64;

use super::seat::Moment;
use super::table::{GOBBLE_SIDES, GobbleTable, SIDES};
use crate::rules::moves::Placement;
use crate::rules::tile::Tile;

/// A simulated player.
#[derive(Clone)]
pub(super) struct Bot {
    player: usize,
    rng: Pcg64,
}

/// What a simulated player is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BotPlan {
    /// Place a tile.
    Lay(Placement),
    /// Discard the tile that the player turned up, because they saw no place for it.
    Discard,
    /// Do nothing: the player saw no place for a penalty tile and has no other tile.
    Nothing,
}

impl Bot {
    /// The player at a seat, in a game of a series.
    pub(super) fn new(player: usize, seed: u64, game: u64) -> Self {
        let index = (game << 8) + player as u64 + 1;
        Self { player, rng: stream(seed, index) }
    }

    /// The duration of an attempt. Attempts occur at a constant rate, so durations are exponentially distributed.
    pub(super) fn duration(&mut self, table: &GobbleTable) -> Moment {
        let mean = table.settings().speed[self.player] * 1e6;
        let uniform: f64 = self.rng.random_range(f64::EPSILON..1.0);
        (-uniform.ln() * mean).max(1.0) as Moment
    }

    /// Decides what the player does next. If they notice a place for a penalty tile, they place it; otherwise they turn up a new tile
    /// immediately.
    pub(super) fn decide(&mut self, table: &mut GobbleTable) -> BotPlan {
        if table.seats()[self.player].hand.is_none() {
            if let Some(placement) = self.penalty_place(table) {
                return BotPlan::Lay(placement);
            }
            let Some(stack) = table.seats()[self.player].highest_stack() else {
                return BotPlan::Nothing;
            };
            table.turn_up(self.player, stack);
        }
        let tile = table.seats()[self.player].hand;
        let place = tile.and_then(|tile| self.notice(table, tile, SIDES));
        place.map_or(BotPlan::Discard, BotPlan::Lay)
    }

    fn penalty_place(&mut self, table: &GobbleTable) -> Option<Placement> {
        if table.board().spaces().is_empty() {
            return None;
        }
        let any = table.settings().take_any;
        let playable = table.seats()[self.player].playable_penalties(any);
        playable.iter().rev().find_map(|&tile| self.notice(table, tile, GOBBLE_SIDES))
    }

    /// Chooses, among the places that the player notices, one that touches the most tiles. A placement that touches at least three lets the
    /// player give a tile away.
    fn notice(&mut self, table: &GobbleTable, tile: Tile, sides: u8) -> Option<Placement> {
        let attention = table.settings().attention[self.player];
        let mut best: Option<(u8, Placement)> = None;
        let mut n_equal = 0;
        for (n_around, rotations) in table.places(tile, sides) {
            if !self.rng.random_bool(attention) {
                continue;
            }
            let better = best.is_none_or(|(most, _)| n_around > most);
            let equal = best.is_some_and(|(most, _)| n_around == most);
            n_equal = if better { 1 } else { n_equal + u32::from(equal) };
            // Each of several equal places has the same probability.
            if better || (equal && self.rng.random_range(0..n_equal) == 0) {
                let rotation = self.rng.random_range(0..rotations.len());
                best = Some((n_around, rotations[rotation]));
            }
        }
        best.map(|(_, placement)| placement)
    }
}

/// The receiver of a gift: the player with the fewest tiles. Ties go to the next one in seat order after the giver.
pub(super) fn choose_receiver(table: &GobbleTable, giver: usize) -> Option<usize> {
    let receivers = table.receivers(giver);
    receivers.min_by_key(|&seat| table.seats()[seat].n_tiles())
}

/// The tile to give, if the giver can choose: the penalty tile with the fewest places. Ties go to the topmost one.
pub(super) fn choose_gift(table: &GobbleTable, giver: usize) -> Option<Tile> {
    let penalties = table.seats()[giver].penalty.iter().rev().copied();
    penalties.min_by_key(|&tile| table.places(tile, GOBBLE_SIDES).count())
}
