//! Equities of matches: what is won and lost at a score, told so that a plain win is 1 and a plain loss −1.
//!
//! **Invariant:** Only `MatchScale` knows the chances to win a match. It holds them in double precision and for the player who trails,
//! because near 1 single precision cannot represent what a game is worth at 63 to 0.

use ludex_search::Player;

use super::{MatchEquities, MatchScore};
use crate::evaluation::equity::Payoffs;
use crate::rules::position::Cube;

/// How equities at a score and a value of the cube stand for chances to win the match.
///
/// It is kept in chances of the player who is behind, for double precision: far behind, a game changes his chance in the
/// eighth digit after the point or later, and nothing of that would be left in the other's chance near 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchScale {
    behind: Player,
    /// His chance before the game.
    start: f64,
    /// Half way between his chances after a plain win and a plain loss, and half their distance.
    middle: f64,
    half: f64,
}

impl MatchScale {
    /// The scale of a game at a score with the cube turned so often.
    pub fn new(table: &MatchEquities, score: MatchScore, doublings: u8) -> Self {
        let behind = Player(u8::from(score.away[1] > score.away[0]));
        let points = 1 << doublings.min(Cube::MOST);
        let [won, lost] = [behind, behind.other()]
            .map(|winner| table.chance_after(behind, score, winner, points));
        Self {
            behind,
            start: table.chance(behind, score),
            middle: f64::midpoint(won, lost),
            // A table of others may have scores at which a point makes no difference.
            half: (0.5 * (won - lost)).max(1e-30),
        }
    }

    /// What the ends of a game at this score are worth to a player with the cube turned so often.
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

    /// The equity of a player before the game.
    pub fn at_start(&self, player: Player) -> f32 {
        self.equity(player, self.start)
    }

    /// The equity of a player where he who is behind has this chance.
    fn equity(&self, player: Player, chance: f64) -> f32 {
        (self.sign(player) * (chance - self.middle) / self.half) as f32
    }

    /// The chance of a player to win the match that his equity stands for.
    pub fn chance(&self, player: Player, equity: f64) -> f64 {
        let behind = self.middle + self.sign(player) * equity * self.half;
        let chance = if player == self.behind { behind } else { 1.0 - behind };
        chance.clamp(0.0, 1.0)
    }

    /// The equity in this scale of what is an equity of the player in another one of the same score.
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
    /// What the ends of a game at this score are worth to a player with the cube turned so often: a plain win 1, a plain
    /// loss −1.
    pub fn payoffs(&self, score: MatchScore, player: Player, doublings: u8) -> Payoffs {
        MatchScale::new(self, score, doublings).payoffs(self, score, player, doublings)
    }
}
