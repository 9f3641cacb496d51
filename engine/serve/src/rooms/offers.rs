//! Offers between players: draws, takebacks and rematches.

use ludex_kit::{InputError, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The pending offers: at most one draw, one takeback and one rematch.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Offers([Option<Offer>; 3]);

/// The kinds of offers.
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

/// An offer, with the players who have accepted it. It takes effect when all players have accepted it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Offer {
    by: usize,
    agreed: Vec<usize>,
}

impl Offer {
    /// An offer of the player `by`; the players in `agreed` have accepted it already.
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

    /// An error if an offer names a player that the game does not have.
    pub(super) fn check(&self, n_players: usize) -> Result<(), InputError> {
        let players = self.0.iter().flatten();
        let mut players = players.flat_map(|offer| offer.agreed.iter().chain([&offer.by]));
        match players.find(|player| !(1..=n_players).contains(*player)) {
            Some(player) => {
                let expected = say!("a player from 1 to {n_players}", n_players);
                Err(InputError::new("offers", player.to_string(), expected))
            }
            None => Ok(()),
        }
    }

    /// Records that a player accepts. If all players have accepted, removes the offer and returns the player who made it; otherwise `None`.
    pub(super) fn agree(
        &mut self,
        kind: OfferKind,
        player: usize,
        n_players: usize,
    ) -> Result<Option<usize>, InputError> {
        let Some(offer) = &mut self.0[kind as usize] else {
            let place = format!("accept_{}", kind.name());
            return Err(InputError::sentence(place, say!("there is no such offer")));
        };
        if !offer.agreed.contains(&player) {
            offer.agreed.push(player);
        }
        if offer.agreed.len() < n_players {
            return Ok(None);
        }
        let by = offer.by;
        self.lapse(kind);
        Ok(Some(by))
    }

    /// A player declines.
    pub(super) fn decline(&mut self, kind: OfferKind, player: usize) -> Result<(), InputError> {
        // A player who withdraws their own offer uses this function as well.
        if self.is_pending(kind) {
            self.lapse(kind);
            return Ok(());
        }
        let place = format!("decline_{}", kind.name());
        Err(InputError::sentence(place, say!("there is no such offer to player {player}", player)))
    }

    /// The pending offers as JSON: the kind of each and the player who made it.
    pub(super) fn to_json(&self) -> Value {
        let by = |kind: OfferKind| self.0[kind as usize].as_ref().map(|offer| offer.by);
        json!({
            "draw": by(OfferKind::Draw),
            "takeback": by(OfferKind::Takeback),
            "rematch": by(OfferKind::Rematch),
        })
    }
}
