//! The contracts of the game, checked by the test harness of all games, and perft counts compared with published ones.

use ludex_kit::testing::{Contracts, perft, variants};
use ludex_kit::{Notation, Variant};
use ludex_search::testing::Conformance;
use ludex_tantrix::evaluation::features::Prospects;
use ludex_tantrix::search::policy::GreedyPolicy;
use ludex_tantrix::{INFO, Options, Tantrix};

#[test]
fn every_variant_keeps_to_the_contracts() {
    let contracts = Contracts::default();
    for variant in variants(&INFO) {
        ludex_tantrix::open(&variant, None, contracts)
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
    }
}

#[test]
fn leaves_agree_with_published_counts() {
    perft::check(include_str!("../data/perft.tsv"), |row| {
        ludex_tantrix::open(&row.variant(), row.position(), row).expect("a row of the file");
    });
}

#[test]
fn evaluation_and_search_keep_to_the_contracts() {
    for text in ["", "players=3", "players=4", "players=4,teams=yes"] {
        let options = Options::parse(&variant(text), None, None).expect(text);
        let game = Tantrix::with_options(options);
        // The network was trained on games, not on their rotated images, so images may differ slightly.
        let games = games_of(&game).games(2).images_within(400);
        games.check_evaluator(&Prospects::default());
        games.check_policy(&GreedyPolicy::default());
    }
}

/// Compares positions by their text.
fn games_of<G: Notation>(game: &G) -> Conformance<'_, G> {
    Conformance::with_text(game, |pos| game.write_position(pos))
}

fn variant(text: &str) -> Variant {
    text.parse().expect(text)
}
