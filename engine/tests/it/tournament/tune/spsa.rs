//! SPSA on a function whose best values are known.

use ludex_matches::tune::space::{Dimension, ParameterSpace};
use ludex_matches::tune::spsa::{Perturbation, Schedule, update};
use ludex_search::support::random::stream;

fn dimension(name: &str, start: i32, step: f64) -> Dimension {
    Dimension { name: name.into(), start, min: -200, max: 200, step }
}

/// Simulates pairs of games with random results. The strength of two values decreases with the squared distance from (40, −60).
fn simulate(seed: u64) -> Vec<f64> {
    let space =
        ParameterSpace { dimensions: vec![dimension("a", 0, 10.0), dimension("b", 0, 10.0)] };
    let strength = |values: &[i32]| {
        let off = |value: i32, best: f64| ((f64::from(value) - best) / 100.0).powi(2);
        -(off(values[0], 40.0) + off(values[1], -60.0))
    };
    let (n_pairs, batch) = (8000, 8);
    let schedule = Schedule::new(n_pairs, 0.01);
    let mut values = space.starts();
    for first in (0..n_pairs).step_by(batch as usize) {
        let drawn: Vec<Perturbation> = (first..first + batch)
            .map(|pair| {
                let size = schedule.perturbation(first);
                Perturbation::draw(&space, &values, size, &mut stream(seed, pair))
            })
            .collect();
        let score = |(index, drawn): (u64, &Perturbation)| {
            let chance =
                1.0 / (1.0 + (-4.0 * (strength(&drawn.plus) - strength(&drawn.minus))).exp());
            let mut rng = stream(seed, (1 << 40) | (first + index));
            let game = |roll: f64| if roll < chance { 1.0 } else { -1.0 };
            let rolls: [f64; 2] = [rand::RngExt::random(&mut rng), rand::RngExt::random(&mut rng)];
            rolls.into_iter().map(game).sum()
        };
        let scores: Vec<f64> = (0..).zip(&drawn).map(score).collect();
        update(&space, &mut values, schedule.gain(first), &drawn, &scores);
    }
    values
}

#[test]
fn perturbation_finds_the_best_values_through_the_noise_of_games() {
    for seed in 0..5 {
        let values = simulate(seed);
        assert!((values[0] - 40.0).abs() < 25.0, "seed {seed}: {values:?}");
        assert!((values[1] + 60.0).abs() < 25.0, "seed {seed}: {values:?}");
    }
}

#[test]
fn gains_follow_the_published_sequences() {
    // c = c_end·N^γ and a = r_end·c_end²·(A+N)^α, with A = N/10. So after the last pair, the perturbation factor is 1 and the gain is the
    // given rate.
    let schedule = Schedule::new(10_000, 0.002);
    assert!((schedule.perturbation(10_000) - 1.0).abs() < 1e-9);
    assert!((schedule.perturbation(0) - 10_001_f64.powf(0.101)).abs() < 1e-9);
    assert!((schedule.gain(10_000) - 0.002).abs() < 1e-6);
    let first = 0.002 * (11_000.0_f64 / 1001.0).powf(0.602) / 10_001_f64.powf(0.101);
    assert!((schedule.gain(0) - first).abs() < 1e-9);
}

#[test]
fn small_steps_are_rounded_at_random_and_ranges_hold() {
    let space =
        ParameterSpace { dimensions: vec![dimension("a", 0, 0.25), dimension("b", 200, 50.0)] };
    let (n, mut wide) = (4000, 0);
    for index in 0..n {
        let drawn = Perturbation::draw(&space, &[3.5, 190.0], 1.0, &mut stream(1, index));
        assert!(drawn.plus[1] <= 200 && drawn.minus[1] <= 200);
        let width = (drawn.plus[0] - drawn.minus[0]) * drawn.signs[0] as i32;
        assert!((0..=1).contains(&width), "{drawn:?}");
        wide += width;
    }
    // Values that are ±0.25 apart are rounded to different integers in half of the cases.
    let share = f64::from(wide) / n as f64;
    assert!((share - 0.5).abs() < 0.05, "{share}");
}
