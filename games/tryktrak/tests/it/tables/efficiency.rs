//! Cube efficiency, compared with rollouts and complete trees.

use std::collections::HashMap;

use ludex_search::{Player, Value};
use ludex_tryktrak::evaluation::inputs::Class;
use ludex_tryktrak::notation::position_id;
use ludex_tryktrak::rules::movegen;
use ludex_tryktrak::{Board, CubeStates, CubefulValue, Efficiency, MoneyRules, Outcome, Side};

use super::cube::{CENTRED, ME};
use super::cube_tree::rolls;

/// Compares with rollouts that were not used for fitting: the root mean square difference in thousandths. The same difference is computed
/// with GNU Backgammon's constants (0.68, 0.6 and 0.65), which are less accurate.
#[test]
fn equities_with_the_cube_are_near_those_of_rollouts() {
    let text = include_str!("../../data/cube_rollouts.tsv");
    let rows: Vec<_> = super::rows(text).collect();
    let states = CubeStates::money(CENTRED, MoneyRules::default());
    let distance = |kind: &str, efficiency: &dyn Fn(Board) -> Efficiency| {
        let (mut squares, mut n) = (0.0, 0);
        for row in &rows {
            let board = position_id::read("row", row[0]).expect("a legal position");
            let kind_of_board = match Class::classify(board) {
                Class::Race if board.is_home() => "bear-off",
                // Endings have the same efficiency as other contact positions.
                Class::Ending => Class::Contact.name(),
                class => class.name(),
            };
            if kind != kind_of_board {
                continue;
            }
            let numbers: Vec<f32> =
                (row[1..].iter()).map(|text| text.parse().expect("a number")).collect();
            let outcome = Outcome::new(std::array::from_fn(|index| numbers[index]));
            let leaf = states.leaf(ME, outcome, efficiency(board));
            squares += (0..3).map(|state| (leaf[state] - numbers[5 + state]).powi(2)).sum::<f32>();
            n += 3;
        }
        assert!(n >= 60, "{n} of {kind}");
        1e3 * (squares / n as f32).sqrt()
    };
    for (kind, constant, most, before) in [
        ("contact", 0.68, 44.0, 47.0),
        ("crashed", 0.68, 85.0, 90.0),
        ("race", 0.65, 25.0, 40.0),
        ("bear-off", 0.6, 35.0, 55.0),
    ] {
        let found = distance(kind, &Efficiency::estimate);
        let by_constant = distance(kind, &|_| Efficiency::constant(constant));
        println!("{kind}: {found:.1}, by a constant {by_constant:.1}");
        assert!(found < most, "{kind}: {found}");
        assert!(by_constant > before, "{kind}: {by_constant}");
    }
}

/// The exact values of a bear-off before `player`, on roll, decides about the cube; each cube state has its own best plays.
pub(super) fn whole_tree(
    states: &CubeStates,
    board: Board,
    player: Player,
    seen: &mut HashMap<(Board, Player), CubefulValue>,
) -> CubefulValue {
    if let Some(&value) = seen.get(&(board, player)) {
        return value;
    }
    let mut sum = CubefulValue::default();
    for (roll, weight) in rolls() {
        let mut reached = Vec::new();
        movegen::plays(board, roll, &mut reached);
        let mut values = reached.iter().map(|after| {
            if after.board.mine.off() == 15 {
                return states.finished(player, 1);
            }
            let mut value = whole_tree(states, after.board.flipped(), player.other(), seen);
            states.decide(player.other(), &mut value.cubeful);
            value.flipped()
        });
        let mut best = values.next().expect("there is always a play");
        for value in values {
            for (best, other) in best.cubeful.iter_mut().zip(value.cubeful) {
                *best = best.max(other);
            }
        }
        sum.add_scaled(&best, weight);
    }
    seen.insert((board, player), sum);
    sum
}

/// All placements of three checkers at home.
pub(super) fn three_checkers() -> Vec<Side> {
    let mut sides = Vec::new();
    for first in 0..6 {
        for second in first..6 {
            for third in second..6 {
                let mut counts = [0; 25];
                for point in [first, second, third] {
                    counts[point] += 1;
                }
                sides.extend(Side::from_counts(&counts));
            }
        }
    }
    sides
}
