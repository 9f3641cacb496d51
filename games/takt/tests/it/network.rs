//! Tests that network inputs updated move by move equal inputs computed from scratch.

use ludex_kit::support::learned::{Inputs, Learned};
use ludex_learn::nnue::NnueTrainer;
use ludex_search::support::random;
use ludex_search::{
    Evaluator, Game, IncrementalEvaluator, MoveList, SearchOptions, Searcher, Stateless, Step, Turn,
};
use ludex_takt::evaluation::features::HandCrafted;
use ludex_takt::evaluation::inputs::TaktInputs;
use ludex_takt::{Board, Options, Size, Takt};
use rand::RngExt;

/// Checks in random games that the updated state equals a fresh one, that no input index is too large, and that no position has too many
/// inputs.
fn check<const N: usize>(games: u64)
where
    Size<N>: Board,
{
    let game = Takt::<N>::default();
    let inputs = TaktInputs;
    let shape = inputs.shape(&game);
    let network = NnueTrainer::random(shape, 100, &mut random::stream(1, 0)).network();
    let base = || Stateless(HandCrafted::for_size(N));
    let learned = Learned::new(&game, inputs, base(), Some(network));
    let plain = Learned::new(&game, inputs, base(), None);
    let mut differs = false;
    for index in 0..games {
        let mut rng = random::stream(9, index);
        let mut pos = game.start();
        let mut line = vec![learned.fresh(&game, &pos)];
        let mut moves = MoveList::new();
        while game.turn(&pos) != Turn::Over {
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            let mv = moves[rng.random_range(0..moves.len())];
            let undo = game.play(&mut pos, mv);
            let before = &line[line.len() - 1];
            let mut state = before.clone();
            learned.after(before, &mut state, &game, &pos, Step::Move(mv), &undo);
            line.push(state);
            // Every third state is completed in a copy, so that a later one is completed across it.
            let mut copy = line.clone();
            let completed = if line.len() % 3 == 0 { &mut copy } else { &mut line };
            learned.complete(completed, &game, &pos);
            let kept = learned.evaluate(&completed[completed.len() - 1], &game, &pos);
            let fresh = learned.fresh(&game, &pos);
            assert_eq!(kept, learned.evaluate(&fresh, &game, &pos), "game {index}");
            let unlearned = plain.fresh(&game, &pos);
            differs |= kept != plain.evaluate(&unlearned, &game, &pos);
            let mut count = 0;
            inputs.changes(&game, None, (&pos, &()), |input, is_new| {
                assert!(is_new && input.iter().all(|&input| usize::from(input) < shape.inputs));
                count += 1;
            });
            assert!(count <= shape.most, "{count} inputs");
            assert!(inputs.bucket(&game, &pos) < shape.buckets);
        }
    }
    assert!(differs, "the network changes at least one evaluation");
}

#[test]
fn sums_are_kept_along_a_line() {
    check::<3>(20);
    check::<4>(20);
    check::<5>(20);
    check::<6>(10);
    check::<7>(5);
    check::<8>(5);
}

/// Whether the search's evaluation differs from the hand-crafted one.
fn is_corrected<const N: usize>(game: &Takt<N>) -> bool
where
    Size<N>: Board,
{
    let pos = ludex_search::testing::early(game);
    let search = ludex_takt::alpha_beta(game, SearchOptions::default());
    let by_hand = HandCrafted::for_size(N).evaluate(game, &pos);
    search.evaluate(&pos) != Some(by_hand)
}

#[test]
fn networks_are_shipped_for_two_sides() {
    assert!(is_corrected(&Takt::<5>::default()));
    assert!(is_corrected(&Takt::<6>::default()));
    assert!(!is_corrected(&Takt::<4>::default()));
    assert!(!is_corrected(&Takt::<7>::default()));
    // With another number of stones the network does not fit, so the hand-crafted evaluation is used.
    let options = Options { stones: 12, ..*Takt::<5>::default().options() };
    assert!(!is_corrected(&Takt::<5>::with_options(options)));
}
