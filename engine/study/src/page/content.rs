//! The content of a report: games, players and totals.

use ludex_kit::GameInfo;
use ludex_kit::support::picture::Scene;

use crate::analysis::JudgedMove;

/// Totals for each player: the rows of a table.
#[derive(Clone, Debug, Default)]
pub struct SumTable {
    /// The column headings: the players.
    pub players: Vec<String>,
    /// Each row: a name, and a text for each player.
    pub rows: Vec<(String, Vec<String>)>,
}

/// A game of the report.
#[derive(Debug)]
pub struct PageGame {
    /// Names of the players; a player without a name gets a replacement.
    pub players: Vec<String>,
    /// The name of the variation, if this is one.
    pub branch: Option<String>,
    /// The result.
    pub result: String,
    /// Other facts about the game: name and text.
    pub about: Vec<(String, String)>,
    /// Its moves.
    pub moves: Vec<JudgedMove>,
    /// Totals for each player.
    pub sums: SumTable,
}

impl PageGame {
    /// The names of the players as text: `Ann – Bob`.
    pub fn player_names(&self) -> String {
        self.players.join(" – ")
    }
}

/// A report on judged games.
pub struct ReportPage<'a> {
    /// The game.
    pub info: &'a GameInfo,
    /// The name of the game, with its variant.
    pub game: String,
    /// The games.
    pub games: &'a [PageGame],
    /// The totals of all games, if there are several.
    pub sums: Option<SumTable>,
    /// How the games were judged.
    pub method: String,
    /// Draws the board of a game before a move with its candidates, or the final board; `None` if there is
    /// nothing to draw.
    pub draw: &'a dyn Fn(usize, Option<&JudgedMove>) -> Option<Scene>,
}
