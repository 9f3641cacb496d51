//! The network's inputs: equal for both players, independent of earlier positions, and never more than the maximum.

use ludex_kit::support::learned::{Inputs, LearnedAnew};
use ludex_kit::{Notation, Playable, SearchSetup, Trained};
use ludex_learn::nnue::{Nnue, NnueTrainer};
use ludex_search::support::random;
use ludex_search::{
    Evaluator, Game, IncrementalEvaluator, MoveList, SearchOptions, Searcher, Stateless, Turn,
};
use ludex_trax::evaluation::features::{LineEndsEvaluator, for_each_feature};
use ludex_trax::evaluation::inputs::LineInputs;
use ludex_trax::{Options, Position, Trax, alpha_beta};
use rand::RngExt;

/// Passes the positions of random games to `see`, each together with the previous position.
fn play(games: u64, mut see: impl FnMut(&Trax, &Position, &Position)) {
    for index in 0..games {
        let game = Trax::with_options(Options { eight: index % 2 == 1, ..Options::default() });
        let mut rng = random::stream(3, index);
        let (mut pos, mut moves) = (game.start(), MoveList::new());
        while game.turn(&pos) != Turn::Over {
            let before = pos.clone();
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            game.play(&mut pos, moves[rng.random_range(0..moves.len())]);
            see(&game, &before, &pos);
        }
    }
}

fn inputs(game: &Trax, before: Option<&Position>, pos: &Position) -> Vec<i32> {
    let mut counts = vec![0; 2 * LineInputs.count(game)];
    LineInputs.changes(game, before.map(|pos| (pos, &())), (pos, &()), |input, is_new| {
        for (view, input) in input.into_iter().enumerate() {
            counts[2 * usize::from(input) + view] += if is_new { 1 } else { -1 };
        }
    });
    counts
}

#[test]
fn changes_lead_from_one_position_to_the_next() {
    let mut seen = 0;
    play(30, |game, before, pos| {
        let shape = LineInputs.shape(game);
        let sums = inputs(game, None, before);
        let sums: Vec<i32> =
            sums.iter().zip(inputs(game, Some(before), pos)).map(|(a, b)| a + b).collect();
        assert_eq!(sums, inputs(game, None, pos));
        assert!(sums.iter().sum::<i32>() as usize <= 2 * shape.most);
        assert!(LineInputs.bucket(game, pos) < shape.buckets);
        seen += 1;
    });
    assert!(seen > 300, "{seen} positions");
}

#[test]
fn each_player_sees_what_the_other_calls_otherwise() {
    play(20, |_, _, pos| {
        let [first, second] = [0, 1].map(|player| {
            let mut features = Vec::new();
            for_each_feature(pos, player, |[own, other]| features.push([own, other][player]));
            features.sort_unstable();
            features
        });
        assert_eq!(first, second);
    });
}

#[test]
fn a_network_corrects_the_score_and_one_that_says_nothing_leaves_it() {
    let shape = LineInputs.shape(&Trax::new());
    let networks = [
        Nnue::new(shape, 200),
        NnueTrainer::random(shape, 200, &mut random::stream(1, 0)).network(),
    ];
    let base = || Stateless(LineEndsEvaluator::default());
    let [silent, loud] =
        networks.map(|network| LearnedAnew::new(&Trax::new(), LineInputs, base(), Some(network)));
    let mut differs = 0;
    play(10, |game, _, pos| {
        let score = LineEndsEvaluator::default().evaluate(game, pos);
        assert_eq!(silent.evaluate(&(), game, pos), score);
        differs += usize::from(loud.evaluate(&(), game, pos) != score);
    });
    assert!(differs > 100, "{differs} scores");
}

#[test]
fn files_of_networks_are_for_alpha_beta_where_no_faces_are_drawn() {
    let game = |luck| Trax::with_options(Options { luck, ..Options::default() });
    let setup = SearchSetup {
        trained: Some(Trained::Score(Nnue::new(LineInputs.shape(&Trax::new()), 200))),
        ..SearchSetup::default()
    };
    let check = |luck, name: &str| {
        let mut kinds = Trax::SEARCHES.iter();
        let kind = kinds.find(|kind| kind.name == name).expect(name);
        kind.check(&game(luck), &setup).map_err(|error| error.to_string())
    };
    assert_eq!(check(false, "auto"), Ok(()));
    assert_eq!(check(false, "alphabeta"), Ok(()));
    for (luck, name) in [(true, "auto"), (false, "mcts"), (true, "expectimax")] {
        let error = check(luck, name).expect_err(name);
        assert!(error.contains("use handmade"), "{error}");
    }
}

#[test]
fn a_network_is_shipped_for_the_unlimited_game() {
    let is_corrected = |options: Options| {
        let game = Trax::with_options(options);
        let mut pos = game.start();
        for text in ["@0+", "A2\\", "@1\\", "B0+", "C2+", "B4+", "D2\\"] {
            let mv = game.parse_move(&pos, text).expect(text);
            game.play(&mut pos, mv);
        }
        let search = alpha_beta(&game, SearchOptions::default());
        search.evaluate(&pos) != Some(LineEndsEvaluator::default().evaluate(&game, &pos))
    };
    assert!(is_corrected(Options::default()));
    for (eight, loops) in [(true, false), (false, true)] {
        assert!(!is_corrected(Options { eight, loops, ..Options::default() }));
    }
}
