//! The state of a game in one line.

use ludex_search::{Game, Turn};

/// The player to move or the winner: `Player 1 to move`, `Player 2 has won (0-1)`.
pub fn standing<G: Game>(game: &G, pos: &G::Position) -> String {
    match game.turn(pos) {
        Turn::Player(player) => return format!("Player {} to move", player.index() + 1),
        Turn::Chance => return "Chance decides".to_owned(),
        Turn::Over => {}
    }
    let returns = game.returns(pos);
    let winner = (0..game.players()).find(|&player| returns[player] > 0.0);
    match (winner, game.players()) {
        (None, _) => "Drawn (1/2-1/2)".to_owned(),
        (Some(0), 2) => "Player 1 has won (1-0)".to_owned(),
        (Some(1), 2) => "Player 2 has won (0-1)".to_owned(),
        (Some(player), _) => format!("Player {} has won", player + 1),
    }
}
