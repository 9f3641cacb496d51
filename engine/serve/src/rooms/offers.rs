//! What players offer each other and ask of each other: draws, moves to be taken back, another game.

use std::time::Instant;

use ludex_kit::InputError;
use ludex_kit::registry::Token;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::seat::random;
use super::table::Table;
use super::timing::Timing;
use ludex_base::numbers;

/// What lies on the table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Offers([Option<Offer>; 3]);

/// What may be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OfferKind {
    Draw,
    Takeback,
    Rematch,
}

impl OfferKind {
    fn name(self) -> &'static str {
        ["draw", "takeback", "rematch"][self as usize]
    }
}

/// An offer, with those who agree; all have to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Offer {
    by: usize,
    agreed: Vec<usize>,
}

impl Offer {
    /// An offer of a player, to which these others agree at once.
    pub(super) fn new(by: usize, agreed: &[usize]) -> Self {
        let mut agreed = agreed.to_vec();
        agreed.push(by);
        Self { by, agreed }
    }
}

impl Offers {
    pub(super) fn make(&mut self, kind: OfferKind, offer: Offer) {
        self.0[kind as usize] = Some(offer);
    }

    pub(super) fn is_pending(&self, kind: OfferKind) -> bool {
        self.0[kind as usize].is_some()
    }

    pub(super) fn lapse(&mut self, kind: OfferKind) {
        self.0[kind as usize] = None;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Whether no offer is of a player whom the game does not have.
    pub(super) fn check(&self, n_players: usize) -> Result<(), InputError> {
        let players = self.0.iter().flatten();
        let mut players = players.flat_map(|offer| offer.agreed.iter().chain([&offer.by]));
        match players.find(|player| !(1..=n_players).contains(*player)) {
            Some(player) => {
                let expected = format!("a player from 1 to {n_players}");
                Err(InputError::new("offers", player.to_string(), expected))
            }
            None => Ok(()),
        }
    }

    /// A player does not agree.
    pub(super) fn decline(&mut self, kind: OfferKind, player: usize) -> Result<(), InputError> {
        // Whoever takes back what he has offered declines it as well.
        if self.is_pending(kind) {
            self.lapse(kind);
            return Ok(());
        }
        let place = format!("decline_{}", kind.name());
        let found = format!("no offer to player {player}");
        Err(InputError::new(place, found, "an offer"))
    }

    /// Who offers what.
    pub(super) fn told(&self) -> Value {
        let by = |kind: OfferKind| self.0[kind as usize].as_ref().map(|offer| offer.by);
        json!({
            "draw": by(OfferKind::Draw),
            "takeback": by(OfferKind::Takeback),
            "rematch": by(OfferKind::Rematch),
        })
    }
}

impl Table {
    /// A player offers something; engines agree at once.
    pub(super) fn offer(
        &mut self,
        kind: OfferKind,
        player: usize,
        now: Instant,
    ) -> Result<(), InputError> {
        if self.offers.is_pending(kind) {
            return self.accept(kind, player, now);
        }
        let engines = (1..).zip(&self.seats).filter(|(_, seat)| !seat.is_person());
        let engines: Vec<usize> = engines.map(|(number, _)| number).collect();
        self.offers.make(kind, Offer::new(player, &engines));
        self.accept(kind, player, now)
    }

    /// A player agrees; what all agree to is done.
    pub(super) fn accept(
        &mut self,
        kind: OfferKind,
        player: usize,
        now: Instant,
    ) -> Result<(), InputError> {
        let Some(offer) = &mut self.offers.0[kind as usize] else {
            let place = format!("accept_{}", kind.name());
            return Err(InputError::new(place, "no offer", "an offer"));
        };
        if !offer.agreed.contains(&player) {
            offer.agreed.push(player);
        }
        if offer.agreed.len() < self.seats.len() {
            return Ok(());
        }
        let by = offer.by;
        self.offers.lapse(kind);
        match kind {
            OfferKind::Draw => self.agree_on_draw(now),
            OfferKind::Takeback => self.take_back(by, now)?,
            OfferKind::Rematch => self.play_again(now)?,
        }
        Ok(())
    }

    pub(super) fn ask_takeback(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        self.unless_over("takeback")?;
        if !self.rules.takebacks {
            let expected = "a game in which moves may be taken back";
            return Err(InputError::new("takeback", "a game that forbids it", expected));
        }
        // Tried at once, so that nobody agrees to what cannot be done.
        let words = self.words();
        let undone = self.undo_for(player);
        self.set_words(&words)?;
        undone?;
        self.offer(OfferKind::Takeback, player, now)
    }

    /// Takes moves back until a player is to move again who has moved since.
    fn take_back(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        let words = self.words();
        if let Err(error) = self.undo_for(player) {
            self.set_words(&words)?;
            return Err(error);
        }
        if let Some(timing) = &mut self.timing {
            timing.forget_turn();
        }
        self.stepped(now)
    }

    fn undo_for(&mut self, player: usize) -> Result<(), InputError> {
        let mut n_steps = self.session.told().steps.len();
        while n_steps > self.n_given && self.session.undo() {
            n_steps -= 1;
            if self.to_move() == Some(player) {
                return Ok(());
            }
        }
        let expected = "a move of yours to take back";
        Err(InputError::new("takeback", "no move", expected))
    }

    /// The steps of the session, to which it can be set again.
    fn words(&self) -> Vec<Token> {
        Token::split(&self.session.told().steps.join(" "), "game")
    }

    fn set_words(&mut self, words: &[Token]) -> Result<(), InputError> {
        self.session.restart();
        self.session.extend(words)
    }

    pub(super) fn offer_rematch(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        if self.over.is_none() {
            let expected = "a game that is over";
            return Err(InputError::new("rematch", "one that goes on", expected));
        }
        self.offer(OfferKind::Rematch, player, now)
    }

    /// Another game from where this one began; everybody moves to the next seat.
    fn play_again(&mut self, now: Instant) -> Result<(), InputError> {
        let origin = &self.origin;
        let words = Token::split(&origin.steps.join(" "), "game");
        self.session.start_at(origin.start.as_deref())?;
        self.session.extend(&words)?;
        self.seats.rotate_right(1);
        self.heading.names = self.seats.iter().map(|seat| seat.name.clone()).collect();
        self.n_given = words.len();
        self.earlier.clear();
        self.over = None;
        self.seed = random();
        let clock = self.rules.clock.as_deref();
        let clock = clock.and_then(|text| numbers::clock(text).ok());
        self.timing = clock.map(|clock| Timing::new(clock, self.seats.len()));
        self.stepped(now)?;
        self.begin(now)
    }
}
