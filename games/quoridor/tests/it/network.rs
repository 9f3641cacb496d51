//! The network's inputs: those kept along a line of play equal those computed from scratch, and both sides are treated alike.

use ludex_kit::support::learned::{Inputs, Learned, is_judgement};
use ludex_kit::{Playable, SearchSetup, Trained, Variant};
use ludex_learn::nnue::{Nnue, NnueTrainer};
use ludex_quoridor::evaluation::features::WaysEvaluator;
use ludex_quoridor::evaluation::inputs::WallInputs;
use ludex_quoridor::evaluation::weights::{FEATURES, KNOTS, Weights};
use ludex_quoridor::rules::board::each;
use ludex_quoridor::rules::position::MOST_PLAYERS;
use ludex_quoridor::rules::walls::Walls;
use ludex_quoridor::{Board, Options, Position, Quoridor, Square, Squares, alpha_beta};
use ludex_search::support::random;
use ludex_search::{
    Game, IncrementalEvaluator, MoveList, Player, SearchOptions, Searcher, Step, Turn,
};
use rand::RngExt;

/// A base evaluation with all weights zero. Only the network's output and decided races contribute to its scores.
fn nothing() -> WaysEvaluator {
    WaysEvaluator::new(Weights { features: [[0; KNOTS.len()]; FEATURES], ..Weights::default() })
}

fn learned(game: &Quoridor) -> Learned<WallInputs, WaysEvaluator> {
    let shape = WallInputs.shape(game);
    let network = NnueTrainer::random(shape, 150, &mut random::stream(1, 0)).network();
    Learned::new(game, WallInputs, nothing(), Some(network))
}

type State = <Learned<WallInputs, WaysEvaluator> as IncrementalEvaluator<Quoridor>>::State;

/// Passes to `see` every position of random games, with the state that was updated move by move.
fn play(game: &Quoridor, games: u64, mut see: impl FnMut(&Position, &State)) {
    let learned = learned(game);
    let mut moves = MoveList::new();
    for index in 0..games {
        let mut rng = random::stream(9, index);
        let mut pos = game.start();
        let mut line = vec![learned.fresh(game, &pos)];
        for _ in 0..80 {
            // Every third state is completed in a copy, so that a later one is completed across it.
            let mut copy = line.clone();
            let completed = if line.len() % 3 == 0 { &mut copy } else { &mut line };
            learned.complete(completed, game, &pos);
            see(&pos, &completed[completed.len() - 1]);
            if game.turn(&pos) == Turn::Over {
                break;
            }
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            let mv = moves[rng.random_range(0..moves.len())];
            let undo = game.play(&mut pos, mv);
            let before = &line[line.len() - 1];
            let mut state = before.clone();
            learned.after(before, &mut state, game, &pos, Step::Move(mv), &undo);
            line.push(state);
        }
    }
}

fn with_board(width: u8, height: u8, walls: u8) -> Quoridor {
    Quoridor::new(Options { board: Board { width, height }, walls, ..Options::default() })
}

#[test]
fn sums_are_kept_along_a_line() {
    for game in [Quoridor::default(), with_board(5, 7, 6), with_board(2, 3, 0)] {
        let learned = learned(&game);
        let shape = WallInputs.shape(&game);
        let mut differs = false;
        play(&game, 40, |pos, state| {
            let kept = learned.evaluate(state, &game, pos);
            let routes = nothing().fresh(&game, pos);
            assert_eq!(kept, learned.evaluate(&learned.fresh(&game, pos), &game, pos));
            differs |= kept != nothing().evaluate(&routes, &game, pos);
            let mut count = 0;
            WallInputs.changes(&game, None, (pos, &routes), |input, is_new| {
                assert!(is_new && input.iter().all(|&input| usize::from(input) < shape.inputs));
                count += 1;
            });
            assert!(count <= shape.most, "{count} inputs");
            assert!(WallInputs.bucket(&game, pos) < shape.buckets);
        });
        assert!(differs, "the network gives an output");
    }
}

/// The board from the other side, with the other player to move.
fn turned(game: &Quoridor, pos: &Position) -> Position {
    let board = game.options().board;
    let turn = |set: Squares, height: u8| -> Squares {
        let turned = each(set).map(|at| Square::new(at.column(), height - 1 - at.row()).bit());
        turned.fold(0, |all, bit| all | bit)
    };
    let mut pawns = [Square::default(); MOST_PLAYERS];
    let mut stock = [0; MOST_PLAYERS];
    for player in [0, 1] {
        let other = Player(1 - player as u8);
        pawns[player] = Square::lowest(turn(pos.pawn(other).bit(), board.height));
        stock[player] = pos.stock(other);
    }
    let walls = Walls {
        horizontal: turn(pos.walls().horizontal, board.height - 1),
        vertical: turn(pos.walls().vertical, board.height - 1),
    };
    Position::assemble(board, 2, pawns, walls, stock, pos.to_move().other())
}

#[test]
fn no_side_is_favoured() {
    for game in [Quoridor::default(), with_board(6, 5, 4)] {
        let learned = learned(&game);
        play(&game, 20, |pos, _| {
            if game.turn(pos) == Turn::Over {
                return;
            }
            let scores = [*pos, turned(&game, pos)]
                .map(|pos| learned.evaluate(&learned.fresh(&game, &pos), &game, &pos));
            assert_eq!(scores[0], scores[1], "{pos:?}");
        });
    }
}

#[test]
fn a_decided_race_is_not_corrected_by_the_network() {
    let game = with_board(5, 5, 1);
    let learned = learned(&game);
    let mut seen = 0;
    play(&game, 60, |pos, state| {
        let score = nothing().evaluate(&state.0, &game, pos);
        let said = learned.evaluate(state, &game, pos);
        let judged: &WaysEvaluator = &nothing();
        assert_eq!(is_judgement(judged, score), is_judgement(judged, said));
        if !is_judgement(judged, score) {
            assert_eq!(said, score);
            seen += 1;
        }
    });
    assert!(seen > 20, "{seen} decided races");
}

/// Whether alpha-beta's evaluation differs from the hand-crafted one.
fn is_corrected(variant: &str) -> bool {
    let variant: Variant = variant.parse().expect(variant);
    let game = Quoridor::new(Options::parse(&variant).expect("a variant"));
    let pos = ludex_search::testing::early(&game);
    let search = alpha_beta(&game, SearchOptions::default());
    let ways = WaysEvaluator::default();
    search.evaluate(&pos) != Some(ways.evaluate(&ways.fresh(&game, &pos), &game, &pos))
}

#[test]
fn a_network_is_shipped_for_the_usual_game() {
    assert!(is_corrected(""));
    assert!(is_corrected("repetition=off,max-plies=200"));
    assert!(!is_corrected("board=7x9"));
    assert!(!is_corrected("walls=8"));
    assert!(!is_corrected("edge-diagonal=off"));
}

/// Networks from a file replace only evaluations that a network corrects.
#[test]
fn a_file_of_another_game_or_for_another_search_is_refused() {
    let file = |game: &Quoridor| SearchSetup {
        trained: Some(Trained::Score(Nnue::new(WallInputs.shape(game), 150))),
        ..SearchSetup::default()
    };
    let usual = Quoridor::default();
    let check = |game: &Quoridor, name: &str, setup: &SearchSetup| {
        let mut kinds = Quoridor::SEARCHES.iter();
        let kind = kinds.find(|kind| kind.name == name).expect(name);
        kind.check(game, setup).map_err(|error| error.to_string())
    };
    assert_eq!(check(&usual, "default", &file(&usual)), Ok(()));
    let other = check(&usual, "alphabeta", &file(&with_board(5, 5, 3)));
    assert!(other.is_err_and(|error| error.contains("this variant needs")));
    let search = check(&usual, "mcts", &file(&usual));
    assert!(search.is_err_and(|error| error.contains("race")));
    let four = Quoridor::new(Options::for_players(4));
    let players = check(&four, "default", &file(&usual));
    assert!(players.is_err_and(|error| error.contains("chances")));
}
