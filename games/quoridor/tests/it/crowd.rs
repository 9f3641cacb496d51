//! Tests the network for three and four players, which must treat all seats alike, and the selection of moves for the tree search.

use ludex_kit::{Playable, SearchSetup, Variant};
use ludex_learn::Network;
use ludex_quoridor::evaluation::chances::{ChancesEvaluator, CrowdEvaluator, empty_network};
use ludex_quoridor::evaluation::crowd_inputs::routes_of_all;
use ludex_quoridor::rules::board::each;
use ludex_quoridor::rules::position::MOST_PLAYERS;
use ludex_quoridor::rules::walls::Walls;
use ludex_quoridor::{Board, Move, Options, Position, Quoridor, Setup, Square};
use ludex_search::support::random;
use ludex_search::{Evaluator, Game, Limits, MoveList, Player, Root, StopFlag, Turn};
use rand::RngExt;

fn game(players: u8) -> Quoridor {
    Quoridor::new(Options::for_players(players))
}

/// Passes to `see` every position of random games.
fn play(game: &Quoridor, games: u64, mut see: impl FnMut(&Position)) {
    let mut moves = MoveList::new();
    for index in 0..games {
        let mut rng = random::stream(17, index);
        let mut pos = game.start();
        for _ in 0..60 {
            if game.turn(&pos) == Turn::Over {
                break;
            }
            see(&pos);
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            let steps = moves.iter().filter(|mv| matches!(mv, Move::Pawn(_)));
            let n_steps = steps.count();
            let most = if rng.random() { n_steps } else { moves.len() };
            let mv = moves[rng.random_range(0..most.max(1))];
            game.play(&mut pos, mv);
        }
    }
}

#[test]
fn the_shipped_networks_are_whole() {
    let mut rest: &[u8] = include_bytes!("../../data/crowd.bin");
    for players in [3, 4] {
        let network = Network::read(&mut rest).expect("a whole network");
        let empty = empty_network(players);
        let shape = |network: &Network| (network.inputs(), network.hidden(), network.outputs());
        assert_eq!(shape(&network), shape(&empty));
    }
    assert!(rest.is_empty());
}

#[test]
fn chances_add_up_to_one_and_absent_players_have_none() {
    for players in [3, 4] {
        let game = game(players);
        let evaluator = ChancesEvaluator::shipped(&game).expect("the usual board");
        play(&game, 20, |pos| {
            let chances = evaluator.chances(&game, pos);
            let sum: f32 = chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{chances:?}");
            assert!(chances[..usize::from(players)].iter().all(|&chance| chance > 0.0));
            assert!(chances[usize::from(players)..].iter().all(|&chance| chance == 0.0));
        });
    }
}

/// The board turned clockwise by 90°, with every player on the next seat.
fn turned(pos: &Position) -> Position {
    let turn = |square: Square| Square::new(square.row(), 8 - square.column());
    let anchors = |set| {
        let anchors = each(set).map(|anchor| Square::new(anchor.row(), 7 - anchor.column()).bit());
        anchors.fold(0, |set, bit| set | bit)
    };
    let (mut pawns, mut stock) = ([Square::default(); MOST_PLAYERS], [0; MOST_PLAYERS]);
    for seat in 0..MOST_PLAYERS {
        let next = (seat + 1) % MOST_PLAYERS;
        pawns[next] = turn(pos.pawn(Player(seat as u8)));
        stock[next] = pos.stock(Player(seat as u8));
    }
    let walls = Walls {
        horizontal: anchors(pos.walls().vertical),
        vertical: anchors(pos.walls().horizontal),
    };
    let board = Board { width: 9, height: 9 };
    let mover = Player((pos.to_move().0 + 1) % MOST_PLAYERS as u8);
    Position::assemble(board, MOST_PLAYERS, pawns, walls, stock, mover)
}

#[test]
fn turning_the_board_turns_the_chances() {
    let game = game(4);
    let evaluator = ChancesEvaluator::shipped(&game).expect("the usual board");
    let mut n_compared = 0;
    play(&game, 200, |pos| {
        let image = turned(pos);
        let [routes, images] = [pos, &image].map(|pos| routes_of_all(&game, pos));
        // If many walls cut a path, the evaluation examines only some of them. It may examine different walls in symmetric positions, so
        // these cases are not compared.
        let few = |seat: usize| routes[seat].cutting.count() <= 10;
        if !(0..MOST_PLAYERS).all(few) {
            return;
        }
        n_compared += 1;
        let (chances, other) = (evaluator.chances(&game, pos), evaluator.chances(&game, &image));
        for seat in 0..MOST_PLAYERS {
            let next = (seat + 1) % MOST_PLAYERS;
            assert_eq!(routes[seat].distance, images[next].distance);
            let difference = (chances[seat] - other[next]).abs();
            assert!(difference < 1e-4, "{chances:?} {other:?}");
        }
    });
    assert!(n_compared > 200, "{n_compared}");
}

/// If no player has a wall left, the network must favour a player who is far ahead.
#[test]
fn a_player_far_ahead_has_the_best_chance() {
    for text in ["//e6 b6 e5 h4/0 0 0 0/1", "//e6 b5 f5/0 0 0/1"] {
        let setup = Setup::read(text).expect(text);
        let game = Quoridor::new(setup.options(&Variant::new()).expect(text));
        let pos = setup.validate(&game).expect(text);
        let evaluator = ChancesEvaluator::shipped(&game).expect("the usual board");
        let chances = evaluator.chances(&game, &pos);
        assert!(chances[0] > 0.6, "{text}: {chances:?}");
    }
}

#[test]
fn the_network_is_offered_for_the_variants_it_was_trained_on() {
    let evaluators = |game: &Quoridor, name: &str| {
        let kind = Quoridor::SEARCHES.iter().find(|kind| kind.name == name);
        (kind.expect(name).evaluators)(game)[0]
    };
    let mut small = Options::for_players(4);
    small.board.width = 7;
    for name in ["default", "mcts"] {
        assert_eq!(evaluators(&game(3), name), "chances", "{name}");
        assert_eq!(evaluators(&game(4), name), "chances", "{name}");
    }
    for name in ["default", "mcts", "maxn", "paranoid", "reply"] {
        assert_eq!(evaluators(&Quoridor::new(small), name), "race", "{name}");
    }
    assert_eq!(evaluators(&game(2), "mcts"), "race");
    let setup = SearchSetup { evaluator: Some("chances".to_owned()), ..SearchSetup::default() };
    let kind = &Quoridor::SEARCHES[0];
    assert!(kind.check(&Quoridor::new(small), &setup).is_err());
    assert!(kind.check(&game(4), &setup).is_ok());
}

/// Positions are evaluated without playouts, so only the nodes of the tree are counted and the node limit is exact.
#[test]
fn the_default_respects_its_node_limit_and_reports_every_players_expectation() {
    for players in [3, 4] {
        let game = game(players);
        let kind = &Quoridor::SEARCHES[0];
        let mut searcher = kind.build(&game, &SearchSetup::default()).expect("it is the default");
        let root = Root::new(game.start());
        let report =
            searcher.search(&root, &Limits::nodes(4_000), &StopFlag::default(), &mut |_| ());
        assert!((4_000..4_100).contains(&report.nodes), "{}", report.nodes);
        let returns = report.lines[0].returns.expect("all players' returns");
        let sum: f32 = returns.iter().sum();
        assert!((sum - (2.0 - f32::from(players))).abs() < 1e-2, "{returns:?}");
    }
}

/// The returns of the evaluation are the probabilities, converted to the scale of results.
#[test]
fn returns_are_chances() {
    let game = game(4);
    let chances = ChancesEvaluator::shipped(&game).expect("the usual board");
    let evaluator = CrowdEvaluator::Chances(chances.clone());
    play(&game, 3, |pos| {
        let returns = evaluator.returns(&game, pos);
        for (value, chance) in returns.iter().zip(chances.chances(&game, pos)) {
            assert!((value - (2.0 * chance - 1.0)).abs() < 1e-6);
        }
    });
}
