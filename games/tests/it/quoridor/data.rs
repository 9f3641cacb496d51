//! The published numbers: leaves of game trees and the moves of pawns.

use ludex_games::quoridor::{Move, Options, Quoridor, setup::Setup};
use ludex_games::{Notation, Variant};
use ludex_search::{Game, perft};

const PERFT: &str = include_str!("../../data/quoridor/perft.tsv");
const EDGE_CASES: &str = include_str!("../../data/quoridor/edgecases.tsv");

/// Larger trees than this are left to those who set `LUDEX_PERFT_NODES`.
const PERFT_NODES: u64 = 200_000_000;

fn node_limit() -> u64 {
    let limit = std::env::var("LUDEX_PERFT_NODES").ok();
    limit
        .and_then(|limit| limit.parse().ok())
        .unwrap_or(PERFT_NODES)
}

fn open(text: &str, variant: &Variant) -> (Quoridor, <Quoridor as Game>::Position) {
    let setup = Setup::read(text).expect(text);
    let game = Quoridor::new(setup.options(variant).expect(text));
    let position = setup.validate(&game).expect(text);
    (game, position)
}

#[test]
fn perft_counts_match_the_data() {
    let mut rows = 0;
    for line in PERFT.lines().skip(2) {
        let fields: Vec<_> = line.split('\t').collect();
        let [board, players, text, third, depth, nodes, ..] = fields[..] else {
            panic!("a row of six fields: {line}");
        };
        let nodes: u64 = nodes.parse().unwrap();
        if nodes > node_limit() {
            continue;
        }
        let third = if third == "diag" { "diagonal" } else { third };
        let variant = Variant::new()
            .with("board", board)
            .with("players", players)
            .with("third-pawn", third);
        let (game, mut position) = open(text, &variant);
        let depth = depth.parse().unwrap();
        assert_eq!(perft(&game, &mut position, depth), nodes, "{line}");
        let mut mirrored = game.transform(&position, game.symmetries() - 1);
        if nodes < 1_000_000 {
            assert_eq!(perft(&game, &mut mirrored, depth), nodes, "mirrored {line}");
        }
        rows += 1;
    }
    assert!(rows > 100, "only {rows} rows");
}

#[test]
fn pawns_move_as_the_edge_cases_say() {
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
fn starts_are_where_the_rules_say() {
    let start = |players| {
        let game = Quoridor::new(Options::for_players(players));
        game.write_position(&game.start())
    };
    assert_eq!(start(2), "//e1 e9/10 10/1");
    assert_eq!(start(3), "//e1 a5 e9/7 7 7/1");
    assert_eq!(start(4), "//e1 a5 e9 i5/5 5 5 5/1");
}
