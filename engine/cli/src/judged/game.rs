//! A game that was judged, and the matches that judged games make.

use ludex_kit::registry::Token;
use ludex_kit::{JudgingTally, Record};

use super::chance::GameLuck;
use ludex_study::analysis::JudgedMove;

/// A game and what is thought of it.
pub(super) struct JudgedGame {
    pub(super) record: Record,
    /// The name of the variation, where it is one.
    pub(super) branch: Option<String>,
    pub(super) words: Vec<Token>,
    pub(super) moves: Vec<JudgedMove>,
    /// The sums, where the game words them itself.
    pub(super) tally: Option<JudgingTally>,
    /// How it ended: `p1win`, `p2win`, `draw` or `ended`; none if it goes on, or was not judged to its end.
    pub(super) result: Option<&'static str>,
    /// One value for each player, where it ended.
    pub(super) returns: Option<Vec<f32>>,
    /// The player, from 1, who gave it up, where the record tells so.
    pub(super) gave_up: Option<usize>,
    /// The score of the match before the game and after it, where it belongs to one.
    pub(super) scores: [Option<Vec<u64>>; 2],
    /// What chance made of it, where it ended and something is left to chance.
    pub(super) luck: Option<GameLuck>,
}

impl JudgedGame {
    /// Whether a game goes on with the match of this one: the same players and rules, and a score that does not fall.
    fn goes_on(&self, next: &Self) -> bool {
        let names = |game: &Self| [1, 2].map(|player| game.record.player_name(player));
        let [old, new] = [self, next].map(|game| game.scores[0].as_deref().unwrap_or_default());
        let falls = old.iter().zip(new).any(|(old, new)| new < old);
        names(self) == names(next) && self.record.variant == next.record.variant && !falls
    }
}

/// The games of each match of a file.
pub(super) fn matches(games: &[JudgedGame]) -> impl Iterator<Item = &[JudgedGame]> {
    games.chunk_by(JudgedGame::goes_on)
}
