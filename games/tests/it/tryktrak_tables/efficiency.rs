//! How much use of the cube is had, by rollouts and by whole trees.

use std::collections::HashMap;

use ludex_games::tryktrak::evaluation::bearoff::TwoSided;
use ludex_games::tryktrak::evaluation::inputs::Class;
use ludex_games::tryktrak::notation::position_id;
use ludex_games::tryktrak::rules::movegen;
use ludex_games::tryktrak::{
    Board, Crawford, Cube, CubeStates, CubefulValue, Efficiency, MatchEquities, MatchScore,
    MoneyRules, Outcome, Side,
};
use ludex_search::{Player, Value};

use super::cube::{CENTRED, ME, owned};
use super::cube_tree::rolls;

/// The root mean square of the differences from rollouts that none of the numbers was fitted to, in thousandths; the second number is
/// what the constants of GNU Backgammon, 0.68, 0.6 and 0.65, come to.
#[test]
fn equities_with_the_cube_are_near_those_of_rollouts() {
    let text = include_str!("../../data/tryktrak/cube_rollouts.tsv");
    let rows: Vec<_> = super::rows(text).collect();
    let states = CubeStates::money(CENTRED, MoneyRules::default());
    let distance = |kind: &str, efficiency: &dyn Fn(Board) -> Efficiency| {
        let (mut squares, mut n) = (0.0, 0);
        for row in &rows {
            let board = position_id::read("row", row[0]).expect("a legal position");
            let is_home = board.is_home();
            if (kind == "bear-off") != is_home || (!is_home && kind != Class::of(board).name()) {
                continue;
            }
            let numbers: Vec<f32> = (row[1..].iter())
                .map(|text| text.parse().expect("a number"))
                .collect();
            let outcome = Outcome::new(std::array::from_fn(|index| numbers[index]));
            let leaf = states.leaf(ME, outcome, efficiency(board));
            squares += (0..3)
                .map(|state| (leaf[state] - numbers[5 + state]).powi(2))
                .sum::<f32>();
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
        let found = distance(kind, &Efficiency::of);
        let by_constant = distance(kind, &|_| Efficiency::constant(constant));
        println!("{kind}: {found:.1}, by a constant {by_constant:.1}");
        assert!(found < most, "{kind}: {found}");
        assert!(by_constant > before, "{kind}: {by_constant}");
    }
}

/// The exact values of a bear-off before `player`, on roll, decides about the cube: in each state of the cube by its own plays.
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

/// All ways in which three checkers can stand at home.
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

/// The table tells equities for money; at the score of a match they say how much use the cube is of.
#[test]
fn bear_offs_of_matches_are_near_the_truth() {
    let sides = three_checkers();
    let (mut n, mut error, mut by_constant) = (0, 0.0, 0.0);
    for (away, cube) in [
        ([2, 4], CENTRED),
        ([4, 2], CENTRED),
        ([3, 5], CENTRED),
        ([5, 5], owned(1, 0)),
        ([5, 7], owned(1, 1)),
        ([9, 9], CENTRED),
    ] as [([u8; 2], Cube); 6]
    {
        let crawford = Crawford::Ahead;
        let score = MatchScore { away, crawford };
        let states = CubeStates::of_match(MatchEquities::kazaross(), score, cube);
        let mut seen = HashMap::new();
        for (&mine, &theirs) in sides
            .iter()
            .flat_map(|mine| sides.iter().map(move |it| (mine, it)))
        {
            let board = Board { mine, theirs };
            let known = TwoSided::shared()
                .known(board)
                .expect("three checkers a side");
            if !(0.1..0.9).contains(&known.outcome.win()) {
                continue;
            }
            let equity = |values: &[f32]| states.equity(ME, values[states.root_state(ME)]);
            let truth = equity(&whole_tree(&states, board, ME, &mut seen).cubeful);
            let found = equity(&states.exact(ME, known.outcome, known.equities));
            let efficiency = Efficiency::constant(0.6);
            let constant = equity(&states.leaf(ME, known.outcome, efficiency));
            error += (found - truth).abs();
            by_constant += (constant - truth).abs();
            n += 1;
        }
    }
    let [error, by_constant] = [error, by_constant].map(|sum| 1e3 * sum / n as f32);
    println!("{n} equities: {error:.1} thousandths, by a constant {by_constant:.1}");
    assert!(error < 0.5 * by_constant, "{error} {by_constant}");
}
