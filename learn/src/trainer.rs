//! Training of a network in small batches.
//!
//! The training is written here, without a general library, because the inputs of the first layer are sparse: an example uses a fifth of
//! the weights, and a general library would multiply the other weights by zero.

use rand::{Rng, RngExt};

use crate::adam::Adam;
use crate::network::{Active, Network};

/// The greatest number of outputs in training.
pub const MAX_OUTPUTS: usize = 16;

/// The meaning of the outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outputs {
    /// Independent probabilities.
    #[default]
    Chances,
    /// Probabilities that add up to 1.
    Shares,
}

/// A network in training.
#[derive(Clone)]
pub struct NetworkTrainer {
    network: Network,
    gradient: Network,
    means: Network,
    squares: Network,
    outputs: Outputs,
    steps: u32,
}

/// One position of a batch.
pub struct Example {
    /// Its inputs.
    pub active: Vec<Active>,
    /// The target outputs.
    pub targets: [f32; MAX_OUTPUTS],
}

impl NetworkTrainer {
    /// A network with random weights, initialised according to He et al.; `active` is about the number of nonzero inputs. CITE: He et al.,
    /// "Delving deep into rectifiers", 2015.
    pub fn random(inputs: usize, hidden: usize, outputs: usize, rng: &mut impl Rng) -> Self {
        let mut network = Network::new(inputs, hidden, outputs);
        let active = 50.0f32;
        let spreads = [(2.0 / active).sqrt(), (1.0 / hidden as f32).sqrt(), 0.0];
        for (weights, spread) in network.weights_mut().into_iter().zip(spreads) {
            for weight in weights {
                *weight = spread * rng.random_range(-1.0..1.0);
            }
        }
        Self::from_network(network)
    }

    /// Continues the training of a network.
    pub fn from_network(network: Network) -> Self {
        let zero = Network::new(network.inputs(), network.hidden(), network.outputs());
        Self {
            network,
            gradient: zero.clone(),
            means: zero.clone(),
            squares: zero,
            outputs: Outputs::default(),
            steps: 0,
        }
    }

    /// Sets the meaning of the outputs.
    #[must_use]
    pub fn with_outputs(self, outputs: Outputs) -> Self {
        Self { outputs, ..self }
    }

    /// The current network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Appends the complete state of the training.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.steps.to_le_bytes());
        out.push(self.outputs as u8);
        for part in [&self.network, &self.means, &self.squares] {
            part.write(out);
        }
    }

    /// Reads a state written by [`write`](Self::write).
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let steps = u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?);
        let outputs = [Outputs::Chances, Outputs::Shares]
            .get(usize::from(*bytes.split_off_first()?))
            .copied()?;
        let mut trainer = Self::from_network(Network::read(bytes)?);
        trainer.means = Network::read(bytes)?;
        trainer.squares = Network::read(bytes)?;
        trainer.steps = steps;
        Some(trainer.with_outputs(outputs))
    }

    /// One training step on a batch; returns the sum of the losses: the cross entropy minus that of the targets themselves.
    pub fn step(&mut self, batch: &[Example], rate: f32) -> f64 {
        for weights in self.gradient.weights_mut() {
            weights.fill(0.0);
        }
        let mut sums = vec![0.0; self.network.hidden()];
        let mut deltas = vec![0.0; self.network.hidden()];
        let mut loss = 0.0;
        for example in batch {
            loss += self.add_gradient(example, &mut sums, &mut deltas);
        }
        self.descend(rate, 1.0 / batch.len().max(1) as f32);
        loss
    }

    fn add_gradient(&mut self, example: &Example, sums: &mut [f32], deltas: &mut [f32]) -> f64 {
        let network = &self.network;
        let (hidden, outputs) = (network.hidden(), network.outputs());
        network.accumulate(&example.active, sums);
        let mut out = [0.0; MAX_OUTPUTS];
        match self.outputs {
            Outputs::Chances => network.forward(sums, &[], &mut out[..outputs]),
            Outputs::Shares => network.shares(&example.active, &mut out[..outputs]),
        }
        deltas.fill(0.0);
        let mut loss = 0.0;
        let [first, second, biases] = self.gradient.weights_mut();
        let [_, weights, _] = network.weights();
        for output in 0..outputs {
            let error = out[output] - example.targets[output];
            loss += match self.outputs {
                Outputs::Chances => cross_entropy(example.targets[output], out[output]),
                Outputs::Shares => share_entropy(example.targets[output], out[output]),
            };
            biases[output] += error;
            let row = output * hidden..(output + 1) * hidden;
            let gradient = &mut second[row.clone()];
            for (((gradient, delta), &weight), &sum) in
                gradient.iter_mut().zip(&mut *deltas).zip(&weights[row]).zip(&*sums)
            {
                *gradient += error * sum.max(0.0);
                *delta += error * weight;
            }
        }
        for (delta, &sum) in deltas.iter_mut().zip(&*sums) {
            if sum <= 0.0 {
                *delta = 0.0;
            }
        }
        let bias = (network.inputs() as u16, 1.0);
        for &(input, value) in example.active.iter().chain([&bias]) {
            let row = usize::from(input) * hidden;
            for (gradient, &delta) in first[row..row + hidden].iter_mut().zip(&*deltas) {
                *gradient += value * delta;
            }
        }
        loss
    }

    fn descend(&mut self, rate: f32, scale: f32) {
        self.steps += 1;
        let adam = Adam::step(rate, self.steps);
        let parts = self
            .network
            .weights_mut()
            .into_iter()
            .zip(self.gradient.weights())
            .zip(self.means.weights_mut())
            .zip(self.squares.weights_mut());
        for (((weights, gradients), means), squares) in parts {
            let slopes = gradients.iter().map(|gradient| gradient * scale);
            adam.descend(weights, slopes, means, squares);
        }
    }
}

/// The loss of one of several outputs that add up to 1: the cross entropy of `output` minus that of the target itself.
pub fn share_entropy(target: f32, output: f32) -> f64 {
    if target > 0.0 {
        f64::from(target) * (f64::from(target) / f64::from(output).max(1e-9)).ln()
    } else {
        0.0
    }
}

/// The loss of one independent probability: the cross entropy of `output` minus that of the target itself.
pub(crate) fn cross_entropy(target: f32, output: f32) -> f64 {
    share_entropy(target, output) + share_entropy(1.0 - target, 1.0 - output)
}
