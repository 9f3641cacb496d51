//! Match equity tables: the probability of winning a match at every score.

mod extend;
mod read;
mod scale;

use std::sync::LazyLock;

use ludex_search::Player;

pub use scale::MatchScale;

/// The longest match.
pub const LONGEST: usize = 64;

/// Whether the Crawford game (the game without doubling) is still to come, is this game, or is over. If the Crawford rule is not used, it
/// counts as over from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crawford {
    /// No player has been one point from winning yet.
    Ahead,
    /// This is the game without doubling.
    Now,
    /// It has been played, or the rule is not used.
    Past,
}

/// The score before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchScore {
    /// The points that each player still needs, 1 to 64.
    pub away: [u8; 2],
    /// The state of the Crawford rule.
    pub crawford: Crawford,
}

impl MatchScore {
    /// The score of a match with this length, the points of both players, whether this is the Crawford game, and whether the Crawford
    /// rule is used. Points at or above the length count as one point from winning.
    pub fn new(length: u8, points: [u8; 2], crawford_game: bool, crawford_rule: bool) -> Self {
        let away = points.map(|points| length.saturating_sub(points).clamp(1, LONGEST as u8));
        let crawford = if crawford_game {
            Crawford::Now
        } else if crawford_rule && away[0] > 1 && away[1] > 1 {
            Crawford::Ahead
        } else {
            Crawford::Past
        };
        Self { away, crawford }
    }

    /// Whether doubling is allowed in this game.
    pub fn cube_in_play(self) -> bool {
        self.crawford != Crawford::Now
    }

    /// The score after a player won points; `None` if that decides the match.
    #[must_use]
    pub fn after(self, winner: Player, points: u32) -> Option<Self> {
        let mut away = self.away;
        let left = u32::from(away[winner.index()]).checked_sub(points).filter(|&left| left > 0)?;
        away[winner.index()] = left as u8;
        let crawford = match self.crawford {
            Crawford::Ahead if away.contains(&1) => Crawford::Now,
            Crawford::Ahead => Crawford::Ahead,
            Crawford::Now | Crawford::Past => Crawford::Past,
        };
        Some(Self { away, crawford })
    }
}

/// A table of match-winning probabilities for all scores up to 64 points.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEquities {
    /// Name of the table.
    name: String,
    /// The match length that the table itself covers. Longer matches are computed.
    listed: usize,
    /// `before[mine][theirs]`: the probability for a player who needs `mine` points against `theirs`, before the Crawford game. If one of
    /// the two numbers is 1, the next game is the Crawford game.
    before: Vec<[f64; LONGEST + 1]>,
    /// `after[n]`: the probability, after the Crawford game, for a player who needs `n` points against an opponent who needs one.
    after: [f64; LONGEST + 1],
}

impl MatchEquities {
    /// The shipped table by Neil Kazaross, up to 25 points.
    pub fn kazaross() -> &'static Self {
        static TABLE: LazyLock<MatchEquities> = LazyLock::new(|| {
            let text = include_str!("../../../data/kazaross-xg2.tsv");
            MatchEquities::read("Kazaross-XG2", text).expect("a test reads the shipped table")
        });
        &TABLE
    }

    /// Name of the table.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The longest match that the table itself covers.
    pub fn listed(&self) -> usize {
        self.listed
    }

    /// A player's probability of winning the match before a game at this score.
    pub fn chance(&self, player: Player, score: MatchScore) -> f64 {
        let mine = usize::from(score.away[player.index()]).min(LONGEST);
        let theirs = usize::from(score.away[player.other().index()]).min(LONGEST);
        match (score.crawford, mine, theirs) {
            (Crawford::Past, _, 1) => self.after[mine],
            (Crawford::Past, 1, _) => 1.0 - self.after[theirs],
            _ => self.before[mine][theirs],
        }
    }

    /// A player's probability of winning the match after `winner` won `points` in a game at this score.
    pub fn chance_after(
        &self,
        player: Player,
        score: MatchScore,
        winner: Player,
        points: u32,
    ) -> f64 {
        match score.after(winner, points) {
            Some(score) => self.chance(player, score),
            None if winner == player => 1.0,
            None => 0.0,
        }
    }
}
