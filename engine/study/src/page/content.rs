//! What a page shows: its games, their players, and what is counted of each.

use ludex_kit::support::picture::Scene;

use crate::analysis::JudgedMove;

/// What is counted of each player: the rows of a table.
#[derive(Clone, Debug, Default)]
pub struct SumTable {
    /// The columns: the players.
    pub players: Vec<String>,
    /// A name, and a text for each player.
    pub rows: Vec<(String, Vec<String>)>,
}

/// A game of the page.
#[derive(Debug)]
pub struct PageGame {
    /// The players, or what to call them.
    pub players: Vec<String>,
    /// The name of the variation, where it is one.
    pub branch: Option<String>,
    /// How it ended.
    pub result: String,
    /// What else is known about it: a name and a text.
    pub about: Vec<(String, String)>,
    /// Its moves.
    pub moves: Vec<JudgedMove>,
    /// What is counted of each player.
    pub sums: SumTable,
}

impl PageGame {
    /// Who played: `Ann – Bob`.
    pub fn who(&self) -> String {
        self.players.join(" – ")
    }
}

/// A page about judged games.
pub struct ReportPage<'a> {
    /// The game that was played, with its variant.
    pub game: String,
    /// The games, one after the other.
    pub games: &'a [PageGame],
    /// The sums of all, where there are several.
    pub sums: Option<SumTable>,
    /// How it was judged.
    pub method: String,
    /// The board of a game before a move with candidates, or after the last one; none where there is nothing to draw.
    pub draw: &'a dyn Fn(usize, Option<&JudgedMove>) -> Option<Scene>,
}
