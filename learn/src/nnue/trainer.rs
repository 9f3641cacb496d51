//! Training in mini-batches. Weights are floating-point numbers; they are rounded to integers when the network is used.
//!
//! CITE: Loshchilov and Hutter, "Decoupled weight decay regularization", 2019.

use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::network::{HIDDEN, Nnue, NnueShape, ONE, OUTPUT_MOST, OUTPUT_ONE, SKIP_ONE};
use crate::adam::Adam;
use crate::kernel::Kernel;
use crate::kernel::for_each_kernel;
use crate::trainer::cross_entropy;

/// The number of parts of a batch whose gradients are computed separately. It is constant, so that the sum does not depend on the number of
/// threads.
const PARTS: usize = 8;
/// The number of weights that one task updates.
const CHUNK: usize = 1 << 12;
/// The factor by which weights shrink in a step with rate 1 (weight decay).
const DECAY: f32 = 0.02;

/// One training position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NnueExample {
    /// The index after its last input, in the list of all inputs.
    end: usize,
    mover: u8,
    bucket: u8,
    /// The skip in log-odds.
    skip: f32,
    /// The target expectation of the player to move, 0 to 1.
    target: f32,
}

/// Training positions, stored in few blocks of memory.
#[derive(Clone, Debug, Default)]
pub struct NnueBatch {
    inputs: Vec<[u16; 2]>,
    examples: Vec<NnueExample>,
}

impl NnueBatch {
    /// Adds an input to the current position, given by its index from the view of the first and of the second player.
    #[inline]
    pub fn add(&mut self, input: [u16; 2]) {
        self.inputs.push(input);
    }

    /// Ends the current position. `skip` is the score computed in another way, in log-odds; `target` is the target expectation of the
    /// player to move, 0 to 1.
    pub fn end(&mut self, mover: usize, bucket: usize, skip: f32, target: f32) {
        self.examples.push(NnueExample {
            end: self.inputs.len(),
            mover: mover as u8 & 1,
            bucket: bucket as u8,
            skip,
            target,
        });
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.examples.len()
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    /// Appends the positions of another batch.
    pub fn append(&mut self, mut other: Self) {
        let start = self.inputs.len();
        self.inputs.append(&mut other.inputs);
        let moved = other
            .examples
            .into_iter()
            .map(|example| NnueExample { end: start + example.end, ..example });
        self.examples.extend(moved);
    }

    /// The mean loss if the score is only the skip, without a network.
    pub fn skip_loss(&self) -> f64 {
        let losses = self.examples.iter();
        let losses = losses.map(|example| cross_entropy(example.target, logistic(example.skip)));
        losses.sum::<f64>() / self.len().max(1) as f64
    }

    fn inputs_of(&self, number: usize) -> &[[u16; 2]] {
        let start = number.checked_sub(1).map_or(0, |before| self.examples[before].end);
        &self.inputs[start..self.examples[number].end]
    }
}

/// One number for every weight of a network: the weights themselves, gradients, or means.
#[derive(Clone)]
struct Numbers {
    first: Vec<[f32; HIDDEN]>,
    second: Vec<[[f32; HIDDEN]; 2]>,
    biases: Vec<f32>,
    skips: Vec<f32>,
}

impl Numbers {
    fn zero(shape: &NnueShape) -> Self {
        Self {
            first: vec![[0.0; HIDDEN]; shape.inputs + 1],
            second: vec![[[0.0; HIDDEN]; 2]; shape.buckets],
            biases: vec![0.0; shape.buckets],
            skips: vec![0.0; shape.buckets],
        }
    }

    fn lists(&self) -> [&[f32]; 4] {
        let second = self.second.as_flattened().as_flattened();
        [self.first.as_flattened(), second, &self.biases, &self.skips]
    }

    fn lists_mut(&mut self) -> [&mut [f32]; 4] {
        let second = self.second.as_flattened_mut().as_flattened_mut();
        let first = self.first.as_flattened_mut();
        [first, second, &mut self.biases, &mut self.skips]
    }

    fn clear(&mut self) {
        for list in self.lists_mut() {
            list.fill(0.0);
        }
    }
}

/// A network in training.
#[derive(Clone)]
pub struct NnueTrainer {
    shape: NnueShape,
    unit: i32,
    kernel: Kernel,
    weights: Numbers,
    means: Numbers,
    squares: Numbers,
    parts: Vec<Numbers>,
    steps: u32,
}

impl NnueTrainer {
    /// A network with random weights, whose skip has the weight 1.
    pub fn random(shape: NnueShape, unit: i32, rng: &mut impl Rng) -> Self {
        let mut weights = Numbers::zero(&shape);
        let spread = 1.0 / (shape.most as f32).sqrt();
        for weight in weights.first.as_flattened_mut() {
            *weight = spread * rng.random_range(-1.0..1.0);
        }
        // The biases are initialised above zero, because a hidden unit that is clipped to zero has no gradient.
        for bias in weights.first.last_mut().into_iter().flatten() {
            *bias = rng.random_range(0.0..0.5);
        }
        let spread = 1.0 / (2.0 * HIDDEN as f32).sqrt();
        for weight in weights.second.as_flattened_mut().as_flattened_mut() {
            *weight = spread * rng.random_range(-1.0..1.0);
        }
        weights.skips.fill(1.0);
        Self::from_weights(shape, unit, weights)
    }

    fn from_weights(shape: NnueShape, unit: i32, weights: Numbers) -> Self {
        let zero = Numbers::zero(&shape);
        Self {
            shape,
            unit,
            kernel: Kernel::best(),
            weights,
            means: zero.clone(),
            squares: zero.clone(),
            parts: vec![zero; PARTS],
            steps: 0,
        }
    }

    /// The current network, rounded to integers.
    pub fn network(&self) -> Nnue {
        let [one, output_one] = [f32::from(ONE), f32::from(OUTPUT_ONE)];
        let rounded = |rows: &[f32], one: f32, limit: i16| -> Vec<i16> {
            let limit = f32::from(limit);
            let round = |weight: &f32| (weight * one).round().clamp(-limit, limit) as i16;
            rows.iter().map(round).collect()
        };
        let [first, second, biases, skips] = self.weights.lists();
        let first = rounded(first, one, self.shape.input_limit());
        let second = rounded(second, output_one, OUTPUT_MOST);
        let second = second.as_chunks().0.as_chunks().0.to_vec();
        let whole =
            |list: &[f32], one: f32| list.iter().map(|x| (x * one).round() as i32).collect();
        Nnue::from_parts(
            self.shape,
            self.unit,
            first.as_chunks().0.to_vec(),
            second,
            whole(biases, one * one * output_one),
            whole(skips, SKIP_ONE as f32),
        )
    }

    /// The mean loss of a batch: the cross entropy minus that of the targets themselves.
    pub fn loss(&self, batch: &NnueBatch) -> f64 {
        let losses = (0..batch.len()).into_par_iter().map(|number| {
            let mut sums = [[0.0; HIDDEN]; 2];
            let output = forward(self.kernel, &self.weights, batch, number, &mut sums);
            cross_entropy(batch.examples[number].target, logistic(output))
        });
        losses.sum::<f64>() / batch.len().max(1) as f64
    }

    /// One training step on the positions with these indices; returns the sum of their losses.
    pub fn step(&mut self, batch: &NnueBatch, numbers: &[u32], rate: f32) -> f64 {
        let size = numbers.len().div_ceil(PARTS).max(1);
        let (weights, kernel) = (&self.weights, self.kernel);
        let parts = self.parts.par_iter_mut().enumerate();
        let losses: Vec<f64> = parts
            .map(|(part, gradient)| {
                gradient.clear();
                let numbers = numbers.chunks(size).nth(part).unwrap_or(&[]);
                learn(kernel, weights, batch, numbers, gradient)
            })
            .collect();
        self.descend(rate, 1.0 / numbers.len().max(1) as f32);
        losses.iter().sum()
    }

    fn descend(&mut self, rate: f32, scale: f32) {
        self.steps += 1;
        let adam = Adam::step(rate, self.steps);
        let limits = [
            f32::from(self.shape.input_limit()) / f32::from(ONE),
            f32::from(OUTPUT_MOST) / f32::from(OUTPUT_ONE),
            f32::INFINITY,
            f32::INFINITY,
        ];
        let parts: Vec<_> = self.parts.iter().map(Numbers::lists).collect();
        let means = self.means.lists_mut().into_iter();
        let kept = means.zip(self.squares.lists_mut());
        let lists = self.weights.lists_mut().into_iter().zip(kept).enumerate();
        for (list, (weights, (means, squares))) in lists {
            let limit = limits[list];
            let decay = if list < 2 { 1.0 - rate * DECAY } else { 1.0 };
            let chunks = weights.par_chunks_mut(CHUNK).zip(means.par_chunks_mut(CHUNK));
            let chunks = chunks.zip(squares.par_chunks_mut(CHUNK)).enumerate();
            chunks.for_each(|(chunk, ((weights, means), squares))| {
                let start = chunk * CHUNK;
                let mut slopes = [0.0; CHUNK];
                let slopes = &mut slopes[..weights.len()];
                for part in &parts {
                    let gradients = &part[list][start..start + slopes.len()];
                    for (slope, gradient) in slopes.iter_mut().zip(gradients) {
                        *slope += gradient * scale;
                    }
                }
                for weight in &mut *weights {
                    *weight *= decay;
                }
                adam.descend(weights, slopes.iter().copied(), means, squares);
                for weight in weights {
                    *weight = weight.clamp(-limit, limit);
                }
            });
        }
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The number of partial sums. It is the same for every instruction set, so that the result is too.
const LANES: usize = 16;

/// The output for a position in log-odds; `sums` are the input sums of the hidden units.
#[inline(always)]
fn forward_plain(
    weights: &Numbers,
    batch: &NnueBatch,
    number: usize,
    sums: &mut [[f32; HIDDEN]; 2],
) -> f32 {
    let biases = weights.first[weights.first.len() - 1];
    *sums = [biases; 2];
    for input in batch.inputs_of(number) {
        for (sums, &input) in sums.iter_mut().zip(input) {
            let row = &weights.first[usize::from(input)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
    }
    let example = &batch.examples[number];
    let bucket = usize::from(example.bucket);
    let mover = usize::from(example.mover);
    let mut lanes = [0.0f32; LANES];
    for side in 0..2 {
        let units = sums[side ^ mover].as_chunks::<LANES>().0;
        let weights = weights.second[bucket][side].as_chunks::<LANES>().0;
        for (units, weights) in units.iter().zip(weights) {
            for ((lane, &unit), &weight) in lanes.iter_mut().zip(units).zip(weights) {
                let unit = unit.clamp(0.0, 1.0);
                *lane += unit * unit * weight;
            }
        }
    }
    let sum: f32 = lanes.iter().sum();
    sum + weights.biases[bucket] + weights.skips[bucket] * example.skip
}

for_each_kernel! {
    fn forward(
        weights: &Numbers,
        batch: &NnueBatch,
        number: usize,
        sums: &mut [[f32; HIDDEN]; 2],
    ) -> f32 = forward_plain
}

/// Adds the gradient of some positions; returns the sum of their losses.
#[inline(always)]
fn learn_plain(
    weights: &Numbers,
    batch: &NnueBatch,
    numbers: &[u32],
    gradient: &mut Numbers,
) -> f64 {
    let mut loss = 0.0;
    let mut sums = [[0.0; HIDDEN]; 2];
    let mut deltas = [[0.0; HIDDEN]; 2];
    let last = weights.first.len() - 1;
    for &number in numbers {
        let number = number as usize;
        let example = batch.examples[number];
        let output = forward_plain(weights, batch, number, &mut sums);
        let found = logistic(output);
        loss += cross_entropy(example.target, found);
        let error = found - example.target;
        let (bucket, mover) = (usize::from(example.bucket), usize::from(example.mover));
        gradient.biases[bucket] += error;
        gradient.skips[bucket] += error * example.skip;
        for side in 0..2 {
            let sums = &sums[side ^ mover];
            let deltas = &mut deltas[side ^ mover];
            let slopes = &mut gradient.second[bucket][side];
            let weights = &weights.second[bucket][side];
            for unit in 0..HIDDEN {
                let value = sums[unit].clamp(0.0, 1.0);
                slopes[unit] += error * value * value;
                // The gradient is zero where the value is clipped.
                let open = if sums[unit] > 0.0 && sums[unit] < 1.0 { 2.0 } else { 0.0 };
                deltas[unit] = error * weights[unit] * open * value;
            }
        }
        for &input in batch.inputs_of(number).iter().chain([&[last as u16; 2]]) {
            for (deltas, input) in deltas.iter().zip(input) {
                let row = &mut gradient.first[usize::from(input)];
                for (slope, delta) in row.iter_mut().zip(deltas) {
                    *slope += delta;
                }
            }
        }
    }
    loss
}

for_each_kernel! {
    fn learn(
        weights: &Numbers,
        batch: &NnueBatch,
        numbers: &[u32],
        gradient: &mut Numbers,
    ) -> f64 = learn_plain
}
