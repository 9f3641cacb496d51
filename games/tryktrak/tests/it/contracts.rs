//! Runs the contract tests shared by all games, and compares perft counts with published ones.

use ludex_kit::testing::{Contracts, perft, variants};
use ludex_tryktrak::INFO;

#[test]
fn every_variant_keeps_to_the_contracts() {
    // An XGID cannot express three facts: that the opening roll comes next, that the player has decided not to double, and which player
    // passed.
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
