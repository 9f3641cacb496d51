//! Published numbers of pawn moves.

use ludex_kit::{Notation, Variant};
use ludex_quoridor::notation::setup::Setup;
use ludex_quoridor::{Move, Options, Quoridor};
use ludex_search::Game;

const EDGE_CASES: &str = include_str!("../data/edgecases.tsv");

fn open(text: &str, variant: &Variant) -> (Quoridor, <Quoridor as Game>::Position) {
    let setup = Setup::read(text).expect(text);
    let game = Quoridor::new(setup.options(variant).expect(text));
    let position = setup.validate(&game).expect(text);
    (game, position)
}

#[test]
fn pawns_move_correctly_in_edge_cases() {
    let settings = [("on", "none"), ("on", "diagonal"), ("off", "none")];
    for line in EDGE_CASES.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        for (expected, (edge, third)) in fields[2..].iter().zip(settings) {
            let variant = Variant::new()
                .with("board", fields[0])
                .with("edge-diagonal", edge)
                .with("third-pawn", third);
            let (game, position) = open(fields[1], &variant);
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            moves.retain(|mv| !matches!(mv, Move::Wall(_)));
            let mut moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            moves.sort();
            assert_eq!(moves.join(" "), *expected, "{line}, {edge} {third}");
        }
    }
}

#[test]
fn start_squares_follow_the_rules() {
    let start = |players| {
        let game = Quoridor::new(Options::for_players(players));
        game.write_position(&game.start())
    };
    assert_eq!(start(2), "//e1 e9/10 10/1");
    assert_eq!(start(3), "//e1 a5 e9/7 7 7/1");
    assert_eq!(start(4), "//e1 a5 e9 i5/5 5 5 5/1");
}
