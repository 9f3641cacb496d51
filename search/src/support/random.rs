//! Reproducible random numbers.

use rand_pcg::Pcg64;

/// A generator for one task. Streams with different indices are independent. CITE: O'Neill, "PCG: a family of simple fast space-efficient
/// statistically good algorithms", 2014.
pub fn stream(seed: u64, index: u64) -> Pcg64 {
    Pcg64::new(u128::from(seed), u128::from(index))
}
