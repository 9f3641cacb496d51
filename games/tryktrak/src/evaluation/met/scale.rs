//! Equities in matches: linearly scaled so that at a score and cube value a plain win is 1 and a plain loss −1.
//!
//! **Invariant:** Only `MatchScale` converts to and from probabilities of winning the match. It uses double precision and the probability
//! of the player who trails: near 1, single precision cannot represent what a game is worth at a score such as 63 to 0.

use ludex_search::Player;

use super::{MatchEquities, MatchScore};
use crate::evaluation::equity::Payoffs;
use crate::rules::position::Cube;

/// Converts between equities at a score and cube value and match-winning probabilities.
///
/// It stores the probabilities of the trailing player, for precision. If that player is far behind, one game changes their probability by
/// 1e-8 or less; the leader's probability, which is near 1, could not represent the change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchScale {
    behind: Player,
    /// The trailing player's probability before the game.
    start: f64,
    /// The mean of the trailing player's probabilities after a plain win and a plain loss, and half their difference.
    middle: f64,
    half: f64,
}

impl MatchScale {
    /// The scale of a game at this score, after `doublings` doublings.
    pub fn new(table: &MatchEquities, score: MatchScore, doublings: u8) -> Self {
        let behind = Player(u8::from(score.away[1] > score.away[0]));
        let points = 1 << doublings.min(Cube::MOST);
        let [won, lost] = [behind, behind.other()]
            .map(|winner| table.chance_after(behind, score, winner, points));
        Self {
            behind,
            start: table.chance(behind, score),
            middle: f64::midpoint(won, lost),
            // Avoid a division by zero: in some users' tables there are scores at which a win and a loss have the same value.
            half: (0.5 * (won - lost)).max(1e-30),
        }
    }

    /// The values of the game's possible ends for a player at this score, after `doublings` doublings.
    pub fn payoffs(
        &self,
        table: &MatchEquities,
        score: MatchScore,
        player: Player,
        doublings: u8,
    ) -> Payoffs {
        let worth = |winner: Player| {
            [1, 2, 3].map(|multiple| {
                let points = multiple << doublings.min(Cube::MOST);
                self.equity(player, table.chance_after(self.behind, score, winner, points))
            })
        };
        Payoffs { win: worth(player), lose: worth(player.other()) }
    }

    /// A player's equity before the game.
    pub fn at_start(&self, player: Player) -> f32 {
        self.equity(player, self.start)
    }

    /// A player's equity if the trailing player has this probability.
    fn equity(&self, player: Player, chance: f64) -> f32 {
        (self.sign(player) * (chance - self.middle) / self.half) as f32
    }

    /// The match-winning probability of a player that corresponds to an equity.
    pub fn chance(&self, player: Player, equity: f64) -> f64 {
        let behind = self.middle + self.sign(player) * equity * self.half;
        let chance = if player == self.behind { behind } else { 1.0 - behind };
        chance.clamp(0.0, 1.0)
    }

    /// Converts a player's equity from another scale for the same score to this one.
    pub fn from(&self, other: &Self, player: Player, equity: f64) -> f64 {
        debug_assert_eq!(self.behind, other.behind, "the score is the same");
        self.sign(player) * (other.middle - self.middle) / self.half
            + equity * other.half / self.half
    }

    fn sign(&self, player: Player) -> f64 {
        if player == self.behind { 1.0 } else { -1.0 }
    }
}

impl MatchEquities {
    /// The values of the game's possible ends for a player at this score, after `doublings` doublings: a plain win is 1, a plain loss −1.
    pub fn payoffs(&self, score: MatchScore, player: Player, doublings: u8) -> Payoffs {
        MatchScale::new(self, score, doublings).payoffs(self, score, player, doublings)
    }
}
