//! The kernels of x86-64: AVX2 and AVX-512.

#![expect(unsafe_code, reason = "vector instructions that were found at run time")]

use std::arch::x86_64::{
    __m256, __m512, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_loadu_si128, _mm_movehdup_ps,
    _mm_movehl_ps, _mm256_add_ps, _mm256_castpd_ps, _mm256_castps256_ps128, _mm256_cvtph_ps,
    _mm256_extractf128_ps, _mm256_fmadd_ps, _mm256_lddqu_si256, _mm256_loadu_ps, _mm256_max_ps,
    _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps, _mm512_castps_pd, _mm512_castps512_ps256,
    _mm512_cvtph_ps, _mm512_extractf64x4_pd, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_max_ps,
    _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
};

use half::f16;

use super::{Active, BLOCK, Network};

#[target_feature(enable = "avx2,fma,f16c")]
#[inline]
fn short256(weights: &[f16; 8]) -> __m256 {
    // SAFETY: the array has 16 bytes, and `f16` consists of its 16 bits only.
    _mm256_cvtph_ps(unsafe { _mm_loadu_si128(weights.as_ptr().cast()) })
}

#[target_feature(enable = "avx512f,avx2,fma,f16c")]
#[inline]
fn short512(weights: &[f16; 16]) -> __m512 {
    // `loadu` would be compiled to two loads of half the width. SAFETY: the array has 32 bytes, and `f16` consists of its 16 bits only.
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

/// The kernel for vectors of one width. It processes several blocks at once if the registers can hold their sums. Then longer parts of each
/// row are read, more sums are computed at the same time (AVX-512, 512 units: 17 % faster with 75 inputs, a third faster with 30), and the
/// final sums are combined once (2 % of a rollout). The results differ in the last digits only.
macro_rules! kernel {
    (
        $features:literal, $lanes:literal, $vector:ty, $load:ident, $store:ident, $set:ident, $zero:ident,
        $fused:ident, $max:ident, $add:ident, $load_short:ident, $blocks:ident, $sums:ident, $outputs:ident,
        $pass_on:ident, $at_once:literal
    ) => {
        /// The sums of some adjacent blocks of hidden units, in registers.
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
                // SAFETY: the array has UNITS numbers, and `index` is the number of a whole vector in it.
                *sum = unsafe { $load(before.as_ptr().add(index * $lanes)) };
            }
            if SHORT {
                for &(input, value) in active {
                    let start = usize::from(input) * network.hidden + at;
                    let row: &[f16; UNITS] =
                        network.first_short[start..].first_chunk().expect("whole blocks");
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
                    // SAFETY: the array has UNITS numbers, and `index` is the number of a whole vector in it.
                    let weights = unsafe { $load(row.as_ptr().add(index * $lanes)) };
                    *sum = $fused(value, weights, *sum);
                }
            }
            sums
        }

        /// Adds the contribution of adjacent blocks of hidden units to the outputs.
        #[target_feature(enable = $features)]
        #[inline]
        fn $pass_on<const UNITS: usize, const VECTORS: usize>(
            network: &Network,
            at: usize,
            blocks: [$vector; VECTORS],
            out: &mut [f32],
        ) {
            const { assert!(UNITS == VECTORS * $lanes) };
            let mut units = blocks;
            for units in &mut units {
                *units = $max(*units, $zero());
            }
            for (output, total) in out.iter_mut().enumerate() {
                let start = output * network.hidden + at;
                let row: &[f32; UNITS] =
                    network.second[start..].first_chunk().expect("whole blocks");
                let mut sum = $zero();
                for (index, &units) in units.iter().enumerate() {
                    // SAFETY: the array has UNITS numbers, and `index` is the number of a whole vector in it.
                    let weights = unsafe { $load(row.as_ptr().add(index * $lanes)) };
                    sum = $fused(units, weights, sum);
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
                    let block =
                        $blocks::<SHORT, BLOCK, { BLOCK / $lanes }>(network, at, before, active);
                    let out: &mut [f32; BLOCK] =
                        sums[at..].first_chunk_mut().expect("whole blocks");
                    for (index, sum) in block.into_iter().enumerate() {
                        // SAFETY: the array has BLOCK numbers, and `index` is the number of a whole vector in it.
                        unsafe { $store(out.as_mut_ptr().add(index * $lanes), sum) };
                    }
                }
            }
            // SAFETY: this kernel was chosen because the processor has these features.
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
                    $pass_on::<{ $at_once * BLOCK }, { $at_once * BLOCK / $lanes }>(
                        network, at, blocks, out,
                    );
                    at += $at_once * BLOCK;
                }
                while at < network.hidden {
                    let block =
                        $blocks::<SHORT, BLOCK, { BLOCK / $lanes }>(network, at, before, active);
                    $pass_on::<BLOCK, { BLOCK / $lanes }>(network, at, block, out);
                    at += BLOCK;
                }
            }
            // SAFETY: this kernel was chosen because the processor has these features.
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
