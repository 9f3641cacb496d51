//! Extends a table of match equities to scores beyond the published ones, one game at a time.
//!
//! CITE: Norman Zadeh, "On Doubling in Tournament Backgammon", Management Science 23, 1977: the probability at a score is the value of one
//! game with the cube, and the possible ends of this game lead to scores that are already known. Here Janowski's formulae give that value.

use ludex_search::Player;

use super::{Crawford, LONGEST, MatchEquities, MatchScale, MatchScore};
use crate::evaluation::cube::{CubeStates, CubefulValue};
use crate::evaluation::efficiency::Efficiency;
use crate::evaluation::outcome::Outcome;
use crate::rules::position::Cube;

/// The outcome of a game between equal players: each player wins half of the games, and 13 % of all games are gammons won by that player.
const EVEN_GAME: Outcome = Outcome::new([0.5, 0.13, 0.007, 0.13, 0.007]);

impl MatchEquities {
    /// Fills all scores beyond the listed ones. `listed_after` is the number of listed scores after the Crawford game.
    pub(super) fn extend(&mut self, listed_after: usize) {
        for behind in listed_after + 1..=self.listed {
            self.after[behind] = self.of_game([behind, 1], Crawford::Past);
        }
        for behind in self.listed + 1..=LONGEST {
            self.after[behind] = self.of_game([behind, 1], Crawford::Past);
            for other in 1..=behind {
                let crawford = if other == 1 { Crawford::Now } else { Crawford::Ahead };
                let chance = self.of_game([behind, other], crawford);
                self.before[behind][other] = chance;
                self.before[other][behind] = 1.0 - chance;
            }
        }
    }

    /// The first player's match-winning probability before a game, from the scores after it.
    fn of_game(&self, away: [usize; 2], crawford: Crawford) -> f64 {
        if away[0] == away[1] {
            return 0.5;
        }
        let score = MatchScore { away: away.map(|points| points as u8), crawford };
        let states = CubeStates::of_match(self, score, Cube::default());
        let scale = MatchScale::new(self, score, 0);
        let with_roll = |player: Player| {
            let mut value = CubefulValue {
                outcome: EVEN_GAME,
                cubeful: states.leaf(player, EVEN_GAME, Efficiency::CONSTANT),
            };
            // Include the decision before the first roll: a player who is far behind doubles at once.
            states.decide(player, &mut value.cubeful);
            f64::from(states.root_value(player, &value))
        };
        scale.chance(Player(0), 0.5 * (with_roll(Player(0)) - with_roll(Player(1))))
    }
}
