//! Fits what scores mean to games: scale and shift of each phase, so that what happened was as likely as possible.

use ludex_kit::support::chances::{ChanceKnot, Chances};
use rayon::prelude::*;

use super::measure::expected;
use super::samples::{Game, Sample};

/// The first step of a search along one number, as a factor of a scale and as a part of it.
const STEP: f32 = 0.5;
/// Rounds over all numbers; each halves the steps that found nothing better.
const ROUNDS: usize = 12;
/// The plies at which scale and shift are fitted: in the opening what a score means changes fastest.
const KNOTS: [u32; 6] = [5, 15, 30, 50, 70, 90];
/// How much a phase of few positions is held to its neighbours, and to no shift: about as much as so many positions say.
const TIES: f64 = 20.0;

/// What scores mean by these games, with a knot at each ply that any of them reaches.
pub(super) fn fit(games: &[Game], margin: f32) -> Chances {
    let samples: Vec<Sample> = games.iter().flat_map(|game| game.samples.iter().copied()).collect();
    let spread = samples.iter().map(|sample| sample.value.abs()).sum::<f32>();
    let scale = (spread / samples.len().max(1) as f32).max(0.1);
    let last = samples.iter().map(|sample| sample.ply).max().unwrap_or(0);
    let knots = KNOTS.into_iter().filter(|&ply| ply == KNOTS[0] || ply <= last);
    let knots = knots.map(|ply| ChanceKnot { ply, scale, shift: 0.0 });
    let mut best = Chances { margin, knots: knots.collect() };
    let mut least = loss(&samples, &best);
    let mut steps = vec![STEP; 2 * best.knots.len()];
    for _ in 0..ROUNDS {
        for (number, step) in steps.iter_mut().enumerate() {
            let mut is_better = false;
            for way in [1.0, -1.0] {
                let tried = moved(&best, number, way * *step);
                let loss = loss(&samples, &tried);
                if loss < least {
                    (best, least, is_better) = (tried, loss, true);
                    break;
                }
            }
            if !is_better {
                *step /= 2.0;
            }
        }
    }
    best
}

/// The same with one number changed: the scale of a knot, or its shift as a part of the scale.
fn moved(chances: &Chances, number: usize, by: f32) -> Chances {
    let mut chances = chances.clone();
    let knot = &mut chances.knots[number / 2];
    if number.is_multiple_of(2) {
        knot.scale *= by.exp();
    } else {
        knot.shift += by * knot.scale / 2.0;
    }
    chances
}

/// How unlikely what happened was, and how much neighbours differ.
fn loss(samples: &[Sample], chances: &Chances) -> f64 {
    let of = |sample: &Sample| {
        let expected = expected(chances, sample).clamp(1e-6, 1.0 - 1e-6);
        let result = f64::from(sample.result);
        -(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
    };
    let unlikely: f64 =
        samples.par_chunks(4096).map(|chunk| chunk.iter().map(of).sum::<f64>()).sum();
    let differs = |pair: &[ChanceKnot]| {
        let by = f64::from((pair[0].scale / pair[1].scale).ln());
        by * by
    };
    let shifts = |knot: &ChanceKnot| f64::from(knot.shift / knot.scale).powi(2);
    let ties = chances.knots.windows(2).map(differs).sum::<f64>()
        + chances.knots.iter().map(shifts).sum::<f64>();
    unlikely + TIES * ties
}
