//! Legal walls, compared with the simple method: place the wall and search for a path.

use ludex_kit::Notation;
use ludex_quoridor::rules::options::parse_board;
use ludex_quoridor::{Move, Options, Quoridor};
use ludex_search::{Game, Turn};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Counts the walls that fit and leave every player a path. For each wall, a flood over the board decides.
fn legal_by_floods(game: &Quoridor, pos: &<Quoridor as Game>::Position) -> u32 {
    let room = pos.walls().room(game.options().board.anchors());
    let mut legal = 0;
    for (anchors, vertical) in [(room.horizontal, false), (room.vertical, true)] {
        for anchor in ludex_quoridor::rules::board::each(anchors) {
            let mut walls = pos.walls();
            let side = if vertical { &mut walls.vertical } else { &mut walls.horizontal };
            *side |= anchor.bit();
            let steps = walls.close(pos.steps());
            legal += u32::from(game.all_players().all(|player| {
                let from = pos.pawn(player).bit();
                steps.distance(from, game.goal(player)).is_some()
            }));
        }
    }
    legal
}

fn check_random_game(board: &str, players: u8, walls: u8, seed: u64, pawn_share: u32) {
    let mut options = Options::for_players(players);
    options.board = parse_board(board).expect("a size");
    options.walls = walls;
    let game = Quoridor::new(options);
    let mut pos = game.start();
    let mut rng = Pcg32::seed_from_u64(seed);
    for _ in 0..80 {
        if game.turn(&pos) == Turn::Over {
            return;
        }
        if pos.stock(pos.to_move()) > 0 {
            let counted = game.legal_walls(&pos).count();
            let text = game.write_position(&pos);
            assert_eq!(counted, legal_by_floods(&game, &pos), "{text}");
        }
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        let pawns = moves.iter().filter(|mv| !matches!(mv, Move::Wall(_))).count();
        let pool =
            if pawns > 0 && rng.random_range(0..100) < pawn_share { pawns } else { moves.len() };
        game.play(&mut pos, moves[rng.random_range(0..pool)]);
        assert_eq!(pos.hash(), pos.hash_from_scratch(game.players()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn ring_search_agrees_with_flood_fill(
        width in 2..=9, height in 3..=9, players in 2..=4u8, seed in any::<u64>(), pawn_share in 0..60u32,
    ) {
        check_random_game(&format!("{width}x{height}"), players, 30, seed, pawn_share);
    }
}
