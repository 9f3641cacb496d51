//! The state of a game in progress.

use crate::interface::game_result::GameResult;

/// The state of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStatus {
    /// Moves played since the start of the game.
    pub ply: u32,
    /// The player to move, counted from 1. `None` at a chance node and at the end.
    pub to_move: Option<usize>,
    /// The player to move, counted from 1. At a chance node, the player who rolls or draws; after the end, the player who would be next.
    pub next: usize,
    /// Whether the game is over.
    pub over: bool,
    /// How it ended, once it is over.
    pub result: Option<GameResult>,
}

impl GameStatus {
    /// Ends the game with the result that its record states, even if the game could continue by the rules.
    pub fn end(&mut self, result: GameResult) {
        self.over = true;
        self.to_move = None;
        self.result = Some(result);
    }

    /// One word for how it ended, once it is over: `p1win`, `p2win`, `draw` or `ended`.
    pub fn word(&self) -> Option<&'static str> {
        self.result.as_ref().map(GameResult::word)
    }
}
