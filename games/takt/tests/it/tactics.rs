//! Tests that the tactics find every flat that ends and wins the game. The contract tests check all hints against the rules.

use ludex_search::support::random;
use ludex_search::{Game, MoveList, Tactics, Turn};
use ludex_takt::search::tactics::RoadTactics;
use ludex_takt::{Action, Board, Options, Piece, Size, Takt};
use rand::RngExt;

/// Checks random games, and returns the number of positions with such a flat.
fn check<const N: usize>(options: Options, games: u64) -> usize
where
    Size<N>: Board,
{
    let game = Takt::<N>::with_options(options);
    let (mut moves, mut by_flats) = (MoveList::new(), 0);
    for index in 0..games {
        let mut rng = random::stream(3, index);
        let mut pos = game.start();
        while game.turn(&pos) != Turn::Over {
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            let mover = pos.to_move().index();
            let wins = |mv| {
                let mut child = pos;
                game.play(&mut child, mv);
                game.turn(&child) == Turn::Over && game.returns(&child)[mover] > 0.0
            };
            let is_flat = |mv: &_| matches!(mv, Action::Place(Piece::Flat, _));
            let ends_by_a_flat = moves.iter().any(|&mv| is_flat(&mv.action()) && wins(mv));
            let info = RoadTactics.node_info(&game, &pos);
            let is_seen = RoadTactics.winning_move(&game, &pos, &info).is_some();
            assert!(is_seen || !ends_by_a_flat, "game {index}, ply {}", pos.ply());
            by_flats += usize::from(ends_by_a_flat);
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(&mut pos, mv);
        }
    }
    by_flats
}

#[test]
fn a_winning_last_flat_is_seen() {
    let few = |stones, caps, half_komi| Options { half_komi, ..Options::default_for(stones, caps) };
    assert!(check::<3>(few(10, 0, 0), 300) > 0);
    assert!(check::<4>(few(6, 1, 4), 300) > 0);
    assert!(check::<5>(few(9, 1, -3), 200) > 0);
    assert!(check::<6>(few(12, 1, 3), 100) > 0);
}
