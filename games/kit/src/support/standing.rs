//! The state of a game in one line.

use crate::say;
use ludex_search::{Game, Turn};

/// The player to move or the winner: `Player 1 to move`, `Player 2 has won (0-1)`.
pub fn standing<G: Game>(game: &G, pos: &G::Position) -> String {
    match game.turn(pos) {
        Turn::Player(player) => {
            return say!("Player {number} to move", number = player.index() + 1);
        }
        Turn::Chance => return say!("Chance decides"),
        Turn::Over => {}
    }
    let returns = game.returns(pos);
    let winner = (0..game.players()).find(|&player| returns[player] > 0.0);
    match (winner, game.players()) {
        (None, _) => say!("Drawn (1/2-1/2)"),
        (Some(0), 2) => say!("Player 1 has won (1-0)"),
        (Some(1), 2) => say!("Player 2 has won (0-1)"),
        (Some(player), _) => say!("Player {number} has won", number = player + 1),
    }
}
