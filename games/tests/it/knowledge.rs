//! What searches are told of each game beyond its rules keeps to the contracts: evaluators, tactics, policies.

use ludex_games::quoridor::evaluation::chances::CrowdEvaluator;
use ludex_games::quoridor::evaluation::features::WaysEvaluator;
use ludex_games::quoridor::evaluation::multiplayer::{MultiplayerPolicy, RaceEvaluator};
use ludex_games::quoridor::search::multiplayer_tree::RootPlayerPolicy;
use ludex_games::quoridor::search::tactics::WallTactics;
use ludex_games::takt::evaluation::features::HandCrafted;
use ludex_games::takt::search::tactics::RoadTactics;
use ludex_games::takt::{Board, Size, Takt};
use ludex_games::{quoridor, tantrix, trax};
use ludex_kit::{Notation, Variant};
use ludex_search::testing::Conformance;

/// Positions are told apart by their text.
fn games_of<G: Notation>(game: &G) -> Conformance<'_, G> {
    Conformance::with_text(game, |pos| game.write_position(pos))
}

fn variant(text: &str) -> Variant {
    text.parse().expect(text)
}

#[test]
fn takt_keeps_to_the_contracts() {
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

#[test]
fn quoridor_keeps_to_the_contracts() {
    for text in ["", "board=5x5,walls=1", "board=3x4,walls=2", "players=3", "players=4"] {
        let options = quoridor::Options::parse(&variant(text)).expect(text);
        let game = quoridor::Quoridor::new(options);
        // Of several shortest ways one is looked at, and what single walls could do to it only when it changes.
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

#[test]
fn trax_keeps_to_the_contracts() {
    for text in ["", "board=8x8", "loop=yes", "luck=yes", "board=8x8,luck=yes"] {
        let options = trax::Options::parse(&variant(text), trax::Options::default()).expect(text);
        let game = trax::Trax::with_options(options);
        let swapped = |pos: &_| trax::rules::symmetry::image(pos, 0, true);
        // The weights of neighbouring cells were fitted side by side.
        let games = games_of(&game).games(20).swapped(swapped).images_within(400);
        games.check_evaluator(&trax::evaluation::features::LineEndsEvaluator::default());
        if !game.options().luck {
            games.check_tactics(&trax::search::tactics::AttackTactics);
        }
    }
}

#[test]
fn tantrix_keeps_to_the_contracts() {
    for text in ["", "players=3", "players=4", "players=4,teams=yes"] {
        let options = tantrix::Options::parse(&variant(text), None, None).expect(text);
        let game = tantrix::Tantrix::with_options(options);
        // The network learnt from games, not from their images.
        let games = games_of(&game).games(2).images_within(400);
        games.check_evaluator(&tantrix::evaluation::features::Prospects::default());
        games.check_policy(&tantrix::search::policy::GreedyPolicy::default());
    }
}
