//! Evaluations that are weighted sums of features. Training fits the weights so that the logistic function of the sum is the expected
//! result.

use rayon::prelude::*;

use crate::adam::Adam;
use crate::trainer::cross_entropy;

/// The number of positions whose gradients one task adds up.
const TASK: usize = 512;
/// The strength of the pull of weights towards zero (L2 penalty), which keeps the weights of rare features small.
const PENALTY: f32 = 4e-3;

/// What is known about the target expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It is exactly this.
    Exactly,
    /// It is at least this.
    AtLeast,
    /// It is at most this.
    AtMost,
}

#[derive(Clone, Copy, Debug)]
struct LinearExample {
    /// The end of its features in the list of all features.
    end: usize,
    target: f32,
    wanted: Wanted,
}

/// Training positions, stored in few blocks of memory.
#[derive(Clone, Debug, Default)]
pub struct LinearBatch {
    features: Vec<(u16, u8)>,
    examples: Vec<LinearExample>,
}

impl LinearBatch {
    /// Adds a position: its features (repeated if they occur several times) and the target expectation of the player to move, 0 to 1.
    pub fn add(
        &mut self,
        features: impl IntoIterator<Item = (u16, u8)>,
        target: f32,
        wanted: Wanted,
    ) {
        self.features.extend(features);
        self.examples.push(LinearExample { end: self.features.len(), target, wanted });
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.examples.len()
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    fn features_of(&self, number: usize) -> &[(u16, u8)] {
        let start = number.checked_sub(1).map_or(0, |before| self.examples[before].end);
        &self.features[start..self.examples[number].end]
    }

    /// The output for a position, and the error by which it is too high; an error of zero if a bound is satisfied.
    fn error(&self, number: usize, weights: &[f32]) -> (f32, f32) {
        let features = self.features_of(number).iter();
        let sum: f32 = features
            .map(|&(feature, count)| weights[usize::from(feature)] * f32::from(count))
            .sum();
        let said = 1.0 / (1.0 + (-sum).exp());
        let example = &self.examples[number];
        let error = said - example.target;
        let error = match example.wanted {
            Wanted::Exactly => error,
            Wanted::AtLeast => error.min(0.0),
            Wanted::AtMost => error.max(0.0),
        };
        (said, error)
    }

    /// The mean loss with these weights: the cross entropy above that of the targets themselves; zero where a bound is satisfied.
    pub fn loss(&self, weights: &[f32]) -> f64 {
        let losses = (0..self.len()).into_par_iter().map(|number| {
            let (said, error) = self.error(number, weights);
            if error == 0.0 { 0.0 } else { cross_entropy(self.examples[number].target, said) }
        });
        losses.sum::<f64>() / self.len().max(1) as f64
    }
}

/// Weights in training, in log-odds.
#[derive(Clone, Debug)]
pub struct LinearTrainer {
    weights: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u32,
}

impl LinearTrainer {
    /// A trainer that starts from these weights.
    pub fn new(weights: Vec<f32>) -> Self {
        let zeros = vec![0.0; weights.len()];
        Self { weights, means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// The current weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// One training step on the positions with these indices.
    pub fn step(&mut self, batch: &LinearBatch, numbers: &[u32], rate: f32) {
        let weights = &self.weights;
        let tasks: Vec<Vec<f32>> = numbers
            .par_chunks(TASK)
            .map(|numbers| {
                let mut slopes = vec![0.0; weights.len()];
                for &number in numbers {
                    let (_, error) = batch.error(number as usize, weights);
                    for &(feature, count) in batch.features_of(number as usize) {
                        slopes[usize::from(feature)] += error * f32::from(count);
                    }
                }
                slopes
            })
            .collect();
        // Added in the order of the positions, so that the sum does not depend on the threads.
        let mut slopes: Vec<f32> = weights.iter().map(|weight| PENALTY * weight).collect();
        for task in tasks {
            for (slope, part) in slopes.iter_mut().zip(task) {
                *slope += part / numbers.len() as f32;
            }
        }
        self.steps += 1;
        Adam::step(rate, self.steps).descend(
            &mut self.weights,
            slopes.into_iter(),
            &mut self.means,
            &mut self.squares,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_find_what_is_wanted_and_leave_bounds_alone_that_hold() {
        let mut batch = LinearBatch::default();
        for _ in 0..100 {
            batch.add([(0, 1)], 0.75, Wanted::Exactly);
            batch.add([(1, 2)], 0.25, Wanted::AtMost);
            batch.add([(2, 1)], 0.25, Wanted::AtLeast);
        }
        let mut trainer = LinearTrainer::new(vec![0.0; 3]);
        let numbers: Vec<u32> = (0..batch.len() as u32).collect();
        for _ in 0..600 {
            trainer.step(&batch, &numbers, 0.01);
        }
        let said =
            |feature: usize, count: f32| 1.0 / (1.0 + (-trainer.weights()[feature] * count).exp());
        assert!((said(0, 1.0) - 0.75).abs() < 0.02);
        assert!((said(1, 2.0) - 0.25).abs() < 0.02);
        assert!((said(2, 1.0) - 0.5).abs() < 0.02);
        assert!(batch.loss(trainer.weights()) < batch.loss(&[0.0; 3]));
    }
}
