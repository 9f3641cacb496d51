//! Faults in how a game opens and reports its variants.

use ludex_games::quoridor;
use ludex_kit::Variant;
use ludex_kit::registry::{Catalogue, Entry, OpenSession};
use ludex_kit::testing::check_variants;

use super::{error, sentence};

/// Quoridor with a fault in how it opens variants, and the beginning of the expected sentence.
const IN_VARIANTS: &[(&str, OpenSession)] = &[
    ("`INFO.variants` lists a variant that the game rejects (", |variant, start| {
        match variant.get("players") {
            Some("3") => Err(error("players=3", "two players")),
            _ => (quoridor::ENTRY.session)(variant, start),
        }
    }),
    ("`variant` reports \"players=2,board=9x9,walls=10\" for walls=4; report every", |_, start| {
        (quoridor::ENTRY.session)(&Variant::new(), start)
    }),
    (
        "`variant` reports \"players=3,board=9x9,walls=7\", which opens another game, (",
        |variant, start| {
            let players = if variant.is_empty() { "players=3" } else { "players=4" };
            (quoridor::ENTRY.session)(&players.parse()?, start)
        },
    ),
];

#[test]
fn a_fault_in_a_variant_is_reported_in_one_sentence() {
    for &(expected, session) in IN_VARIANTS {
        let entry: &'static Entry =
            Box::leak(Box::new(Entry { info: quoridor::ENTRY.info, session }));
        let catalogue = Catalogue::new(Box::leak(Box::new([entry])));
        let found = sentence(|| check_variants(&catalogue));
        assert!(found.starts_with(expected), "{found}\nexpected: {expected}");
        assert!(!found.contains('\n') && found.contains(". Game: quoridor"), "{found}");
    }
}
