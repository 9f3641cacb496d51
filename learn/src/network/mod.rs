//! Inference of small networks: a sparse first layer, one hidden layer of rectified units, logistic outputs.
//!
//! The kernel is written for vectors of 16 numbers (AVX-512), of 8 (AVX2) and in plain Rust; the best that the processor has
//! is chosen when a network is made. The hidden layer is worked on in blocks whose sums stay in registers.

mod kernels;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;
use std::sync::Arc;

use half::f16;

use crate::kernel::Kernel;

/// One input that is not zero: its number and its value.
pub type Active = (u16, f32);

/// Hidden units of one block; the hidden layer is a multiple of it.
pub const BLOCK: usize = 64;

/// Greater weights are damage: no number of 16 bits is greater, and no training comes near it.
const GREATEST: f32 = 65_504.0;

/// The weights of a network with one hidden layer. Copies share them until one is changed.
#[derive(Clone)]
pub struct Network {
    inputs: usize,
    hidden: usize,
    outputs: usize,
    kernel: Kernel,
    /// For each input, its weight to every hidden unit; behind the last input the biases.
    first: Arc<[f32]>,
    /// The same as numbers of 16 bits, where they are no more exact than that; otherwise empty.
    first_short: Arc<[f16]>,
    /// For each output, its weight from every hidden unit.
    second: Arc<[f32]>,
    /// The bias of each output.
    biases: Arc<[f32]>,
}

impl Network {
    /// A network of these sizes with all weights zero.
    ///
    /// # Panics
    ///
    /// If `hidden` is not a multiple of [`BLOCK`].
    pub fn new(inputs: usize, hidden: usize, outputs: usize) -> Self {
        assert!(hidden.is_multiple_of(BLOCK), "the hidden layer comes in blocks of {BLOCK}");
        Self {
            inputs,
            hidden,
            outputs,
            kernel: Kernel::best(),
            first: vec![0.0; (inputs + 1) * hidden].into(),
            first_short: Arc::default(),
            second: vec![0.0; outputs * hidden].into(),
            biases: vec![0.0; outputs].into(),
        }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of hidden units.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The same network computed with another kernel, which must be available.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel.checked();
        self
    }

    /// All weights in order: each input's row, the hidden biases, each output's row, the output biases.
    pub fn weights(&self) -> [&[f32]; 3] {
        [&self.first, &self.second, &self.biases]
    }

    /// The weights, to be changed by training.
    pub fn weights_mut(&mut self) -> [&mut [f32]; 3] {
        self.first_short = Arc::default();
        [&mut self.first, &mut self.second, &mut self.biases].map(Arc::make_mut)
    }

    /// The same network with the weights of its inputs rounded to the eleven digits of numbers of 16 bits, of which half as much is to be
    /// read. Weights too great for that leave it as it is.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let short = self.first.iter().map(|&weight| f16::from_f32(weight));
        if self.first_short.is_empty() && short.clone().all(f16::is_finite) {
            self.first_short = short.collect();
            let rounded = self.first_short.iter().map(|weight| weight.to_f32());
            self.first = rounded.collect();
        }
        self
    }

    /// Appends the network as bytes: its sizes, then its weights, all little-endian.
    pub fn write(&self, out: &mut Vec<u8>) {
        for size in [self.inputs, self.hidden, self.outputs] {
            out.extend_from_slice(&(size as u32).to_le_bytes());
        }
        for weights in self.weights() {
            for weight in weights {
                out.extend_from_slice(&weight.to_le_bytes());
            }
        }
    }

    /// Reads a network that [`write`](Self::write) wrote and moves the slice behind it; nothing if the bytes end early, the
    /// sizes make no sense, or a weight is no number or one that no training comes to.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut size = || Some(u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?) as usize);
        let (inputs, hidden, outputs) = (size()?, size()?, size()?);
        let sensible =
            inputs < 1 << 16 && hidden.is_multiple_of(BLOCK) && hidden < 1 << 16 && outputs < 256;
        let n_weights = (inputs + 1) * hidden + outputs * (hidden + 1);
        if !sensible || bytes.len() < 4 * n_weights {
            return None;
        }
        let mut network = Self::new(inputs, hidden, outputs);
        for weights in network.weights_mut() {
            for weight in weights {
                *weight = f32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?);
                if !(-GREATEST..=GREATEST).contains(weight) {
                    return None;
                }
            }
        }
        Some(network)
    }

    /// What the hidden units start from.
    pub fn biases_of_hidden(&self) -> &[f32] {
        &self.first[self.inputs * self.hidden..]
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({}-{}-{}, {:?})", self.inputs, self.hidden, self.outputs, self.kernel)
    }
}
