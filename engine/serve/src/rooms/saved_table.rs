//! Creates tables from requests, and converts them to and from their file format.

use std::time::Instant;

use ludex_kit::registry::Session;
use ludex_kit::{InputError, say, say_count};
use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::offers::{OfferKind, Offers};
use super::request::RoomRequest;
use super::seat::{Participant, Seat, make_names_unique, random_u64};
use super::table::{Rules, Table};
use super::timing::Timing;
use ludex_study::played::clock::SavedClock;
use ludex_study::played::record::{Heading, Stretch, today};

/// A table in its file format.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedTable {
    heading: Heading,
    seats: Vec<Seat>,
    rules: Rules,
    /// The moves so far, in one stretch for each game of a match; the last stretch is the current game.
    stretches: Vec<Stretch>,
    origin: Stretch,
    n_given: usize,
    has_begun: bool,
    seed: u64,
    clocks: Option<Vec<SavedClock>>,
    /// Whether the clocks wait for the first move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    clocks_wait: bool,
    over: Option<Ending>,
    #[serde(default, skip_serializing_if = "Offers::is_empty")]
    offers: Offers,
}

impl SavedTable {
    /// Whether a player has made a move.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }
}

impl Table {
    /// Creates a table as requested.
    pub(super) fn from_request(order: &RoomRequest) -> Result<Self, InputError> {
        let Some(line) = &order.line else {
            return Err(InputError::sentence("line", say!("the game is missing")));
        };
        let session = line.open()?;
        let n_players = session.players();
        if order.seats.len() > n_players {
            let sentence = say_count!(
                order.seats.len() as u64,
                "there is {count} seat, but the game has {n_players} players",
                "there are {count} seats, but the game has {n_players} players",
                n_players
            );
            return Err(InputError::sentence("seats", sentence));
        }
        let seat = |index: usize| {
            let Some(ordered) = order.seats.get(index) else {
                return Ok(Seat::new(Participant::Person, None, index + 1));
            };
            let who = ordered.participant();
            let who = who.map_err(|error| error.within(format!("seat {}", index + 1)))?;
            Ok(Seat::new(who, ordered.name.as_deref(), index + 1))
        };
        let mut seats: Vec<Seat> = (0..n_players).map(seat).collect::<Result<_, InputError>>()?;
        make_names_unique(&mut seats);
        let clock = order.clock()?;
        let rules =
            Rules { clock: order.clock.clone(), dice: order.dice, takebacks: order.takebacks };
        let heading = heading(&*session, &seats);
        let timing = clock.map(|clock| Timing::new(clock, n_players));
        let mut table = Self::new(heading, seats, rules, (session, random_u64()), timing);
        table.after_change(Instant::now())?;
        Ok(table)
    }

    /// Restores a saved table.
    pub(super) fn from_saved(kept: SavedTable) -> Result<Self, InputError> {
        let Some((present, earlier)) = kept.stretches.split_last() else {
            return Err(InputError::sentence("stretches", say!("the moves so far are missing")));
        };
        let session = kept.heading.open(present)?;
        let n_players = session.players();
        let counts = [
            ("seats", kept.seats.len()),
            ("names", kept.heading.names.len()),
            ("clocks", kept.clocks.as_ref().map_or(n_players, Vec::len)),
        ];
        if let Some((place, count)) = counts.into_iter().find(|(_, count)| *count != n_players) {
            return Err(InputError::new(place, count.to_string(), n_players.to_string()));
        }
        kept.offers.check(n_players)?;
        let clocks = kept.clocks.as_deref();
        let timing = clocks.map(|clocks| Timing::from_saved(clocks, kept.clocks_wait));
        let seed = kept.seed;
        let mut table = Self::new(kept.heading, kept.seats, kept.rules, (session, seed), timing);
        table.origin = kept.origin;
        table.earlier = earlier.to_vec();
        table.n_given = kept.n_given;
        table.has_begun = kept.has_begun;
        table.over = kept.over;
        table.offers = kept.offers;
        // A draw offer to an engine is dropped: the engine's answer was lost in the restart.
        if table.seats.iter().any(|seat| !seat.is_person()) {
            table.offers.lapse(OfferKind::Draw);
        }
        Ok(table)
    }

    pub(super) fn to_saved(&self, now: Instant) -> SavedTable {
        let mut stretches = self.earlier.clone();
        stretches.push(self.session.game_so_far().into());
        SavedTable {
            heading: self.heading.clone(),
            seats: self.seats.clone(),
            rules: self.rules.clone(),
            stretches,
            origin: self.origin.clone(),
            n_given: self.n_given,
            has_begun: self.has_begun,
            seed: self.seed,
            clocks: self.timing.as_ref().map(|timing| timing.saved_clocks(now)),
            clocks_wait: self.timing.as_ref().is_some_and(Timing::awaits_move),
            over: self.over.clone(),
            offers: self.offers.clone(),
        }
    }
}

fn heading(session: &dyn Session, seats: &[Seat]) -> Heading {
    Heading {
        game: session.info().name.to_owned(),
        variant: session.variant().to_string(),
        names: seats.iter().map(|seat| seat.name.clone()).collect(),
        day: today(),
    }
}
