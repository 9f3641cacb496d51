//! Calibrates scores: for each phase of the game, fits the win probability of a score to the games of tournaments, by maximum likelihood.

use std::collections::BTreeSet;

use ludex_kit::support::chances::{ChanceKnot, Chances};
use rayon::prelude::*;

use crate::tournament::results::{GameEnding, GameLine};

/// The plies at which scale and shift are fitted; they are denser in the opening, where the win probability of a score changes fastest.
const KNOTS: [u32; 6] = [5, 15, 30, 50, 70, 90];
/// Initial step of the search along one parameter: a factor for a scale, and a fraction of the scale for a shift.
const STEP: f32 = 0.5;
/// Rounds over all parameters; each halves the steps that did not improve the fit.
const ROUNDS: usize = 12;
/// Weight of the regularisation, measured in positions. It keeps a phase similar to its neighbours, and its shift near zero.
const TIES: f64 = 20.0;
/// Positions summed by one task.
const TASK: usize = 4_096;
/// A score beyond this is a proven result, and is not fitted.
const PROVEN: f64 = 5_000.0;

/// A score of a position, and the result of the game.
#[derive(Clone, Copy)]
struct Judged {
    /// Plies played before the position.
    ply: u32,
    /// The score for the player to move, in the game's unit.
    value: f32,
    /// That player's result, 0 to 1.
    result: f64,
}

/// Fits win probabilities of scores to these games, with those of the `KNOTS` that at least one game reaches; `None` if no position has a
/// score. The players should be equally strong; otherwise the fit also reflects their difference in strength.
pub fn fit(games: &[GameLine], margin: f32) -> Option<Chances> {
    // Games that were played twice count once, and forfeited games are skipped.
    let mut seen = BTreeSet::new();
    let is_played =
        |game: &&GameLine| matches!(game.ending, GameEnding::Rules | GameEnding::Length);
    let games = games.iter().filter(is_played).filter(|game| seen.insert(&game.moves));
    let judged: Vec<Judged> = games.flat_map(judged).collect();
    (!judged.is_empty()).then(|| fitted(&judged, margin))
}

/// The positions of a game that have a score.
fn judged(game: &GameLine) -> impl Iterator<Item = Judged> {
    game.marks.iter().enumerate().filter_map(|(ply, mark)| {
        let value = mark.score.filter(|score| score.abs() < PROVEN)?;
        let won = *game.returns.get(mark.seat?)?;
        let result = f64::midpoint(won.into(), 1.0);
        Some(Judged { ply: ply as u32, value: value as f32, result })
    })
}

fn fitted(judged: &[Judged], margin: f32) -> Chances {
    let spread: f32 = judged.iter().map(|judged| judged.value.abs()).sum();
    let scale = (spread / judged.len() as f32).max(0.1);
    let last = judged.iter().map(|judged| judged.ply).max().unwrap_or(0);
    let knots = KNOTS.into_iter().filter(|&ply| ply == KNOTS[0] || ply <= last);
    let knots = knots.map(|ply| ChanceKnot { ply, scale, shift: 0.0 });
    let mut best = Chances { margin, knots: knots.collect() };
    let mut least = loss(judged, &best);
    let mut steps = vec![STEP; 2 * best.knots.len()];
    for _ in 0..ROUNDS {
        for (number, step) in steps.iter_mut().enumerate() {
            let tried = [1.0, -1.0].map(|way| moved(&best, number, way * *step));
            let mut better = tried.into_iter().filter_map(|tried| {
                let loss = loss(judged, &tried);
                (loss < least).then_some((tried, loss))
            });
            match better.next() {
                Some(better) => (best, least) = better,
                None => *step /= 2.0,
            }
        }
    }
    best
}

/// The parameters with one changed: the scale of a knot, or its shift as a fraction of the scale.
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

/// The negative log-likelihood of the results, plus the penalty for differences between neighbouring knots.
fn loss(judged: &[Judged], chances: &Chances) -> f64 {
    let unlikely = |&Judged { ply, value, result }: &Judged| {
        let expected = f64::midpoint(chances.of_value(ply, value).expectation().into(), 1.0);
        let expected = expected.clamp(1e-6, 1.0 - 1e-6);
        -(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
    };
    // The parts are summed in a fixed order, so the result does not depend on the threads.
    let parts = judged.par_chunks(TASK).map(|part| part.iter().map(unlikely).sum());
    let parts: Vec<f64> = parts.collect();
    let differs = |pair: &[ChanceKnot]| f64::from((pair[0].scale / pair[1].scale).ln()).powi(2);
    let shifts = |knot: &ChanceKnot| f64::from(knot.shift / knot.scale).powi(2);
    let ties = chances.knots.windows(2).map(differs).sum::<f64>()
        + chances.knots.iter().map(shifts).sum::<f64>();
    parts.iter().sum::<f64>() + TIES * ties
}

#[cfg(test)]
mod tests {
    use ludex_search::support::random::stream;
    use rand::RngExt;

    use super::*;

    #[test]
    fn the_fit_recovers_the_original_chances() {
        let truth = Chances::read("margin 0\n5 0.5 0.1\n30 1.5 0\n").expect("whole");
        let mut rng = stream(1, 1);
        let judged: Vec<Judged> = (0..40_000)
            .map(|number| {
                let (ply, value) = (number % 31, rng.random_range(-3.0..3.0));
                let win = truth.of_value(ply, value).win;
                let result = f64::from(u8::from(rng.random::<f32>() < win));
                Judged { ply, value, result }
            })
            .collect();
        let found = fitted(&judged, 0.0);
        assert_eq!(found.knots.iter().map(|knot| knot.ply).collect::<Vec<_>>(), [5, 15, 30]);
        for (found, [scale, shift]) in found.knots.iter().zip([[0.5, 0.1], [0.9, 0.06], [1.5, 0.0]])
        {
            assert!((found.scale - scale).abs() < 0.1, "{found:?}");
            assert!((found.shift - shift).abs() < 0.1, "{found:?}");
        }
    }
}
