//! Inference of small networks: a sparse first layer, one hidden layer of rectified units, logistic outputs.
//!
//! The kernel is written for vectors of 16 numbers (AVX-512), of 8 (AVX2) and in plain Rust; the best that the processor has
//! is chosen when a network is made. The hidden layer is worked on in blocks whose sums stay in registers.

use std::fmt;
use std::sync::Arc;

use half::f16;

use crate::Kernel;

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
        assert!(
            hidden.is_multiple_of(BLOCK),
            "the hidden layer comes in blocks of {BLOCK}"
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

    /// The same network with the weights of its inputs rounded to the eleven digits of numbers of 16 bits: reading them takes most of
    /// the time, and so there is half as much to read. Weights too great for that leave it as it is.
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

    /// The sums that enter the hidden units, for these inputs.
    pub fn accumulate(&self, active: &[Active], sums: &mut [f32]) {
        self.dispatch_sums(self.biases_of_hidden(), active, sums);
    }

    /// The outputs for sums of [`accumulate`](Self::accumulate) and further inputs, before the logistic function.
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

    /// The outputs for sums of [`accumulate`](Self::accumulate) and further inputs.
    pub fn forward(&self, before: &[f32], active: &[Active], out: &mut [f32]) {
        self.logits(before, active, out);
        for value in out {
            *value = 1.0 / (1.0 + (-*value).exp());
        }
    }

    /// The outputs for these inputs as shares of one: the chances of outcomes of which exactly one comes true.
    pub fn shares(&self, active: &[Active], out: &mut [f32]) {
        self.logits(self.biases_of_hidden(), active, out);
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
        self.forward(self.biases_of_hidden(), active, out);
    }

    /// What the hidden units start from.
    pub fn biases_of_hidden(&self) -> &[f32] {
        &self.first[self.inputs * self.hidden..]
    }

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

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Network({}-{}-{}, {:?})",
            self.inputs, self.hidden, self.outputs, self.kernel
        )
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

/// Units that are added side by side before the last sum.
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

/// Adds up in a tree, as a vector register does.
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    #![expect(
        unsafe_code,
        reason = "vector instructions that were found at run time"
    )]

    use std::arch::x86_64::{
        __m256, __m512, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_loadu_si128, _mm_movehdup_ps,
        _mm_movehl_ps, _mm256_add_ps, _mm256_castpd_ps, _mm256_castps256_ps128, _mm256_cvtph_ps,
        _mm256_extractf128_ps, _mm256_fmadd_ps, _mm256_lddqu_si256, _mm256_loadu_ps, _mm256_max_ps,
        _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps, _mm512_castps_pd,
        _mm512_castps512_ps256, _mm512_cvtph_ps, _mm512_extractf64x4_pd, _mm512_fmadd_ps,
        _mm512_loadu_ps, _mm512_max_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
    };

    use half::f16;

    use super::{Active, BLOCK, Network};

    #[target_feature(enable = "avx2,fma,f16c")]
    #[inline]
    fn short256(weights: &[f16; 8]) -> __m256 {
        // SAFETY: the array holds 16 bytes, and `f16` is no more than its 16 bits.
        _mm256_cvtph_ps(unsafe { _mm_loadu_si128(weights.as_ptr().cast()) })
    }

    #[target_feature(enable = "avx512f,avx2,fma,f16c")]
    #[inline]
    fn short512(weights: &[f16; 16]) -> __m512 {
        // `loadu` would be compiled into two loads of a half each.
        // SAFETY: the array holds 32 bytes, and `f16` is no more than its 16 bits.
        _mm512_cvtph_ps(unsafe { _mm256_lddqu_si256(weights.as_ptr().cast()) })
    }

    #[target_feature(enable = "avx2,fma,f16c")]
    #[inline]
    fn sum256(sum: __m256) -> f32 {
        let half = _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps::<1>(sum));
        let pair = _mm_add_ps(half, _mm_movehl_ps(half, half));
        _mm_cvtss_f32(_mm_add_ss(pair, _mm_movehdup_ps(pair)))
    }

    #[target_feature(enable = "avx512f,avx2,fma,f16c")]
    #[inline]
    fn sum512(sum: __m512) -> f32 {
        let high = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(sum)));
        sum256(_mm256_add_ps(_mm512_castps512_ps256(sum), high))
    }

    /// The kernel over vectors of one width. It takes several blocks at once where the registers hold their sums: longer pieces of
    /// each row are read, and more sums are under way at a time (AVX-512, 512 units: 17 % quicker with 75 inputs, a third with
    /// 30; the results are the same).
    macro_rules! kernel {
        (
            $features:literal, $lanes:literal, $vector:ty, $load:ident, $store:ident, $set:ident, $zero:ident,
            $fused:ident, $max:ident, $add:ident, $load_short:ident, $blocks:ident, $sums:ident, $outputs:ident,
            $pass_on:ident, $at_once:literal
        ) => {
            /// The sums of some neighbouring blocks of hidden units, in registers.
            #[target_feature(enable = $features)]
            #[inline]
            fn $blocks<const SHORT: bool, const UNITS: usize, const VECTORS: usize>(
                network: &Network,
                at: usize,
                before: &[f32],
                active: &[Active],
            ) -> [$vector; VECTORS] {
                const { assert!(UNITS == VECTORS * $lanes) };
                let before: &[f32; UNITS] = before[at..].first_chunk().expect("whole blocks");
                let mut sums = [$zero(); VECTORS];
                for (index, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: the array holds UNITS numbers, and index counts its whole vectors.
                    *sum = unsafe { $load(before.as_ptr().add(index * $lanes)) };
                }
                if SHORT {
                    for &(input, value) in active {
                        let start = usize::from(input) * network.hidden + at;
                        let row: &[f16; UNITS] = network.first_short[start..]
                            .first_chunk()
                            .expect("whole blocks");
                        let value = $set(value);
                        for (sum, weights) in sums.iter_mut().zip(row.as_chunks().0) {
                            *sum = $fused(value, $load_short(weights), *sum);
                        }
                    }
                    return sums;
                }
                for &(input, value) in active {
                    let start = usize::from(input) * network.hidden + at;
                    let row: &[f32; UNITS] =
                        network.first[start..].first_chunk().expect("whole blocks");
                    let value = $set(value);
                    for (index, sum) in sums.iter_mut().enumerate() {
                        // SAFETY: the array holds UNITS numbers, and index counts its whole vectors.
                        let weights = unsafe { $load(row.as_ptr().add(index * $lanes)) };
                        *sum = $fused(value, weights, *sum);
                    }
                }
                sums
            }

            /// Adds to the outputs what one block of hidden units gives them.
            #[target_feature(enable = $features)]
            #[inline]
            fn $pass_on(network: &Network, at: usize, block: &[$vector], out: &mut [f32]) {
                for (output, total) in out.iter_mut().enumerate() {
                    let start = output * network.hidden + at;
                    let row: &[f32; BLOCK] =
                        network.second[start..].first_chunk().expect("whole blocks");
                    let mut sum = $zero();
                    for (index, &units) in block.iter().enumerate() {
                        // SAFETY: a block has BLOCK units, as many as the array has numbers.
                        let weights = unsafe { $load(row.as_ptr().add(index * $lanes)) };
                        sum = $fused($max(units, $zero()), weights, sum);
                    }
                    *total += $add(sum);
                }
            }

            pub(super) fn $sums(
                network: &Network,
                before: &[f32],
                active: &[Active],
                sums: &mut [f32],
            ) {
                #[target_feature(enable = $features)]
                fn compiled<const SHORT: bool>(
                    network: &Network,
                    before: &[f32],
                    active: &[Active],
                    sums: &mut [f32],
                ) {
                    for at in (0..network.hidden).step_by(BLOCK) {
                        let block = $blocks::<SHORT, BLOCK, { BLOCK / $lanes }>(
                            network, at, before, active,
                        );
                        let out: &mut [f32; BLOCK] =
                            sums[at..].first_chunk_mut().expect("whole blocks");
                        for (index, sum) in block.into_iter().enumerate() {
                            // SAFETY: the array holds BLOCK numbers, and index counts its whole vectors.
                            unsafe { $store(out.as_mut_ptr().add(index * $lanes), sum) };
                        }
                    }
                }
                // SAFETY: the kernel was chosen because the processor has these features.
                unsafe {
                    if network.first_short.is_empty() {
                        compiled::<false>(network, before, active, sums);
                    } else {
                        compiled::<true>(network, before, active, sums);
                    }
                }
            }

            pub(super) fn $outputs(
                network: &Network,
                before: &[f32],
                active: &[Active],
                out: &mut [f32],
            ) {
                #[target_feature(enable = $features)]
                fn compiled<const SHORT: bool>(
                    network: &Network,
                    before: &[f32],
                    active: &[Active],
                    out: &mut [f32],
                ) {
                    out.copy_from_slice(&network.biases);
                    let mut at = 0;
                    while at + $at_once * BLOCK <= network.hidden {
                        let blocks =
                            $blocks::<SHORT, { $at_once * BLOCK }, { $at_once * BLOCK / $lanes }>(
                                network, at, before, active,
                            );
                        for (index, block) in blocks.chunks_exact(BLOCK / $lanes).enumerate() {
                            $pass_on(network, at + index * BLOCK, block, out);
                        }
                        at += $at_once * BLOCK;
                    }
                    while at < network.hidden {
                        let block = $blocks::<SHORT, BLOCK, { BLOCK / $lanes }>(
                            network, at, before, active,
                        );
                        $pass_on(network, at, &block, out);
                        at += BLOCK;
                    }
                }
                // SAFETY: the kernel was chosen because the processor has these features.
                unsafe {
                    if network.first_short.is_empty() {
                        compiled::<false>(network, before, active, out);
                    } else {
                        compiled::<true>(network, before, active, out);
                    }
                }
            }
        };
    }

    kernel!(
        "avx2,fma,f16c",
        8,
        __m256,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_set1_ps,
        _mm256_setzero_ps,
        _mm256_fmadd_ps,
        _mm256_max_ps,
        sum256,
        short256,
        blocks_avx2,
        sums_avx2,
        outputs_avx2,
        pass_on_avx2,
        1
    );
    kernel!(
        "avx512f,avx2,fma,f16c",
        16,
        __m512,
        _mm512_loadu_ps,
        _mm512_storeu_ps,
        _mm512_set1_ps,
        _mm512_setzero_ps,
        _mm512_fmadd_ps,
        _mm512_max_ps,
        sum512,
        short512,
        blocks_avx512,
        sums_avx512,
        outputs_avx512,
        pass_on_avx512,
        4
    );
}
