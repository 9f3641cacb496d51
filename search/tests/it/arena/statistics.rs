//! Tests of the statistics of matches: Elo, its error, and sequential tests.

use ludex_search::arena::{
    Encounter, Hypothesis, IntervalEstimate, Pentanomial, SequentialTest, Sprt, SprtState, elo_of,
    ratings, score_of,
};
use ludex_search::support::random::stream;
use rand::RngExt;
use rand_pcg::Pcg64;
use rayon::prelude::*;

#[track_caller]
fn near(value: f64, expected: f64, allowed: f64) {
    assert!((value - expected).abs() <= allowed, "{value}, not {expected}");
}

/// The figures are from the Elo and SPRT tests of fastchess, to their precision of a hundredth: pairs, Elo with error, normalised Elo with
/// error.
#[test]
fn elo_agrees_with_published_examples() {
    let cases = [
        ([34, 54, 63, 64, 75], (55.58, 27.65), (57.94, 28.28)),
        ([332, 433, 498, 333, 334], (-8.64, 10.33), (-9.17, 10.96)),
        ([7895, 8757, 5685, 568, 9999], (-21.04, 2.95), (-19.01, 2.65)),
    ];
    for (pairs, (elo, error), (normalised, normalised_error)) in cases {
        let pairs = Pentanomial(pairs);
        let found = pairs.elo().unwrap();
        near(found.value, elo, 0.01);
        near(found.error, error, 0.01);
        let found = pairs.normalised_elo().unwrap();
        near(found.value, normalised, 0.01);
        near(found.error, normalised_error, 0.01);
    }
    let superiority = Pentanomial([332, 433, 498, 333, 334]).likelihood_of_superiority();
    near(superiority.unwrap(), 0.0505, 0.0001);
}

#[test]
fn likelihood_ratios_agree_with_published_examples() {
    let cases = [
        ([223, 9863, 21279, 10037, 246], (0.5, 2.5), -3.07),
        ([871, 26175, 55983, 26678, 821], (0.0, 2.0), -4.98),
    ];
    for (pairs, (elo0, elo1), llr) in cases {
        let sprt = Sprt::new(elo0, elo1);
        let state = SprtState::new(&sprt, &Pentanomial(pairs));
        near(state.llr, llr, 0.011);
        near(state.upper, 2.944, 0.001);
        assert_eq!(state.accepted(), Some(Hypothesis::H0));
    }
}

/// Probabilities of a pair's five results with this mean, on openings in which the first side is better.
fn chances(elo: f64) -> [f64; 5] {
    let extreme = [0.08, 0.17, 0.5, 0.17, 0.08];
    // Weight is moved from the first to the last and from the second to the fourth, until the mean is right.
    let shift = (score_of(elo) - 0.5) / (0.08 + 0.17 / 2.0);
    [
        extreme[0] * (1.0 - shift),
        extreme[1] * (1.0 - shift),
        extreme[2],
        extreme[3] * (1.0 + shift),
        extreme[4] * (1.0 + shift),
    ]
}

fn draw(chances: &[f64; 5], rng: &mut Pcg64) -> f64 {
    let mut ticket: f64 = rng.random();
    for (index, chance) in chances.iter().enumerate() {
        ticket -= chance;
        if ticket < 0.0 {
            return index as f64 / 2.0;
        }
    }
    2.0
}

fn mean_elo(chances: &[f64; 5]) -> f64 {
    let mean: f64 =
        chances.iter().enumerate().map(|(index, chance)| chance * index as f64 / 4.0).sum();
    elo_of(mean)
}

#[test]
fn the_model_of_the_simulations_has_the_elo_it_says() {
    for elo in [-60.0, 0.0, 35.0, 60.0] {
        near(mean_elo(&chances(elo)), elo, 1e-9);
        near(chances(elo).iter().sum(), 1.0, 1e-12);
    }
}

#[test]
fn the_test_errs_as_seldom_as_it_promises() {
    const TESTS: u64 = 10_000;
    let sprt = Sprt::new(0.0, 60.0);
    let accepted = |elo: f64, seed: u64| {
        let chances = chances(elo);
        let run = |index: u64| {
            let mut rng = stream(seed, index);
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add(draw(&chances, &mut rng));
                if let Some(accepted) = SprtState::new(&sprt, &pairs).accepted() {
                    return accepted;
                }
            }
        };
        let all: Vec<_> = (0..TESTS).into_par_iter().map(run).collect();
        all.iter().filter(|&&accepted| accepted == Hypothesis::H1).count() as f64 / TESTS as f64
    };
    let false_accepts = accepted(sprt.elo0, 1);
    let false_rejects = 1.0 - accepted(sprt.elo1, 2);
    assert!(false_accepts <= 0.06 && false_accepts > 0.02, "{false_accepts}");
    assert!(false_rejects <= 0.06 && false_rejects > 0.02, "{false_rejects}");
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_promise() {
    const MATCHES: u64 = 10_000;
    for (elo, seed) in [(0.0, 3), (40.0, 4)] {
        let chances = chances(elo);
        let covers = |index: u64| {
            let mut rng = stream(seed, index);
            let mut pairs = Pentanomial::default();
            for _ in 0..300 {
                pairs.add(draw(&chances, &mut rng));
            }
            let found = pairs.elo().unwrap();
            (found.value - elo).abs() <= found.error
        };
        let n_covered = (0..MATCHES).into_par_iter().filter(|&index| covers(index)).count();
        let share = n_covered as f64 / MATCHES as f64;
        assert!((0.94..=0.96).contains(&share), "{share} at Elo {elo}");
    }
}

/// Games between all players: the ratings are close to the true strengths, within their errors.
#[test]
fn ratings_find_the_strengths_behind_the_results() {
    let truth = [120.0, 40.0, -10.0, -150.0];
    let (mut n_covered, mut n_all) = (0, 0);
    for seed in 0..500 {
        let mut rng = stream(5, seed);
        let mut table = vec![vec![Encounter::default(); 4]; 4];
        for a in 0..4 {
            for b in a + 1..4 {
                let chance = score_of(truth[a] - truth[b]);
                let points = (0..200).filter(|_| rng.random::<f64>() < chance).count() as f64;
                let variance = chance * (1.0 - chance);
                let (games, points_b) = (200.0, 200.0 - points);
                table[a][b] = Encounter { points, games, variance };
                table[b][a] = Encounter { points: points_b, games, variance };
            }
        }
        for (found, truth) in ratings(&table).into_iter().zip(truth) {
            n_covered += usize::from((found.value - truth).abs() <= found.error);
            n_all += 1;
            near(found.value, truth, 80.0);
        }
    }
    let share = n_covered as f64 / n_all as f64;
    assert!((0.93..=0.97).contains(&share), "{share}");
}

#[test]
fn nothing_is_known_of_no_games() {
    let none = Pentanomial::default();
    assert_eq!((none.elo(), none.normalised_elo()), (None, None));
    assert_eq!(none.likelihood_of_superiority(), None);
    let all_won = Pentanomial([0, 0, 0, 0, 9]);
    assert_eq!(all_won.normalised_elo(), None);
    let elo = all_won.elo().unwrap();
    assert!(elo.value > 1000.0 && elo.error.is_infinite());
    let alone = ratings(&[vec![Encounter::default()]]);
    near(alone[0].value, 0.0, 1e-9);
}

/// The figures are from the SPRT tests of fastchess, to their precision of a hundredth. For a match in which all pairs are won, fastchess
/// reports only the ratio.
#[test]
fn likelihood_ratios_in_normalised_elo_agree_with_published_examples() {
    let cases = [
        ([365, 16618, 36229, 16974, 390], (0.0, 2.0), 2.25),
        ([127, 4883, 10712, 5150, 104], (-1.75, 0.25), 3.01),
        ([0, 0, 0, 0, 5550], (0.0, 5.0), 111.82),
    ];
    for (pairs, (elo0, elo1), llr) in cases {
        let sprt = Sprt::normalised(elo0, elo1);
        let found = SprtState::new(&sprt, &Pentanomial(pairs)).llr;
        near(found, llr, 0.01 * llr);
    }
}

#[test]
fn results_of_the_other_side_are_the_mirror_image() {
    let (pairs, other) = ([34, 54, 127, 64, 75], [75, 64, 127, 54, 34]);
    let (pairs, other) = (Pentanomial(pairs), Pentanomial(other));
    near(pairs.elo().unwrap().value, -other.elo().unwrap().value, 1e-9);
    near(pairs.elo().unwrap().error, other.elo().unwrap().error, 1e-9);
    let superiority = |pairs: Pentanomial| pairs.likelihood_of_superiority().unwrap();
    near(superiority(pairs), 1.0 - superiority(other), 1e-9);
    for (one, mirrored) in [
        (Sprt::new(-3.0, 8.0), Sprt::new(-8.0, 3.0)),
        (Sprt::normalised(-3.0, 8.0), Sprt::normalised(-8.0, 3.0)),
    ] {
        let (llr, opposite) =
            (one.log_likelihood_ratio(&pairs), mirrored.log_likelihood_ratio(&other));
        near(llr, -opposite, 1e-6);
        let even = Sprt { elo0: -5.0, elo1: 5.0, ..one };
        near(even.log_likelihood_ratio(&Pentanomial([3, 5, 9, 5, 3])), 0.0, 1e-6);
    }
}

#[test]
fn hypotheses_that_no_results_can_have_decide_nothing() {
    let sprt = Sprt::normalised(900.0, 1000.0);
    for pairs in [[0, 0, 0, 0, 0], [1, 2, 3, 2, 1], [0, 0, 0, 0, 9]] {
        assert!(sprt.log_likelihood_ratio(&Pentanomial(pairs)).is_finite());
    }
}

/// The order in which pairs end depends on the machine; the decision does not.
#[test]
fn a_test_decides_the_same_in_whatever_order_pairs_end() {
    let points: Vec<f64> = (0..400).map(|pair| [1.5, 1.0, 2.0, 1.0][pair % 4]).collect();
    let decided = |order: &mut dyn Iterator<Item = usize>| {
        let mut test = SequentialTest::new(Sprt::new(0.0, 50.0));
        order.for_each(|pair| test.add(pair, points[pair]));
        test.decided()
    };
    let in_order = decided(&mut (0..400));
    let (last, accepted) = in_order.unwrap();
    assert_eq!(accepted, Hypothesis::H1);
    assert_eq!(decided(&mut (0..400).rev()), in_order);
    assert_eq!(decided(&mut (0..400).map(|n| n * 171 % 400)), in_order);
    assert_eq!(decided(&mut (0..last)), None);
    assert_eq!(decided(&mut (1..400)), None);
}

#[test]
fn estimates_as_text() {
    for (value, error, digits, text) in [
        (12.34, 4.56, 1, "+12.3 ± 4.6"),
        (-0.04, 30.0, 1, "+0.0 ± 30.0"),
        (1200.0, 30.0, 0, "> +1200"),
        (-1200.0, f64::INFINITY, 1, "< -1200"),
        (20.0, f64::INFINITY, 0, "+20 (too few games)"),
    ] {
        assert_eq!(IntervalEstimate { value, error }.elo_text(digits), text);
    }
}
