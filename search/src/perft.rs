//! Counting the leaves of the game tree: the proof of a move generator, and the measure of its speed.

use rayon::prelude::*;

use crate::{Game, MoveList, Turn};

/// The number of sequences of exactly `depth` moves; chance events are summed over, unweighted, and count no ply.
/// A position that is over before the leaf has none. The last ply is counted without being played.
pub fn perft<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> u64 {
    count::<G, false>(game, pos, &mut buffers::<G>(depth))
}

/// [`perft`] with every leaf played and taken back.
pub fn perft_played<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> u64 {
    count::<G, true>(game, pos, &mut buffers::<G>(depth))
}

/// [`perft`] with the subtrees shared among the threads of the current rayon pool.
pub fn perft_parallel<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    /// Enough subtrees that no thread waits long for the last one.
    const SUBTREES: usize = 1000;
    if rayon::current_num_threads() == 1 {
        return perft(game, &mut pos.clone(), depth);
    }
    let mut subtrees = vec![pos.clone()];
    let mut depth = depth;
    while depth > 2 && subtrees.len() < SUBTREES && !subtrees.is_empty() {
        if subtrees.iter().any(|pos| game.turn(pos) == Turn::Chance) {
            break;
        }
        subtrees = children(game, &subtrees);
        depth -= 1;
    }
    subtrees
        .into_par_iter()
        .map(|mut pos| perft(game, &mut pos, depth))
        .sum()
}

/// [`perft`] for every move of the position, in the order of generation.
pub fn divide<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = MoveList::new();
    if matches!(game.turn(pos), Turn::Player(_)) {
        game.legal_moves(pos, &mut moves);
    }
    let below = |mv: G::Move| {
        let mut child = pos.clone();
        game.play(&mut child, mv);
        (mv, perft_parallel(game, &child, depth.saturating_sub(1)))
    };
    moves.into_iter().map(below).collect()
}

/// The positions after every move of every one of `parents` that is not over.
fn children<G: Game>(game: &G, parents: &[G::Position]) -> Vec<G::Position> {
    let mut moves = MoveList::new();
    let mut children = Vec::new();
    for parent in parents {
        if game.turn(parent) == Turn::Over {
            continue;
        }
        moves.clear();
        game.legal_moves(parent, &mut moves);
        children.extend(moves.iter().map(|&mv| {
            let mut child = parent.clone();
            game.play(&mut child, mv);
            child
        }));
    }
    children
}

fn buffers<G: Game>(depth: u32) -> Vec<MoveList<G::Move>> {
    (0..depth).map(|_| MoveList::new()).collect()
}

fn count<G: Game, const PLAYED: bool>(
    game: &G,
    pos: &mut G::Position,
    lists: &mut [MoveList<G::Move>],
) -> u64 {
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
                total += count::<G, PLAYED>(game, pos, lists);
                game.conceal(pos, event, undo);
            }
            total
        }
        Turn::Player(_) if !PLAYED && below.is_empty() => game.count_moves(pos),
        Turn::Player(_) => {
            moves.clear();
            game.legal_moves(pos, moves);
            let mut total = 0;
            for &mv in moves.iter() {
                let undo = game.play(pos, mv);
                total += count::<G, PLAYED>(game, pos, below);
                game.undo(pos, mv, undo);
            }
            total
        }
    }
}
