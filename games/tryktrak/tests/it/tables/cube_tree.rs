//! Checks the values of all cube states in a small tree.

use ludex_search::{Player, Value};
use ludex_tryktrak::evaluation::bearoff::{OneSided, TwoSided};
use ludex_tryktrak::notation::position_id;
use ludex_tryktrak::rules::movegen;
use ludex_tryktrak::{Board, CubeStates, CubefulValue, Efficiency, MoneyRules};

use super::cube::{CENTRED, ME, owned, states_of};

/// Every roll with its weight out of 36.
pub(super) fn rolls() -> impl Iterator<Item = ((u8, u8), f32)> {
    (1..=6).flat_map(|high| {
        (1..=high).map(move |low| ((high, low), if high == low { 1.0 } else { 2.0 } / 36.0))
    })
}

/// The value of a position for the player on roll who does not double, from the values of the positions after one roll.
fn one_ply(
    states: &CubeStates,
    board: Board,
    deeper: &dyn Fn(Board, Player) -> CubefulValue,
    player: Player,
) -> CubefulValue {
    let mut sum = CubefulValue::default();
    for (roll, weight) in rolls() {
        let mut reached = Vec::new();
        movegen::plays(board, roll, &mut reached);
        let values = reached.iter().map(|after| {
            if after.board.mine.off() == 15 {
                states.finished(player, 1)
            } else {
                deeper(after.board.flipped(), player.other()).flipped()
            }
        });
        let best = values
            .max_by(|a, b| {
                let (a, b) = (states.root_value(player, a), states.root_value(player, b));
                a.total_cmp(&b)
            })
            .expect("there is always a play");
        sum.add_scaled(&best, weight);
    }
    sum
}

#[test]
fn a_search_of_one_ply_on_exact_values_changes_nothing() {
    for cube in [CENTRED, owned(1, 0), owned(2, 1), owned(3, 0), owned(3, 1)] {
        let states = CubeStates::money(cube, MoneyRules::default());
        for row in super::rows(include_str!("../../data/bearoff_checks.tsv")) {
            let board = position_id::read("row", row[0]).expect("a legal position");
            let known = |board| TwoSided::shared().known(board).expect("six checkers a side");
            let deeper = |board, player| states.known_value(player, &known(board));
            let found = states.root_value(ME, &one_ply(&states, board, &deeper, ME));
            let at_once = known(board);
            let exact = states.exact(ME, at_once.outcome, at_once.equities);
            let expected = exact[states.root_state(ME)];
            assert!((found - expected).abs() < 1e-5, "{cube:?} {row:?} {found} {expected}");
        }
    }
}

#[test]
fn listed_equities_of_bear_offs_by_two_plies() {
    let mut checked = 0;
    for row in super::rows(include_str!("../../data/cube.tsv")) {
        let board = position_id::read("row", row[0]).expect("a legal position");
        if OneSided::shared().outcome(board).is_none() {
            continue;
        }
        let states = states_of(&row);
        let leaf = |board, player| {
            if let Some(known) = TwoSided::shared().known(board) {
                return states.known_value(player, &known);
            }
            let outcome = OneSided::shared().outcome(board).expect("all stay home");
            // The reference uses this efficiency at the leaves.
            states.value(player, outcome, Efficiency::constant(0.6))
        };
        let first = |board, player| {
            let mut value = one_ply(&states, board, &leaf, player);
            states.decide(player, &mut value.cubeful);
            value
        };
        let value = one_ply(&states, board, &first, ME);
        let decision = states.decision(ME, &value).expect("free to double");
        assert!(decision.verdict.text().eq_ignore_ascii_case(row[7]), "{row:?} {decision:?}");
        let listed: f32 = row[8].parse().expect("an equity");
        assert!((decision.no_double - listed).abs() < 1e-3, "{row:?} {decision:?}");
        checked += 1;
    }
    assert!(checked > 3, "{checked}");
}
