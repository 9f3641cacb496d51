//! Inference of small networks: a sparse first layer, one hidden layer of rectified linear units, logistic outputs.
//!
//! There are kernels for vectors of 16 numbers (AVX-512), for vectors of 8 (AVX2), and in plain Rust; a new network chooses the best that
//! the processor supports. The hidden layer is computed in blocks whose sums fit in registers.

mod kernels;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;
use std::sync::Arc;

use half::f16;

use crate::kernel::Kernel;

/// An input that is not zero: its index and its value.
pub type Active = (u16, f32);

/// The number of hidden units in a block. The hidden layer consists of whole blocks.
pub const BLOCK: usize = 64;

/// The largest valid weight, which is the largest 16-bit floating-point number. Trained weights are far smaller, so a larger weight means
/// that the file is damaged.
const GREATEST: f32 = 65_504.0;

/// The weights of a network with one hidden layer. Copies share the weights until one is changed.
#[derive(Clone)]
pub struct Network {
    inputs: usize,
    hidden: usize,
    outputs: usize,
    kernel: Kernel,
    /// For each input, its weight to every hidden unit; then the biases.
    first: Arc<[f32]>,
    /// The same weights as 16-bit numbers, if they lose no precision; otherwise empty.
    first_short: Arc<[f16]>,
    /// For each output, its weight from every hidden unit.
    second: Arc<[f32]>,
    /// The bias of each output.
    biases: Arc<[f32]>,
}

impl Network {
    /// A network of this size with all weights zero.
    ///
    /// # Panics
    ///
    /// If `hidden` is not a multiple of [`BLOCK`].
    pub fn new(inputs: usize, hidden: usize, outputs: usize) -> Self {
        assert!(
            hidden.is_multiple_of(BLOCK),
            "the number of hidden units must be a multiple of {BLOCK}"
        );
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

    /// The same network with another kernel, which must be available.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel.checked();
        self
    }

    /// All weights in order: the row of each input, the hidden biases, the row of each output, the output biases.
    pub fn weights(&self) -> [&[f32]; 3] {
        [&self.first, &self.second, &self.biases]
    }

    /// The weights, for training.
    pub fn weights_mut(&mut self) -> [&mut [f32]; 3] {
        self.first_short = Arc::default();
        [&mut self.first, &mut self.second, &mut self.biases].map(Arc::make_mut)
    }

    /// The same network with the weights of its inputs rounded to 16-bit floating-point numbers (11 binary digits), which halves the memory
    /// traffic. If a weight is too large for that, the network is not changed.
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

    /// Reads a network written by [`write`](Self::write) and advances the slice. `None` if the bytes end early, the sizes are invalid, or a
    /// weight is not a number or unrealistically large.
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

    /// The biases of the hidden units.
    pub fn hidden_biases(&self) -> &[f32] {
        &self.first[self.inputs * self.hidden..]
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({}-{}-{}, {:?})", self.inputs, self.hidden, self.outputs, self.kernel)
    }
}
