//! The contracts of the game, checked by the test harness of all games, and perft counts compared with published ones.

use ludex_kit::testing::{Contracts, perft, variants};
use ludex_tryktrak::INFO;

#[test]
fn every_variant_keeps_to_the_contracts() {
    // An XGID cannot express that the opening roll is due, that a player did not double, or who passed.
    let contracts = Contracts { without_ply: true, without_phase: true };
    for variant in variants(&INFO) {
        ludex_tryktrak::open(&variant, None, contracts)
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
    }
}

#[test]
fn leaves_agree_with_published_counts() {
    perft::check(include_str!("../data/perft.tsv"), |row| {
        ludex_tryktrak::open(&row.variant(), row.position(), row).expect("a row of the file");
    });
}
