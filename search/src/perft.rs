//! Counting the leaves of the game tree: the proof of a move generator.

use crate::{Game, MoveList, Turn};

/// The number of sequences of exactly `depth` moves; chance events are summed over, unweighted, and count no ply.
/// A position that is over before the leaf has none.
pub fn perft<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> u64 {
    let mut lists: Vec<MoveList<G::Move>> = (0..depth).map(|_| MoveList::new()).collect();
    count(game, pos, &mut lists)
}

/// [`perft`] for every move of the position, in the order of generation.
pub fn divide<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = MoveList::new();
    game.legal_moves(pos, &mut moves);
    let below = |mv: G::Move| {
        let mut child = pos.clone();
        game.play(&mut child, mv);
        (mv, perft(game, &mut child, depth.saturating_sub(1)))
    };
    moves.into_iter().map(below).collect()
}

fn count<G: Game>(game: &G, pos: &mut G::Position, lists: &mut [MoveList<G::Move>]) -> u64 {
    let Some((moves, below)) = lists.split_first_mut() else {
        return 1;
    };
    match game.turn(pos) {
        Turn::Over => 0,
        Turn::Chance => {
            let mut events = Vec::new();
            game.events(pos, &mut events);
            let mut total = 0;
            for (event, _) in events {
                let undo = game.reveal(pos, event);
                total += count(game, pos, lists);
                game.conceal(pos, event, undo);
            }
            total
        }
        Turn::Player(_) if below.is_empty() => game.count_moves(pos),
        Turn::Player(_) => {
            moves.clear();
            game.legal_moves(pos, moves);
            let mut total = 0;
            for &mv in moves.iter() {
                let undo = game.play(pos, mv);
                total += count(game, pos, below);
                game.undo(pos, mv, undo);
            }
            total
        }
    }
}
