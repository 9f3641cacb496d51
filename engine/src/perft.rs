//! Perft on several threads, and with a table if the user asks for one.

use std::sync::atomic::{AtomicU64, Ordering};

use ludex_games::Playable;
use ludex_search::{MoveList, Turn};
use rayon::prelude::*;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// Plies.
    pub depth: u32,
    /// Threads.
    pub threads: usize,
    /// The size of a table of positions that were counted before; none is the honest way.
    pub hash_mib: Option<usize>,
}

/// Counts the leaves below every move of a position that a player is to move in; `depth` is at least 1.
pub fn divide<G: Playable>(
    game: &G,
    pos: &G::Position,
    options: &PerftOptions,
) -> anyhow::Result<Vec<(G::Move, u64)>> {
    let mut moves = MoveList::new();
    game.legal_moves(pos, &mut moves);
    let jobs = split(game, pos, &moves, options.depth);
    let memo = options.hash_mib.map(Memo::new);
    let count = |job: &Job<G>| {
        let mut pos = job.position.clone();
        let nodes = match &memo {
            Some(memo) => memo.count(game, &mut pos, job.depth),
            None => ludex_search::perft(game, &mut pos, job.depth),
        };
        (job.first, nodes)
    };
    let counted: Vec<(usize, u64)> = if options.threads <= 1 {
        jobs.iter().map(count).collect()
    } else {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .build()?;
        pool.install(|| jobs.par_iter().with_max_len(1).map(count).collect())
    };
    let mut totals: Vec<(G::Move, u64)> = moves.into_iter().map(|mv| (mv, 0)).collect();
    for (first, nodes) in counted {
        totals[first].1 += nodes;
    }
    Ok(totals)
}

/// A part of the tree that is counted by itself.
struct Job<G: Playable> {
    /// The index of the root move above it.
    first: usize,
    position: G::Position,
    depth: u32,
}

/// Cuts the tree below the first ply, or below the second where there are enough plies left to make that worth while.
fn split<G: Playable>(game: &G, pos: &G::Position, moves: &[G::Move], depth: u32) -> Vec<Job<G>> {
    let mut jobs = Vec::new();
    for (first, &mv) in moves.iter().enumerate() {
        let mut child = pos.clone();
        game.play(&mut child, mv);
        if depth >= 4 && matches!(game.turn(&child), Turn::Player(_)) {
            let mut replies = MoveList::new();
            game.legal_moves(&child, &mut replies);
            for reply in replies {
                let mut position = child.clone();
                game.play(&mut position, reply);
                jobs.push(Job {
                    first,
                    position,
                    depth: depth - 2,
                });
            }
        } else {
            jobs.push(Job {
                first,
                position: child,
                depth: depth - 1,
            });
        }
    }
    jobs
}

/// Counts of positions that were met before. Two relaxed words an entry; the first is the key XOR the count, so that an
/// entry torn between two writers is not believed.
/// CITE: Hyatt, Mann, "A lock-less transposition-table implementation for parallel search", ICGA Journal 25(1), 2002.
struct Memo(Vec<(AtomicU64, AtomicU64)>);

impl Memo {
    fn new(mib: usize) -> Self {
        let n_entries = (mib << 20) / 16;
        Self((0..n_entries).map(|_| Default::default()).collect())
    }

    fn count<G: Playable>(&self, game: &G, pos: &mut G::Position, depth: u32) -> u64 {
        if depth < 2 || !matches!(game.turn(pos), Turn::Player(_)) {
            return ludex_search::perft(game, pos, depth);
        }
        let key = game.hash(pos) ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let entry = &self.0[(key % self.0.len() as u64) as usize];
        let known = entry.1.load(Ordering::Relaxed);
        if known != 0 && entry.0.load(Ordering::Relaxed) ^ known == key {
            return known;
        }
        let mut moves = MoveList::new();
        game.legal_moves(pos, &mut moves);
        let mut total = 0;
        for mv in moves {
            let undo = game.play(pos, mv);
            total += self.count(game, pos, depth - 1);
            game.undo(pos, mv, undo);
        }
        entry.0.store(key ^ total, Ordering::Relaxed);
        entry.1.store(total, Ordering::Relaxed);
        total
    }
}
