//! The cube: Janowski's formulae and decisions.

use ludex_search::{Player, Value};
use ludex_tryktrak::evaluation::bearoff::TwoSided;
use ludex_tryktrak::notation::position_id;
use ludex_tryktrak::{
    Crawford, Cube, CubeAction, CubeStates, CubefulValue, Efficiency, MatchEquities, MatchScale,
    MatchScore, MoneyRules, Outcome,
};

pub(super) const ME: Player = Player(0);
pub(super) const CENTRED: Cube = Cube { doublings: 0, owner: None };

fn gammonless(win: f32) -> Outcome {
    Outcome::new([win, 0.0, 0.0, 0.0, 0.0])
}

fn value_of(states: &CubeStates, outcome: Outcome, x: f32) -> CubefulValue {
    CubefulValue { outcome, cubeful: states.leaf(ME, outcome, Efficiency::constant(x)) }
}

/// The equity in the root's state before the decision.
fn equity(states: &CubeStates, outcome: Outcome, x: f32) -> f32 {
    states.root_value(ME, &value_of(states, outcome, x))
}

pub(super) const fn owned(doublings: u8, owner: u8) -> Cube {
    Cube { doublings, owner: Some(Player(owner)) }
}

#[test]
fn a_dead_cube_is_worth_the_cubeless_equity() {
    let outcome = Outcome::new([0.6, 0.2, 0.05, 0.1, 0.02]);
    for cube in [CENTRED, owned(1, 0), owned(1, 1), owned(5, 0)] {
        let states = CubeStates::money(cube, MoneyRules::default());
        assert!((equity(&states, outcome, 0.0) - outcome.money_equity()).abs() < 1e-5);
        assert!((states.dead_value(ME, outcome) - outcome.money_equity()).abs() < 1e-5);
    }
    let states = CubeStates::money(owned(6, 0), MoneyRules::default());
    assert!((equity(&states, outcome, 1.0) - outcome.money_equity()).abs() < 1e-5);
    assert_eq!(states.decision(ME, &value_of(&states, outcome, 0.7)), None);
}

#[test]
fn take_points_of_money() {
    // Without gammons the live take point is 1/5, the dead one 1/4, and Janowski's at x = 0.68 is 1/(4 + 0.68) = 0.2137.
    for (x, point) in [(0.0, 0.25), (1.0, 0.2), (0.68, 1.0 / 4.68)] {
        // At the take point, taking loses as much as passing. After the take, the taker owns the cube at 2.
        let states = CubeStates::money(owned(1, 0), MoneyRules::default());
        let taken = 2.0 * equity(&states, gammonless(point), x);
        assert!((taken + 1.0).abs() < 1e-5, "{x}: {taken}");
    }
    let states = CubeStates::money(CENTRED, MoneyRules::default());
    let (take, cash) = states.live_points(ME, gammonless(0.5));
    assert!((take - 0.2).abs() < 1e-6 && (cash - 0.8).abs() < 1e-6);
    // The recube vig: the value of owning the cube at the take point.
    let vig = equity(&CubeStates::money(owned(1, 0), MoneyRules::default()), gammonless(0.2), 1.0)
        - (2.0 * 0.2 - 1.0);
    assert!((vig - 0.1).abs() < 1e-6);
}

#[test]
fn janowski_double_points() {
    // At the double point, the equity with the cube in the middle is twice the equity with the opponent's cube. At the cash point, twice
    // the equity with the opponent's cube is 1.
    for x in [0.3_f32, 0.68, 0.9] {
        let states = CubeStates::money(CENTRED, MoneyRules::default());
        let mut previous = CubeAction::NoDouble;
        let mut changes = Vec::new();
        for step in 0..=10_000 {
            let p = step as f32 / 10_000.0;
            let value = value_of(&states, gammonless(p), x);
            let verdict = states.decision(ME, &value).expect("free to double").verdict;
            if verdict != previous {
                changes.push((verdict, p));
                previous = verdict;
            }
        }
        // Twice the sum of the dead part and the live part 5p/2 − 3/2 equals the value in the middle, whose live part is 10p/3 − 5/3:
        // 2[(1−x)(2p−1) + x(5p/2−3/2)] = (1−x)(2p−1) + x(10p/3−5/3).
        let double = (1.0 - x + x * (3.0 - 5.0 / 3.0)) / (2.0 * (1.0 - x) + x * (5.0 - 10.0 / 3.0));
        let pass = 1.0 - 1.0 / (4.0 + x);
        assert_eq!(changes[0].0, CubeAction::DoubleTake);
        assert!((changes[0].1 - double).abs() < 3e-4, "{x} {changes:?} {double}");
        assert_eq!(changes[1].0, CubeAction::DoublePass);
        assert!((changes[1].1 - pass).abs() < 3e-4, "{x} {changes:?} {pass}");
    }
}

#[test]
fn levels_agree_with_the_endless_cube() {
    // The same formulae with separate cube values from 1 to 64, as for a very long match: the limit has almost no effect.
    let outcome = Outcome::new([0.63, 0.22, 0.01, 0.11, 0.003]);
    let table = MatchEquities::kazaross();
    let score = MatchScore { away: [64, 64], crawford: Crawford::Ahead };
    let of_match = CubeStates::of_match(table, score, CENTRED);
    let money = CubeStates::money(CENTRED, MoneyRules::default());
    let difference = equity(&of_match, outcome, 0.68) - equity(&money, outcome, 0.68);
    assert!(difference.abs() < 0.03, "{difference}");
    let near = CubeStates::money(owned(3, 0), MoneyRules::default());
    let far = CubeStates::money(owned(1, 0), MoneyRules::default());
    let difference = equity(&near, outcome, 0.68) - equity(&far, outcome, 0.68);
    assert!(difference.abs() < 0.02, "{difference}");
}

#[test]
fn match_take_points_of_the_literature() {
    let table = MatchEquities::kazaross();
    let take = |away: [u8; 2], doublings: u8| {
        // The take point as win probability of the player who takes.
        let score = MatchScore { away, crawford: Crawford::Ahead };
        let states = CubeStates::of_match(table, score, Cube { doublings, owner: None });
        states.live_points(ME, gammonless(0.5)).0
    };
    // 2-away, 2-away: after a take the game decides the match. So the take point is the match-winning probability after a pass.
    assert!((take([2, 2], 0) - 0.32264).abs() < 1e-4);
    // 4-away against 2-away: the taker redoubles to 4 at once, so the game decides the match. The take point is again the match-winning
    // probability after a pass, 18.6 %. Without the redouble it would be twice as high, because a win would lead to an even score.
    assert!((take([4, 2], 0) - 0.18564).abs() < 1e-4);
    // 3-away, 3-away, without gammons: the player who loses with the cube at 2 needs 3 points against 1. The taker may redouble for the
    // match.
    let (passed, lost_two) = (0.40053, 0.24924);
    // With a live cube the taker's line goes from `lost_two` to the point at which the opponent passes the cube at 4: at a probability
    // of 1 − 0.24924.
    let cash = 1.0 - lost_two;
    let line = (passed - lost_two) / (1.0 - lost_two - lost_two) * cash;
    assert!((take([3, 3], 0) - line).abs() < 1e-4, "{line}");
}

#[test]
fn a_cube_that_wins_the_match_is_not_turned() {
    let table = MatchEquities::kazaross();
    let score = MatchScore { away: [2, 5], crawford: Crawford::Ahead };
    let states = CubeStates::of_match(table, score, owned(1, 0));
    assert!(!states.may_double(ME));
    assert!(states.dead().decision(ME, &value_of(&states, gammonless(0.9), 0.5)).is_none());
    let other = CubeStates::of_match(table, score, owned(1, 1));
    assert!(other.may_double(Player(1)) && !other.may_double(ME));
    let crawford = MatchScore { away: [1, 5], crawford: Crawford::Now };
    let states = CubeStates::of_match(table, crawford, CENTRED);
    assert!(!states.may_double(ME) && !states.may_double(Player(1)));
    // In the Crawford game there is no cube, so the value depends only on the win probability and the scores after the game.
    let even = equity(&states, gammonless(0.5), 0.68);
    let chance = states.match_chance(ME, even.into()).expect("a match");
    assert!((chance - 0.5 * (1.0 + 1.0 - 0.31002)).abs() < 1e-5);
}

#[test]
fn behind_after_the_crawford_game_a_double_costs_nothing() {
    let table = MatchEquities::kazaross();
    let score = MatchScore { away: [4, 1], crawford: Crawford::Past };
    let states = CubeStates::of_match(table, score, CENTRED);
    for win in [0.3, 0.5] {
        let value = value_of(&states, gammonless(win), 0.68);
        let decision = states.decision(ME, &value).expect("free to double");
        assert!(decision.double_take >= decision.no_double - 1e-5, "{decision:?}");
    }
}

#[test]
fn values_turn_round_and_back() {
    let states = CubeStates::money(CENTRED, MoneyRules::default());
    let outcome = Outcome::new([0.6, 0.2, 0.05, 0.1, 0.02]);
    let value = value_of(&states, outcome, 0.68);
    let back = value.flipped().flipped();
    for index in 0..CubefulValue::COMPONENTS {
        assert!((back.component(index) - value.component(index)).abs() < 1e-6);
    }
    // The formulae are zero-sum: in each state, one player's value is the negative of the other player's value.
    let other = CubefulValue {
        outcome: outcome.flipped(),
        cubeful: states.leaf(Player(1), outcome.flipped(), Efficiency::CONSTANT),
    };
    for index in 0..CubefulValue::COMPONENTS {
        let difference = other.flipped().component(index) - value.component(index);
        assert!(difference.abs() < 1e-5, "{index}");
    }
    let mut copy = value;
    copy.set_component(6, 0.25);
    assert!((copy.component(6) - 0.25).abs() < 1e-6 && (copy.cubeful[1] - 0.25).abs() < 1e-6);
}

#[test]
fn both_players_of_a_match_agree_in_every_state() {
    let table = MatchEquities::kazaross();
    for (away, cube) in
        [([4, 6], CENTRED), ([3, 9], owned(1, 1)), ([2, 3], CENTRED), ([11, 8], owned(2, 0))]
    {
        let score = MatchScore { away, crawford: Crawford::Ahead };
        let states = CubeStates::of_match(table, score, cube);
        let scale = MatchScale::new(table, score, cube.doublings);
        let of_match = scale.payoffs(table, score, ME, Cube::MOST);
        let (won, lost) = (of_match.win[0], of_match.lose[0]);
        for win in [0.05, 0.3, 0.5, 0.72, 0.95] {
            let outcome = Outcome::new([win, 0.3 * win, 0.02 * win, 0.2 * (1.0 - win), 0.0]);
            let value = value_of(&states, outcome, 0.68);
            let other = CubefulValue {
                outcome: outcome.flipped(),
                cubeful: states.leaf(Player(1), outcome.flipped(), Efficiency::constant(0.68)),
            };
            for (a, b) in other.flipped().cubeful.iter().zip(&value.cubeful) {
                assert!((a - b).abs() < 1e-4, "{away:?} {win} {a} {b}");
                assert!((lost..=won).contains(a), "{lost} {a} {won}");
            }
        }
    }
}

#[test]
fn finished_games() {
    let jacoby = MoneyRules { jacoby: true, beavers: false };
    let states = CubeStates::money(CENTRED, jacoby);
    let won = states.won(ME, 2);
    assert!((won[0] - 1.0).abs() < 1e-6 && (won[1] - 2.0).abs() < 1e-6);
    let states = CubeStates::of_match(
        MatchEquities::kazaross(),
        MatchScore { away: [3, 3], crawford: Crawford::Ahead },
        CENTRED,
    );
    let won = states.won(ME, 2);
    let chance = |value: f32| states.match_chance(ME, value.into()).expect("a match");
    assert!((chance(won[0]) - 0.75076).abs() < 1e-5);
    assert!((chance(won[1]) - 1.0).abs() < 1e-6);
    let mut settled = won;
    states.decide(ME, &mut settled);
    assert!(settled[0] >= won[0]);
}

#[test]
fn jacoby_takes_the_gammons_out_of_the_centred_cube() {
    let outcome = Outcome::new([0.7, 0.4, 0.0, 0.05, 0.0]);
    let plain = CubeStates::money(CENTRED, MoneyRules::default());
    let jacoby = CubeStates::money(CENTRED, MoneyRules { jacoby: true, beavers: false });
    assert!((equity(&jacoby, outcome, 0.0) - 0.4).abs() < 1e-6);
    assert!(equity(&jacoby, outcome, 0.68) < equity(&plain, outcome, 0.68));
    let decision = jacoby.decision(ME, &value_of(&jacoby, outcome, 0.68)).expect("free to double");
    assert!(decision.no_double <= 1.0);
    // A beaver answers a double by a player who is behind.
    let beavers = CubeStates::money(CENTRED, MoneyRules { jacoby: false, beavers: true });
    let value = value_of(&beavers, gammonless(0.4), 0.68);
    let with = beavers.decision(ME, &value).expect("free to double");
    let without = plain.decision(ME, &value).expect("free to double");
    assert!((with.double_take - without.double_take).abs() < 1e-6 && with.double_take < 0.0);
    let beavered = with.double_beaver.expect("beavers are allowed");
    assert!((beavered - 2.0 * with.double_take).abs() < 1e-5 && with.beavers());
    assert!((with.doubled() - beavered).abs() < 1e-6 && without.double_beaver.is_none());
    // A player who doubled when far behind resigns after a beaver, for the doubled stake.
    let value = value_of(&beavers, gammonless(0.05), 0.68);
    let hopeless = beavers.decision(ME, &value).expect("free to double");
    assert!((hopeless.doubled() + 2.0).abs() < 1e-6, "{hopeless:?}");
}

/// The score and cube of a row of the reference.
pub(super) fn states_of(row: &[&str]) -> CubeStates {
    let number = |index: usize| row[index].parse::<u8>().expect("a number");
    let cube = Cube {
        doublings: number(2).trailing_zeros() as u8,
        owner: match row[3] {
            "centre" => None,
            "on roll" => Some(Player(0)),
            other => panic!("{other}"),
        },
    };
    if number(4) == 0 {
        return CubeStates::money(cube, MoneyRules::default());
    }
    let score = MatchScore::new(number(4), [number(5), number(6)], false, true);
    CubeStates::of_match(MatchEquities::kazaross(), score, cube)
}

#[test]
fn verdicts_from_listed_chances_mostly_agree() {
    let text = include_str!("../../data/cube.tsv");
    let (mut rows, mut agreed, mut error) = (0, 0, 0.0);
    for row in super::rows(text) {
        let chances: Vec<f32> =
            row[11].split(',').map(|number| number.parse().expect("a chance")).collect();
        let outcome = Outcome::new([chances[0], chances[1], chances[2], chances[3], chances[4]]);
        let board = position_id::read("row", row[0]).expect("a legal position");
        let states = states_of(&row);
        let value = CubefulValue {
            outcome,
            cubeful: states.leaf(ME, outcome, Efficiency::estimate(board)),
        };
        let decision = states.decision(ME, &value).expect("free to double");
        let listed: Vec<f32> =
            row[8..10].iter().map(|number| number.parse().expect("an equity")).collect();
        error += (decision.no_double - listed[0]).abs();
        rows += 1;
        if decision.verdict.text().eq_ignore_ascii_case(row[7]) {
            agreed += 1;
        } else {
            println!("{row:?}\n   {decision:?}");
        }
    }
    println!("{agreed} of {rows}, mean error without a double {:.4}", error / rows as f32);
    assert!(agreed * 10 >= rows * 9, "{agreed} of {rows}");
    assert!(error / (rows as f32) < 0.05);
}

#[test]
fn listed_decisions_of_small_bear_offs_are_exact() {
    let mut checked = 0;
    for row in super::rows(include_str!("../../data/cube.tsv")) {
        let board = position_id::read("row", row[0]).expect("a legal position");
        let Some(known) = TwoSided::shared().known(board) else {
            continue;
        };
        if row[4] != "0" {
            continue;
        }
        let states = states_of(&row);
        let value = CubefulValue {
            outcome: known.outcome,
            cubeful: states.exact(ME, known.outcome, known.equities),
        };
        let decision = states.decision(ME, &value).expect("free to double");
        assert!(decision.verdict.text().eq_ignore_ascii_case(row[7]), "{row:?} {decision:?}");
        for (found, listed) in [decision.no_double, decision.double_take].iter().zip(&row[8..]) {
            let listed: f32 = listed.parse().expect("an equity");
            assert!((found - listed).abs() < 3e-4, "{row:?} {decision:?}");
        }
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn exact_equities_scale_with_the_cube() {
    let board = position_id::read("row", "VQUAgKoCAAAAAA").expect("a legal position");
    let known = TwoSided::shared().known(board).expect("six checkers a side");
    for doublings in 1..=6 {
        let cube = owned(doublings, 0);
        let states = CubeStates::money(cube, MoneyRules::default());
        let value = states.exact(ME, known.outcome, known.equities);
        let found = value[states.root_state(ME)];
        let expected = match doublings {
            6 => known.outcome.money_equity(),
            // The table assumes a cube without a limit, but this cube can be turned only once more.
            5 => states.leaf(ME, known.outcome, Efficiency::constant(0.6))[states.root_state(ME)],
            _ => known.equities.mine,
        };
        assert!((found - expected).abs() < 1e-6);
        assert_eq!(states.knows_bear_offs(), doublings < 4);
        let settled = states.known_value(ME, &known);
        // The owner of a cube at 32 can turn it once more, and the cube is then dead. So a cube at 32 is worth more to its owner than in
        // the table, and a cube at 16 is not turned here.
        let doubles = !matches!(doublings, 4 | 6);
        assert_eq!(states.root_value(ME, &settled) > expected, doubles, "{doublings}");
    }
}

#[test]
fn values_of_the_search_are_settled() {
    let states = CubeStates::money(CENTRED, MoneyRules::default());
    let sure = states.value(ME, gammonless(0.9), Efficiency::CONSTANT);
    assert!((states.root_value(ME, &sure) - 1.0).abs() < 1e-6);
    let finished = states.finished(ME, 3);
    assert!((states.root_value(ME, &finished) - 3.0).abs() < 1e-6);
    assert!((states.root_value(Player(1), &finished.flipped()) + 3.0).abs() < 1e-6);
}
