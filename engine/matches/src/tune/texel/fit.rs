//! The fit itself, as a numerical problem without files or games.

use ludex_search::StopFlag;
use ludex_search::arena::inverted;

use super::positions::Data;
use crate::tune::folder::{Losses, TuneStep};
use crate::tune::settings::TuneSettings;
use crate::tune::space::ParameterSpace;

/// Number of final passes over all parameters, each of which is tried one higher and one lower.
const PASSES: u32 = 3;

/// Stops after a step with a smaller gain than this.
const LEAST_GAIN: f64 = 1e-7;

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The values, all whole numbers.
    pub values: Vec<f64>,
    /// Number of steps taken.
    pub iterations: u32,
    /// Number of positions, including held-out ones.
    pub positions: u64,
    /// The losses before and after.
    pub losses: Losses,
}

/// The positions, and how to compute their loss.
struct Problem<'a> {
    settings: &'a TuneSettings,
    space: &'a ParameterSpace,
    data: &'a Data,
    scale: f64,
}

/// Finds the values with the smallest loss; `None` if the flag was raised.
pub fn fit(
    settings: &TuneSettings,
    space: &ParameterSpace,
    data: &Data,
    stop: &StopFlag,
    report: &mut dyn FnMut(&TuneStep) -> anyhow::Result<()>,
) -> anyhow::Result<Option<Fitted>> {
    let mut problem = Problem { settings, space, data, scale: 0.0 };
    let mut values = space.starts();
    let mut scores = problem.scores(&values)?;
    problem.scale = best_scale(data, &scores);
    let before = scores.clone();
    let mut loss = problem.loss(&scores, false);
    let (mut damping, mut iteration) = (1e-3, 0);
    let mut note = |iteration: u32, values: &[f64], score: f64| {
        report(&TuneStep { iteration, values: values.to_vec(), score, lost: 0 })
    };
    while iteration < settings.iterations && damping < 1e6 {
        let slopes = problem.slopes(&values, &scores)?;
        let mut gain = 0.0;
        while damping < 1e6 {
            if stop.is_stopped() {
                return Ok(None);
            }
            let next = problem.step(&values, &scores, &slopes, damping);
            let next_scores = problem.scores(&next)?;
            let next_loss = problem.loss(&next_scores, false);
            if next_loss < loss {
                gain = loss - next_loss;
                (values, scores, loss) = (next, next_scores, next_loss);
                damping = (damping / 10.0).max(1e-6);
                break;
            }
            damping *= 10.0;
        }
        iteration += 1;
        note(iteration, &values, loss)?;
        if gain < LEAST_GAIN {
            break;
        }
    }
    for _ in 0..PASSES {
        let Some(improved) = problem.try_neighbours(&mut values, &mut scores, &mut loss, stop)?
        else {
            return Ok(None);
        };
        iteration += 1;
        note(iteration, &values, loss)?;
        if !improved {
            break;
        }
    }
    Ok(Some(Fitted {
        values,
        iterations: iteration,
        positions: data.results.len() as u64,
        losses: Losses {
            scale: problem.scale,
            before: problem.loss(&before, false),
            after: loss,
            held_out_before: problem.loss(&before, true),
            held_out_after: problem.loss(&scores, true),
        },
    }))
}

impl Problem<'_> {
    /// The scores of all positions with these values, rounded to whole numbers as a player uses them.
    fn scores(&self, values: &[f64]) -> anyhow::Result<Vec<f32>> {
        let whole = self.space.whole(values);
        let player = self.settings.player_with(self.space.named(&whole));
        let set: Vec<(String, String)> = player.set.into_iter().collect();
        Ok(self.data.scores(&set)?)
    }

    /// The mean loss, of the positions of the fit or of the held-out ones.
    fn loss(&self, scores: &[f32], held_out: bool) -> f64 {
        let known = self.data.results.iter().zip(&self.data.held_out);
        mean_loss(
            self.scale,
            scores
                .iter()
                .zip(known)
                .filter(|(_, (_, out))| **out == held_out)
                .map(|(&score, (&result, _))| (score, result)),
        )
    }

    /// How much the score of each position changes with each parameter: one row per parameter.
    fn slopes(&self, values: &[f64], scores: &[f32]) -> anyhow::Result<Vec<Vec<f32>>> {
        let slope = |index: usize| {
            let dimension = &self.space.dimensions[index];
            let start = f64::from(dimension.whole(values[index]));
            let wide = dimension.step.round().max(1.0);
            let moved = if start + wide <= f64::from(dimension.max) {
                start + wide
            } else {
                dimension.clamp(start - wide)
            };
            let mut there = values.to_vec();
            there[index] = moved;
            let width = (moved - start) as f32;
            let moved = self.scores(&there)?;
            let pairs = moved.iter().zip(scores);
            Ok(pairs.map(|(moved, score)| (moved - score) / width).collect())
        };
        (0..values.len()).map(slope).collect()
    }

    /// A damped Newton step on the slopes, rounded to whole values in range.
    fn step(&self, values: &[f64], scores: &[f32], slopes: &[Vec<f32>], damping: f64) -> Vec<f64> {
        let n = values.len();
        let (mut gradient, mut curvature) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        let known = self.data.results.iter().zip(&self.data.held_out);
        let mut row = vec![0.0; n];
        for (position, (&score, (&result, &out))) in scores.iter().zip(known).enumerate() {
            if out {
                continue;
            }
            let chance = logistic(self.scale * f64::from(score));
            let (miss, bent) = (f64::from(result) - chance, chance * (1.0 - chance));
            for (entry, slope) in row.iter_mut().zip(slopes) {
                *entry = self.scale * f64::from(slope[position]);
            }
            for i in 0..n {
                if row[i] == 0.0 {
                    continue;
                }
                gradient[i] += miss * row[i];
                for j in 0..=i {
                    curvature[i][j] += bent * row[i] * row[j];
                }
            }
        }
        let below = curvature.clone();
        for (i, row) in curvature.iter_mut().enumerate() {
            for (entry, mirrored) in row.iter_mut().zip(&below).skip(i + 1) {
                *entry = mirrored[i];
            }
            // A parameter that affects no position stays unchanged.
            row[i] = row[i] * (1.0 + damping) + 1e-9;
        }
        let inverse = inverted(curvature);
        (0..n)
            .map(|i| {
                let change: f64 = inverse[i].iter().zip(&gradient).map(|(a, b)| a * b).sum();
                f64::from(self.space.dimensions[i].whole(values[i] + change))
            })
            .collect()
    }

    /// Tries each parameter one higher and one lower; true if the loss improved, `None` if the flag was raised.
    fn try_neighbours(
        &self,
        values: &mut Vec<f64>,
        scores: &mut Vec<f32>,
        loss: &mut f64,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<bool>> {
        let mut improved = false;
        for index in 0..values.len() {
            for change in [1.0, -1.0] {
                if stop.is_stopped() {
                    return Ok(None);
                }
                let mut next = values.clone();
                next[index] = self.space.dimensions[index].clamp(values[index] + change);
                let next_scores = self.scores(&next)?;
                let next_loss = self.loss(&next_scores, false);
                if next_loss < *loss - LEAST_GAIN {
                    (*values, *scores, *loss) = (next, next_scores, next_loss);
                    improved = true;
                    break;
                }
            }
        }
        Ok(Some(improved))
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The mean negative log-likelihood.
fn mean_loss(scale: f64, positions: impl Iterator<Item = (f32, f32)>) -> f64 {
    let (mut sum, mut n) = (0.0, 0_u64);
    for (score, result) in positions {
        let x = scale * f64::from(score);
        // ln(1 + e^x) without overflow.
        let soft = x.max(0.0) + (-x.abs()).exp().ln_1p();
        sum += soft - f64::from(result) * x;
        n += 1;
    }
    if n == 0 { 0.0 } else { sum / n as f64 }
}

/// The scale with which the old scores predict the results best. As a function of the scale, the loss has a single minimum.
fn best_scale(data: &Data, scores: &[f32]) -> f64 {
    let loss = |logarithm: f64| {
        let known = data.results.iter().zip(&data.held_out);
        let taken = scores.iter().zip(known).filter(|(_, (_, out))| !**out);
        mean_loss(logarithm.exp(), taken.map(|(&score, (&result, _))| (score, result)))
    };
    let (mut low, mut high) = (1e-6_f64.ln(), 1.0_f64.ln());
    for _ in 0..60 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(a) < loss(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high).exp()
}
