//! A network in training, by small batches.
//!
//! Written here because the first layer's inputs are sparse: a sample touches a fifth of the weights, which a general library
//! would multiply by zeros.

use rand::{Rng, RngExt};

use crate::adam::Adam;
use crate::network::{Active, Network};

/// The most outputs of a network that is trained.
pub const MAX_OUTPUTS: usize = 16;

/// What the outputs of a network mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outputs {
    /// Chances, each for itself.
    #[default]
    Chances,
    /// Shares of one.
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
    /// The wanted outputs.
    pub targets: [f32; MAX_OUTPUTS],
}

impl NetworkTrainer {
    /// A network with random weights. CITE: He et al., "Delving deep into rectifiers", 2015, for their size; `active` is
    /// about how many inputs are not zero.
    pub fn random(inputs: usize, hidden: usize, outputs: usize, rng: &mut impl Rng) -> Self {
        let mut network = Network::new(inputs, hidden, outputs);
        let active = 50.0f32;
        let spreads = [(2.0 / active).sqrt(), (1.0 / hidden as f32).sqrt(), 0.0];
        for (weights, spread) in network.weights_mut().into_iter().zip(spreads) {
            for weight in weights {
                *weight = spread * rng.random_range(-1.0..1.0);
            }
        }
        Self::of(network)
    }

    /// A network that is to be trained further.
    pub fn of(network: Network) -> Self {
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

    /// The same, where the outputs mean something else.
    #[must_use]
    pub fn with_outputs(self, outputs: Outputs) -> Self {
        Self { outputs, ..self }
    }

    /// The network as it stands.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Appends everything that training needs to go on.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.steps.to_le_bytes());
        out.push(self.outputs as u8);
        for part in [&self.network, &self.means, &self.squares] {
            part.write(out);
        }
    }

    /// Reads what [`write`](Self::write) wrote.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let steps = u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?);
        let outputs = [Outputs::Chances, Outputs::Shares]
            .get(usize::from(*bytes.split_off_first()?))
            .copied()?;
        let mut trainer = Self::of(Network::read(bytes)?);
        trainer.means = Network::read(bytes)?;
        trainer.squares = Network::read(bytes)?;
        trainer.steps = steps;
        Some(trainer.with_outputs(outputs))
    }

    /// One step on a batch; returns the sum over examples of the cross entropy above that of the targets themselves.
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

/// How much worse `said` tells a share than the target itself would: the part of one share.
pub fn share_entropy(target: f32, said: f32) -> f64 {
    if target > 0.0 {
        f64::from(target) * (f64::from(target) / f64::from(said).max(1e-9)).ln()
    } else {
        0.0
    }
}

/// How much worse `said` tells a chance than the target itself would.
pub(crate) fn cross_entropy(target: f32, said: f32) -> f64 {
    share_entropy(target, said) + share_entropy(1.0 - target, 1.0 - said)
}
