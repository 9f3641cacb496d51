//! Checks the requirements of the game, its evaluation and its tactics with the common test tools.

use ludex_kit::testing::GameCheck;
use ludex_search::testing::Conformance;

use super::{ConnectFour, FourTactics, OpenLines};

#[test]
fn the_game_keeps_its_contracts() {
    GameCheck::new(&ConnectFour).check();
}

#[test]
fn evaluation_and_tactics_keep_theirs() {
    let conformance = Conformance::new(&ConnectFour);
    conformance.check_evaluator(&OpenLines);
    conformance.check_tactics(&FourTactics);
}
