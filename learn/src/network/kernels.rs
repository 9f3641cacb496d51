//! Computes network outputs with the chosen kernel; contains the kernel in plain Rust.

#[cfg(target_arch = "x86_64")]
use super::x86;
use super::{Active, BLOCK, Network};
use crate::kernel::Kernel;

impl Network {
    /// The input sums of the hidden units for these inputs.
    pub fn accumulate(&self, active: &[Active], sums: &mut [f32]) {
        self.dispatch_sums(self.hidden_biases(), active, sums);
    }

    /// The outputs for the sums from [`accumulate`](Self::accumulate) and further inputs.
    pub fn forward(&self, before: &[f32], active: &[Active], out: &mut [f32]) {
        self.logits(before, active, out);
        for value in out {
            *value = 1.0 / (1.0 + (-*value).exp());
        }
    }

    /// The outputs for these inputs as probabilities that add up to 1 (softmax): one for each of several mutually exclusive outcomes.
    pub fn shares(&self, active: &[Active], out: &mut [f32]) {
        self.logits(self.hidden_biases(), active, out);
        let greatest = out.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for value in &mut *out {
            *value = (*value - greatest).exp();
        }
        let sum: f32 = out.iter().sum();
        for value in out {
            *value /= sum;
        }
    }

    /// The outputs for these inputs.
    pub fn evaluate(&self, active: &[Active], out: &mut [f32]) {
        self.forward(self.hidden_biases(), active, out);
    }

    /// The outputs for the sums from [`accumulate`](Self::accumulate) and further inputs, before the logistic function.
    pub fn logits(&self, before: &[f32], active: &[Active], out: &mut [f32]) {
        assert!(out.len() == self.outputs && before.len() == self.hidden);
        match self.kernel {
            Kernel::Portable => outputs_plain(self, before, active, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::outputs_avx2(self, before, active, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => x86::outputs_avx512(self, before, active, out),
            #[cfg(not(target_arch = "x86_64"))]
            _ => outputs_plain(self, before, active, out),
        }
    }

    /// Computes the input sums of the hidden units with the chosen kernel.
    fn dispatch_sums(&self, before: &[f32], active: &[Active], sums: &mut [f32]) {
        assert!(before.len() == self.hidden && sums.len() == self.hidden);
        match self.kernel {
            Kernel::Portable => sums_plain(self, before, active, sums),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::sums_avx2(self, before, active, sums),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => x86::sums_avx512(self, before, active, sums),
            #[cfg(not(target_arch = "x86_64"))]
            _ => sums_plain(self, before, active, sums),
        }
    }
}

/// The sums of one block of hidden units.
#[inline(always)]
fn block_sums(network: &Network, at: usize, before: &[f32], active: &[Active]) -> [f32; BLOCK] {
    let mut sums: [f32; BLOCK] = *before[at..].first_chunk().expect("whole blocks");
    for &(input, value) in active {
        let start = usize::from(input) * network.hidden + at;
        let row: &[f32; BLOCK] = network.first[start..].first_chunk().expect("whole blocks");
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum += value * weight;
        }
    }
    sums
}

fn sums_plain(network: &Network, before: &[f32], active: &[Active], sums: &mut [f32]) {
    for at in (0..network.hidden).step_by(BLOCK) {
        let block = block_sums(network, at, before, active);
        sums[at..at + BLOCK].copy_from_slice(&block);
    }
}

/// The number of partial sums.
const LANES: usize = 16;

fn outputs_plain(network: &Network, before: &[f32], active: &[Active], out: &mut [f32]) {
    out.copy_from_slice(&network.biases);
    for at in (0..network.hidden).step_by(BLOCK) {
        let mut block = block_sums(network, at, before, active);
        for unit in &mut block {
            *unit = unit.max(0.0);
        }
        for (output, sum) in out.iter_mut().enumerate() {
            let start = output * network.hidden + at;
            let row: &[f32; BLOCK] = network.second[start..].first_chunk().expect("whole blocks");
            let mut lanes = [0.0f32; LANES];
            for (units, weights) in block.chunks_exact(LANES).zip(row.chunks_exact(LANES)) {
                for ((lane, &unit), &weight) in lanes.iter_mut().zip(units).zip(weights) {
                    *lane += unit * weight;
                }
            }
            *sum += sum_of_lanes(lanes);
        }
    }
}

/// Adds the partial sums pairwise, in the same order as vector instructions do.
#[inline(always)]
fn sum_of_lanes(mut lanes: [f32; LANES]) -> f32 {
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}
