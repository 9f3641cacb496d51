//! Runs the contract tests shared by all games, and compares perft counts with published ones.

use ludex_kit::Notation;
use ludex_kit::testing::{Contracts, perft, variants};
use ludex_search::testing::Conformance;
use ludex_takt::evaluation::features::HandCrafted;
use ludex_takt::search::tactics::RoadTactics;
use ludex_takt::{Board, INFO, Size, Takt};

#[test]
fn every_variant_keeps_to_the_contracts() {
    let contracts = Contracts::default();
    for variant in variants(&INFO) {
        ludex_takt::open(&variant, None, contracts)
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
    }
}

#[test]
fn leaves_agree_with_published_counts() {
    perft::check(include_str!("../data/perft.tsv"), |row| {
        ludex_takt::open(&row.variant(), row.position(), row).expect("a row of the file");
    });
}

#[test]
fn evaluation_and_search_keep_to_the_contracts() {
    takt_of_size::<3>();
    takt_of_size::<4>();
    takt_of_size::<5>();
    takt_of_size::<6>();
}

fn takt_of_size<const N: usize>()
where
    Size<N>: Board,
{
    let game = Takt::<N>::default();
    let games = games_of(&game).games(20);
    games.check_evaluator(&HandCrafted::for_size(N));
    games.check_tactics(&RoadTactics);
}

/// Compares positions by their text.
fn games_of<G: Notation>(game: &G) -> Conformance<'_, G> {
    Conformance::with_text(game, |pos| game.write_position(pos))
}
