//! What players offer each other: draws, moves to be taken back, another game.

use ludex_kit::InputError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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

    /// A player agrees. Once all players do, the offer is gone, and the player who made it is returned.
    pub(super) fn agree(
        &mut self,
        kind: OfferKind,
        player: usize,
        n_players: usize,
    ) -> Result<Option<usize>, InputError> {
        let Some(offer) = &mut self.0[kind as usize] else {
            let place = format!("accept_{}", kind.name());
            return Err(InputError::sentence(place, "there is no such offer"));
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

    /// A player does not agree.
    pub(super) fn decline(&mut self, kind: OfferKind, player: usize) -> Result<(), InputError> {
        // Whoever takes back what he has offered declines it as well.
        if self.is_pending(kind) {
            self.lapse(kind);
            return Ok(());
        }
        let place = format!("decline_{}", kind.name());
        Err(InputError::sentence(place, format!("there is no such offer to player {player}")))
    }

    /// Who offers what.
    pub(super) fn to_json(&self) -> Value {
        let by = |kind: OfferKind| self.0[kind as usize].as_ref().map(|offer| offer.by);
        json!({
            "draw": by(OfferKind::Draw),
            "takeback": by(OfferKind::Takeback),
            "rematch": by(OfferKind::Rematch),
        })
    }
}
