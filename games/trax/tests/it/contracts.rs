//! The contracts of the game, checked by the test harness of all games, and perft counts compared with published ones.

use ludex_kit::testing::{Contracts, perft, variants};
use ludex_kit::{Notation, Variant};
use ludex_search::testing::Conformance;
use ludex_trax::evaluation::features::LineEndsEvaluator;
use ludex_trax::rules::symmetry::image;
use ludex_trax::search::tactics::AttackTactics;
use ludex_trax::{INFO, Options, Trax};

#[test]
fn every_variant_keeps_to_the_contracts() {
    let contracts = Contracts { without_ply: true, ..Contracts::default() };
    for variant in variants(&INFO) {
        ludex_trax::open(&variant, None, contracts)
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
    }
}

#[test]
fn leaves_agree_with_published_counts() {
    perft::check(include_str!("../data/perft.tsv"), |row| {
        ludex_trax::open(&row.variant(), row.position(), row).expect("a row of the file");
    });
}

#[test]
fn evaluation_and_search_keep_to_the_contracts() {
    for text in ["", "board=8x8", "loop=yes", "luck=yes", "board=8x8,luck=yes"] {
        let options = Options::parse(&variant(text), Options::default()).expect(text);
        let game = Trax::with_options(options);
        let swapped = |pos: &_| image(pos, 0, true);
        // The weights of neighbouring cells were fitted without symmetry, so symmetric images may differ slightly.
        let games = games_of(&game).games(20).swapped(swapped).images_within(400);
        games.check_evaluator(&LineEndsEvaluator::default());
        if !game.options().luck {
            games.check_tactics(&AttackTactics);
        }
    }
}

/// Compares positions by their text.
fn games_of<G: Notation>(game: &G) -> Conformance<'_, G> {
    Conformance::with_text(game, |pos| game.write_position(pos))
}

fn variant(text: &str) -> Variant {
    text.parse().expect(text)
}
