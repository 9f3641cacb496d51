//! Runs the contract tests shared by all games, and compares perft counts with published ones.

use ludex_kit::testing::{Contracts, perft, variants};
use ludex_kit::{Notation, Variant};
use ludex_quoridor::evaluation::chances::CrowdEvaluator;
use ludex_quoridor::evaluation::features::WaysEvaluator;
use ludex_quoridor::evaluation::multiplayer::{MultiplayerPolicy, RaceEvaluator};
use ludex_quoridor::search::multiplayer_tree::RootPlayerPolicy;
use ludex_quoridor::search::tactics::WallTactics;
use ludex_quoridor::{INFO, Options, Quoridor};
use ludex_search::testing::Conformance;

#[test]
fn every_variant_keeps_to_the_contracts() {
    let contracts = Contracts { without_ply: true, ..Contracts::default() };
    for variant in variants(&INFO) {
        ludex_quoridor::open(&variant, None, contracts)
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
    }
}

#[test]
fn leaves_agree_with_published_counts() {
    perft::check(include_str!("../data/perft.tsv"), |row| {
        ludex_quoridor::open(&row.variant(), row.position(), row).expect("a row of the file");
    });
}

#[test]
fn evaluation_and_search_keep_to_the_contracts() {
    for text in ["", "board=5x5,walls=1", "board=3x4,walls=2", "players=3", "players=4"] {
        let options = Options::parse(&variant(text)).expect(text);
        let game = Quoridor::new(options);
        // Scores may differ slightly in two cases. Symmetric positions: the evaluation examines only one of several shortest paths. States
        // kept from move to move: the effect of single walls is recomputed only when a shortest path changes.
        let games = games_of(&game).games(3).images_within(200).kept_within(200);
        if game.options().players == 2 {
            games.check_incremental(&WaysEvaluator::default());
            games.check_tactics(&WallTactics::default());
        }
        let race = CrowdEvaluator::Race(RaceEvaluator::default());
        games.check_evaluator(&race);
        games.check_policy(&MultiplayerPolicy::default());
        games.check_policy(&RootPlayerPolicy(MultiplayerPolicy::default()));
    }
}

/// Compares positions by their text.
fn games_of<G: Notation>(game: &G) -> Conformance<'_, G> {
    Conformance::with_text(game, |pos| game.write_position(pos))
}

fn variant(text: &str) -> Variant {
    text.parse().expect(text)
}
