//! Checks the requirements of the game, its evaluation and its tactics with the common test tools.

use ludex_kit::testing::{GameCheck, check_variants};
use ludex_search::testing::Conformance;

use super::{CATALOGUE, ConnectFour, FourTactics, OpenLines};

#[test]
fn the_game_keeps_its_contracts() {
    GameCheck::new(&ConnectFour).check();
    check_variants(&CATALOGUE);
}

#[test]
fn evaluation_and_tactics_keep_theirs() {
    let conformance = Conformance::new(&ConnectFour);
    conformance.check_evaluator(&OpenLines);
    conformance.check_tactics(&FourTactics);
}
