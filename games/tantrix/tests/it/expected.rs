//! The points that the network expects of every colour.

use ludex_search::support::random::stream;
use ludex_search::{Evaluator, Game, MoveList, Turn};
use ludex_tantrix::evaluation::features::{NETWORK_POINTS, Prospects, read_networks};
use ludex_tantrix::evaluation::placement_inputs::{INPUTS, PlacementInputs};
use ludex_tantrix::evaluation::weights::Weights;
use ludex_tantrix::search::baselines::play_out;
use ludex_tantrix::{Options, Placement, Position, Tantrix};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::counts::{open, rows};

#[test]
fn the_shipped_network_is_whole() {
    let read = read_networks(include_bytes!("../../data/colours.bin"));
    assert_eq!(read.expect("a whole network").outcomes().len(), 1);
}

/// The same position with the two players' seats exchanged.
fn reseated(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let (one, two) = words[1].split_once('|').expect("two hands");
    words[1] = format!("{two}|{one}");
    words[3] = words[3].chars().rev().collect();
    words[4] = if words[4] == "0" { "1".into() } else { "0".into() };
    words.join(" ")
}

#[test]
fn no_seat_is_special() {
    let prospects = Prospects::default();
    let mut n_checked = 0;
    for row in rows().filter(|row| row[3].contains(" RY ")) {
        let (game, pos) = open(row[3]);
        let (other_game, other_pos) = open(&reseated(row[3]));
        let here = prospects.expected_points(&game, &pos);
        let there = prospects.expected_points(&other_game, &other_pos);
        assert_eq!(here[..2], [there[1], there[0]], "{}", row[0]);
        assert!(here.iter().all(|points| (0.0..=NETWORK_POINTS).contains(points)));
        n_checked += 1;
    }
    assert!(n_checked > 40, "{n_checked}");
}

/// The inputs of every placement of the player to move.
fn seen(game: &Tantrix, pos: &Position) -> Vec<(Placement, Vec<(usize, f32)>)> {
    let (position_inputs, mut moves) = (PlacementInputs::new(game, pos), MoveList::new());
    game.legal_moves(pos, &mut moves);
    let see = |mv: Placement| {
        let mut inputs = Vec::new();
        position_inputs.for_each(mv, |input, value| inputs.push((input, value)));
        (mv, inputs)
    };
    moves.into_iter().map(see).collect()
}

#[test]
fn a_placement_looks_the_same_from_every_seat() {
    let mut n_checked = 0;
    for row in rows().filter(|row| row[3].contains(" RY ")) {
        let (game, pos) = open(row[3]);
        let (other_game, other_pos) = open(&reseated(row[3]));
        if !matches!(game.turn(&pos), Turn::Player(_)) {
            continue;
        }
        let seen = seen(&game, &pos);
        assert_eq!(seen, self::seen(&other_game, &other_pos), "{}", row[0]);
        n_checked += seen.len();
    }
    assert!(n_checked > 400, "{n_checked}");
}

#[test]
fn every_input_of_a_placement_has_a_weight() {
    let weights = include_bytes!("../../data/placements.bin").as_chunks::<4>();
    assert_eq!((weights.0.len(), weights.1.len()), (INPUTS, 0));
    assert!(weights.0.iter().all(|&word| f32::from_le_bytes(word).is_finite()));
    for options in every_table() {
        let game = Tantrix::with_options(options);
        for tiles in [1, 5, 20, 33, 44, 54] {
            let mut pos = random_position(&game, tiles, 3);
            draw(&game, &mut pos, &mut stream(3, 99));
            for (mv, inputs) in seen(&game, &pos) {
                assert!(inputs.iter().all(|&(input, value)| input < INPUTS && value.is_finite()));
                let mut names: Vec<usize> = inputs.iter().map(|&(input, _)| input).collect();
                names.sort_unstable();
                names.dedup();
                assert!(names.len() > 5, "{mv}: {inputs:?}");
            }
        }
    }
}

/// Options for two, three and four players, and for teams.
pub(super) fn every_table() -> [Options; 4] {
    let teams = Options { teams: true, ..Options::for_players(4) };
    let [two, three, four] = [2, 3, 4].map(Options::for_players);
    [two, three, four, teams]
}

/// Plays the draws that are due.
pub(super) fn draw(game: &Tantrix, pos: &mut Position, rng: &mut impl Rng) {
    while game.turn(pos) == Turn::Chance {
        let tile = game.sample(pos, rng);
        game.apply_chance(pos, tile);
    }
}

/// Plays at random until `tiles` tiles are on the board.
pub(super) fn random_position(game: &Tantrix, tiles: usize, seed: u64) -> Position {
    let mut rng = stream(seed, tiles as u64);
    let mut pos = game.start();
    while pos.board().n_tiles() < tiles {
        match game.turn(&pos) {
            Turn::Over => break,
            Turn::Chance => {
                let tile = game.sample(&pos, &mut rng);
                game.apply_chance(&mut pos, tile);
            }
            Turn::Player(_) => {
                let mv = game.random_placement(&pos, &mut rng);
                game.play(&mut pos, mv);
            }
        }
    }
    pos
}

/// These games are played out at random, unlike the games that the network was trained on. Its predictions are still better than the points
/// on the current board.
#[test]
fn the_network_knows_that_lines_grow() {
    let prospects = Prospects::default();
    let (mut error, mut error_as_it_stands) = (0.0, 0.0);
    for players in [2, 3, 4] {
        let game = Tantrix::with_options(Options::for_players(players));
        for seed in 0..20 {
            let mut pos = random_position(&game, 20, seed);
            let expected = prospects.expected_points(&game, &pos);
            let now = game.points(&pos);
            play_out(&game, &mut pos, &mut Pcg64Mcg::seed_from_u64(seed));
            let end = game.points(&pos);
            for player in 0..usize::from(players) {
                error += (expected[player] - end[player] as f32).abs();
                error_as_it_stands += (now[player] as f32 - end[player] as f32).abs();
            }
        }
    }
    assert!(error < error_as_it_stands, "{error} {error_as_it_stands}");
}

#[test]
fn a_finished_game_has_the_margins_that_were_played() {
    let prospects = Prospects::default();
    for seed in 0..10 {
        let game = Tantrix::new();
        let mut pos = random_position(&game, 30, seed);
        play_out(&game, &mut pos, &mut Pcg64Mcg::seed_from_u64(seed));
        let [one, two, ..] = game.points(&pos);
        let margin = one as f32 - two as f32;
        let margins = prospects.expected_margins(&game, &pos);
        assert_eq!(margins[..2], [margin, -margin], "{seed}");
    }
}

/// For any number of players the win probabilities add up to 1.
#[test]
fn chances_to_win_add_up_to_one() {
    let weights = Weights { margin_share: 0, ..Weights::default() };
    let prospects = Prospects::new(weights, None);
    for players in [2, 3, 4] {
        let game = Tantrix::with_options(Options::for_players(players));
        for tiles in [0, 10, 30, 50] {
            let pos = random_position(&game, tiles, 7);
            let returns = prospects.returns(&game, &pos);
            let returns = &returns[..usize::from(players)];
            let sum: f32 = returns.iter().map(|&value| f32::midpoint(1.0, value)).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{players} players: {sum}");
        }
    }
}
