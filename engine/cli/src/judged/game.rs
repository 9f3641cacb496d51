//! Judged games, and the matches that consist of them.

use ludex_kit::registry::Token;
use ludex_kit::{JudgingTally, Record};

use super::chance::GameLuck;
use ludex_study::analysis::JudgedMove;

/// A game and its judgement.
pub(super) struct JudgedGame {
    pub(super) record: Record,
    /// The name of the variation, if this is one.
    pub(super) branch: Option<String>,
    pub(super) words: Vec<Token>,
    pub(super) moves: Vec<JudgedMove>,
    /// The totals, if the game supplies its own texts for them.
    pub(super) tally: Option<JudgingTally>,
    /// The result: `p1win`, `p2win`, `draw` or `ended`; `None` if the game is unfinished or was not judged to its
    /// end.
    pub(super) result: Option<&'static str>,
    /// The result of each player, if the game ended.
    pub(super) returns: Option<Vec<f32>>,
    /// The player, from 1, who resigned, if the record says so.
    pub(super) gave_up: Option<usize>,
    /// The score of the match before and after the game, if the game belongs to a match.
    pub(super) scores: [Option<Vec<u64>>; 2],
    /// The effect of chance, if the game ended and has chance events.
    pub(super) luck: Option<GameLuck>,
}

impl JudgedGame {
    /// Whether `next` continues the match of this game: same players and rules, and a score that does not
    /// decrease.
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
