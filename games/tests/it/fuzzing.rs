//! Texts and moves of any kind, the same ones in every run.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// So many cases, the same ones in every run; `PROPTEST_RNG_SEED` and `PROPTEST_CASES` give others.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let wanted = ProptestConfig::default();
    let rng_seed = match wanted.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    let cases = std::env::var_os("PROPTEST_CASES").map_or(cases, |_| wanted.cases);
    ProptestConfig {
        cases,
        rng_seed,
        failure_persistence: None,
        ..wanted
    }
}
