//! Functions shared by the fuzz targets.

use ludex_games::CATALOGUE;
use ludex_kit::GameInfo;

/// The game for a number; numbers beyond the number of games wrap around.
pub fn chosen(number: u8) -> &'static GameInfo {
    let games = CATALOGUE.games();
    let n_games = games.clone().count();
    games.clone().nth(usize::from(number) % n_games).expect("there are games")
}
